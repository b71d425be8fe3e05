import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { corpus } from './corpus.ts';
import { replayAll } from './replay.ts';

let found: string[][] = [];

beforeAll(async () => {
  found = await replayAll(corpus.map(({ plan }) => plan));
});

test.for(corpus.map(({ why }, n) => ({ why, n })))('replays without violations: $why (R11)', ({ n }) => {
  expect(found[n]).toEqual([]);
});

test.for(corpus.filter(({ mutant }) => mutant !== null))('has its mutant: $why', ({ mutant }) => {
  expect(existsSync(new URL(`mutants/${mutant}.patch`, import.meta.url))).toBe(true);
});
