import { findChromium } from '../tests/support/chromium.ts';
import { quickSteps, testStep } from './check-steps.ts';
import { report, runStep, vitestCount } from './steps.ts';
import type { Step, StepResult } from './steps.ts';

const SIMULATION_SECONDS = 60;

// Before anything else, so that a machine without one says so at once and not after ten minutes.
const chromium = await findChromium();
console.log(`Browser: ${chromium}`);
console.log('');

const browserTests = ['vitest', 'run', '--config', 'tests/e2e/vitest.config.ts'];
const steps: Step[] = [
  ...quickSteps,
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
];

const results: StepResult[] = [];
for (const step of steps) {
  console.log(`== ${step.name}`);
  results.push(await runStep(step, { isLoud: true }));
}
process.exitCode = report(results, { isLoud: true });
