import { findFirefox } from '../tests/engines/find.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { report, runStep, vitestCount } from './steps.ts';
import type { Step, StepResult } from './steps.ts';

// Before anything else, so that a machine without a browser says so at once, not after ten minutes.
const env = { CHROMIUM: await findChromium(), FIREFOX: findFirefox() };
console.log(`Browsers: ${env.CHROMIUM}, ${env.FIREFOX}\n`);

const seed = String(Math.floor(Date.now() / 1000));
const browserTests = ['vitest', 'run', '--config', 'tests/e2e/vitest.config.ts'];
const steps: Step[] = [
  { name: 'gate', command: ['node', 'tools/test.ts'], count: sumOf, limitSeconds: 7200 },
  {
    name: 'browser tests',
    command: [...browserTests, '--project', 'together', '--project', 'alone', '--project', 'long'],
    env,
    count: vitestCount,
    limitSeconds: 7200,
  },
  {
    name: 'other engines',
    command: [...browserTests, '--project', 'other engines'],
    env,
    count: vitestCount,
    limitSeconds: 1800,
  },
  {
    name: 'simulation, fresh seed',
    command: ['node', 'tests/sim/main.ts', '--seconds', '600', '--seed', seed],
    limitSeconds: 1800,
  },
];

const results: StepResult[] = [];
for (const step of steps) {
  console.log(`== ${step.name}`);
  results.push(await runStep(step, { isLoud: true }));
}
process.exitCode = report(results, { isLoud: true });

/** The last line of another run of steps. */
function sumOf(output: string): { passed: number; failed: number } | null {
  const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  return passed === undefined ? null : { passed: Number(passed), failed: Number(failed) };
}
