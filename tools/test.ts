import { quickSteps, testStep } from './check-steps.ts';
import { report, runStep } from './steps.ts';
import type { Step, StepResult } from './steps.ts';

const SIMULATION_SECONDS = 60;

/** What decides whether a change lands; the browser tests run by hand (tools/test-all.ts). */
const steps: Step[] = [
  ...quickSteps,
  testStep,
  { name: 'simulation', command: ['node', 'tests/sim/main.ts', '--seconds', String(SIMULATION_SECONDS)] },
  { name: 'build', command: ['node', 'tools/build.ts'] },
  { name: 'size', command: ['node', 'tools/size.ts'] },
];

const results: StepResult[] = [];
for (const step of steps) {
  console.log(`== ${step.name}`);
  results.push(await runStep(step, { isLoud: true }));
}
process.exitCode = report(results, { isLoud: true });
