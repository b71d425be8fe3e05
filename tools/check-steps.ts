import { vitestCount } from './steps.ts';
import type { Step } from './steps.ts';

/** What `npm run check` runs. Two at a time are enough for two cores: the quick ones side by side, the tests after them. */
export const quickSteps: Step[] = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unused code', command: ['knip'] },
];

export const testStep: Step = { name: 'unit and server tests', command: ['vitest', 'run'], count: vitestCount };
