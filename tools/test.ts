import { findFirefox } from '../tests/engines/find.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { runQuickSteps, testStep } from './check-steps.ts';
import { report, runStep, vitestCount } from './steps.ts';
import type { Step } from './steps.ts';

const SIMULATION_SECONDS = 60;

// Before anything else, so that a machine without a browser says so at once, not after ten minutes.
const chromium = await findChromium();
const firefox = findFirefox();
console.log(`Browsers: ${chromium}, ${firefox}`);
console.log('');

const browserTests = ['vitest', 'run', '--config', 'tests/e2e/vitest.config.ts'];
const steps: Step[] = [
  testStep,
  { name: 'simulation', command: ['node', 'tests/sim/main.ts', '--seconds', String(SIMULATION_SECONDS)] },
  { name: 'build', command: ['node', 'tools/build.ts'] },
  { name: 'size', command: ['node', 'tools/size.ts'] },
  {
    name: 'browser tests',
    command: [...browserTests, '--project', 'together', '--project', 'alone'],
    env: { CHROMIUM: chromium },
    count: vitestCount,
  },
  {
    name: 'other engines',
    command: [...browserTests, '--project', 'other engines'],
    env: { CHROMIUM: chromium, FIREFOX: firefox },
    count: vitestCount,
  },
];

const results = await runQuickSteps(({ name, output }) => console.log(`== ${name}\n${output}`));
for (const step of steps) {
  console.log(`== ${step.name}`);
  results.push(await runStep(step, { isLoud: true }));
}
process.exitCode = report(results, { isLoud: true });
