import { findFirefox } from '../tests/engines/find.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { lastSum, report, runStep, vitestCount } from './steps.ts';
import type { Step, StepResult } from './steps.ts';

// Before anything else, so that a machine without a browser says so at once, not after ten minutes.
const env = { CHROMIUM: await findChromium(), FIREFOX: findFirefox() };
console.log(`Browsers: ${env.CHROMIUM}, ${env.FIREFOX}\n`);

const seed = String(Math.floor(Date.now() / 1000));
const steps: Step[] = [
  { name: 'gate', command: ['node', 'tools/test.ts'], count: lastSum, limitSeconds: 7200 },
  {
    name: 'long tests',
    command: ['vitest', 'run'],
    env: { LONG: '1' },
    count: vitestCount,
    limitSeconds: 7200,
  },
  {
    name: 'browser tests',
    command: ['node', 'tools/journeys.ts', 'together', 'alone', 'long'],
    env,
    count: lastSum,
    limitSeconds: 7200,
  },
  {
    name: 'other engines',
    command: ['node', 'tools/journeys.ts', 'other engines'],
    env,
    count: lastSum,
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
