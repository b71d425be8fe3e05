import { beforeAll, expect, test } from 'vitest';
import corpus from './corpus.json' with { type: 'json' };
import { makePlan } from './plan.ts';
import { replayAll } from './replay.ts';

let found: string[][] = [];

beforeAll(async () => {
  found = await replayAll(corpus.map(({ seed, length }) => makePlan(seed, length)));
}, 240_000);

test.for(corpus.map((entry, n) => ({ ...entry, n })))('a history that once broke holds: $why (R11)', ({ n }) => {
  expect(found[n]).toEqual([]);
});
