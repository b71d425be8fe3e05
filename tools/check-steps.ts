import { runStep, vitestCount } from './steps.ts';
import type { Step, StepResult } from './steps.ts';

/** What `npm run check` and `npm test` run first. */
const quickSteps: Step[] = [
  // The linter reads the types with the compiler's own code, so it reports what `tsc -b` does.
  { name: 'types and lint', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'], limitSeconds: 300 },
  { name: 'format', command: ['oxfmt', '--check'], limitSeconds: 120 },
  { name: 'unused code', command: ['knip'], limitSeconds: 120 },
];

export const testStep: Step = {
  name: 'unit and server tests',
  command: ['vitest', 'run'],
  count: vitestCount,
  limitSeconds: 2400,
};

/** Runs the quick steps: the longest beside the others. `done` is called after each. */
export function runQuickSteps(done?: (result: StepResult) => void): Promise<StepResult[]> {
  const [longest, ...others] = quickSteps;
  return runBeside([[longest!], others], done);
}

/** Runs groups of steps beside one another, the steps of a group in turn. */
export async function runBeside(groups: Step[][], done?: (result: StepResult) => void): Promise<StepResult[]> {
  const results: StepResult[] = [];
  await Promise.all(
    groups.map(async (steps) => {
      for (const step of steps) {
        const result = await runStep(step);
        results.push(result);
        done?.(result);
      }
    }),
  );
  return results;
}
