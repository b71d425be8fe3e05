import { runStep, vitestCount } from './steps.ts';
import type { Step, StepResult } from './steps.ts';

/** What `npm run check` and `npm test` run first. */
const quickSteps: Step[] = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unused code', command: ['knip'] },
];

export const testStep: Step = { name: 'unit and server tests', command: ['vitest', 'run'], count: vitestCount };

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
