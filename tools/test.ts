import { runQuickSteps, testStep } from './check-steps.ts';
import { lastSum, report, runStep } from './steps.ts';
import type { Step } from './steps.ts';

/** What decides whether a change lands. Everything else runs by hand: tools/test-all.ts. */
const steps: Step[] = [
  testStep,
  {
    name: 'simulation',
    // The same histories each time: fresh ones are for a person who can look at what they find.
    command: ['node', 'tests/sim/main.ts', '--server', 'model', '--histories', '40', '--seed', '1000'],
    limitSeconds: 300,
  },
  { name: 'build', command: ['node', 'tools/build.ts'], limitSeconds: 180 },
  { name: 'size', command: ['node', 'tools/size.ts'], limitSeconds: 60 },
  { name: 'core journeys', command: ['node', 'tools/journeys.ts', 'core'], count: lastSum, limitSeconds: 1800 },
];

const results = await runQuickSteps(({ name, output }) => console.log(`== ${name}\n${output}`));
for (const step of steps) {
  console.log(`== ${step.name}`);
  results.push(await runStep(step, { isLoud: true }));
}
process.exitCode = report(results, { isLoud: true });
