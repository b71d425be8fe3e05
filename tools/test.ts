import { runBeside, runQuickSteps, testStep } from './check-steps.ts';
import { lastSum, report, runStep } from './steps.ts';
import type { Step, StepResult } from './steps.ts';

// What decides whether a change lands. Everything else runs by hand: tools/test-all.ts.

const simulation: Step = {
  name: 'simulation',
  // The same histories each time: fresh ones are for a person who can look at what they find.
  command: ['node', 'tests/sim/main.ts', '--server', 'model', '--histories', '40', '--seed', '1000'],
  limitSeconds: 300,
};
const build: Step[] = [
  { name: 'build', command: ['node', 'tools/build.ts'], limitSeconds: 180 },
  { name: 'size', command: ['node', 'tools/size.ts'], limitSeconds: 60 },
];
const journeys: Step = {
  name: 'core journeys',
  command: ['node', 'tools/journeys.ts', 'core'],
  count: lastSum,
  limitSeconds: 1800,
};

const show = ({ name, output }: StepResult) => console.log(`== ${name}\n${output}`);
const showing = (step: Step) => {
  console.log(`== ${step.name}`);
  return runStep(step, { isLoud: true });
};

process.exitCode = report(
  [
    ...(await runQuickSteps(show)),
    await showing(testStep),
    // Either of them keeps one core busy.
    ...(await runBeside([[simulation], build], show)),
    await showing(journeys),
  ],
  { isLoud: true },
);
