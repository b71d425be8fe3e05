import { quickSteps, testStep } from './check-steps.ts';
import { report, runStep } from './steps.ts';

const [types, ...others] = quickSteps;
const quick = await Promise.all([runStep(types!), inTurn(others)]);
const results = [quick[0], ...quick[1], await runStep(testStep)];
process.exitCode = report(results);

async function inTurn(steps: typeof others) {
  const done = [];
  for (const step of steps) done.push(await runStep(step));
  return done;
}
