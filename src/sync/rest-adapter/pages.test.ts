import { expect, test } from 'vitest';
import { simulate } from '../../../tests/support/rest-server/simulate.ts';

const STEPS = 40;
/** For more seeds: PLAIN_SEEDS=200. */
const seeds = Array.from({ length: Number(process.env['PLAIN_SEEDS'] ?? 6) }, (_, i) => i + 1);

const happened: Record<string, number> = {};

test.each(seeds)('a random evening loses and duplicates nothing, seed %i (R18, R1, R3, R6, R11)', async (seed) => {
  const { violations, counts } = await simulate(seed, STEPS);
  expect(violations).toEqual([]);
  for (const [what, n] of Object.entries(counts)) happened[what] = (happened[what] ?? 0) + n;
});

test('those evenings had faults', () => {
  const wanted = ['tap', 'elsewhere', 'answered', 'answer lost', 'lost', 'silence', 'done in silence'];
  const ends = ['dead letter uncertain', 'dead letter rejected'];
  expect([...wanted, ...ends].filter((what) => !happened[what])).toEqual([]);
});
