import { runStep, vitestCount } from './steps.ts';
import type { Step, StepResult } from './steps.ts';

/** What `npm run check` and `npm test` run first. */
const quickSteps: Step[] = [
  { name: 'types', command: ['tsc', '-b'], limitSeconds: 300 },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'], limitSeconds: 300 },
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
export async function runQuickSteps(done?: (result: StepResult) => void): Promise<StepResult[]> {
  const [types, ...others] = quickSteps;
  const results: StepResult[] = [];
  const inTurn = async (steps: Step[]) => {
    for (const step of steps) {
      const result = await runStep(step);
      results.push(result);
      done?.(result);
    }
  };
  await Promise.all([inTurn([types!]), inTurn(others)]);
  return results;
}
