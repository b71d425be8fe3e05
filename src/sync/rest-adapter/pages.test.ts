import { expect, test } from 'vitest';
import { walk } from '../../../tests/support/rest-server/walk.ts';

const STEPS = 40;
/** More of them: PLAIN_SEEDS=200. */
const seeds = Array.from({ length: Number(process.env['PLAIN_SEEDS'] ?? 6) }, (_, i) => i + 1);

const happened: Record<string, number> = {};

test.each(seeds)(
  'a random evening on the specification’s calls alone loses nothing, doubles nothing and comes to rest, seed %i (R18, R1, R3, R6, R11)',
  async (seed) => {
    const { violations, counts } = await walk(seed, STEPS);
    expect(violations).toEqual([]);
    for (const [what, n] of Object.entries(counts)) happened[what] = (happened[what] ?? 0) + n;
  },
);

test('those evenings were not idle', () => {
  const wanted = ['tap', 'elsewhere', 'answered', 'answer lost', 'lost', 'silence', 'done in silence'];
  const ends = ['letter uncertain', 'letter rejected'];
  expect([...wanted, ...ends].filter((what) => !happened[what])).toEqual([]);
});
