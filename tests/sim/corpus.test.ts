import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { makePlan } from './plan.ts';
import { replayAll } from './replay.ts';

/** Seeds that once broke a rule, and why. */
const corpus = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as {
  seed: number;
  length: number;
  why: string;
}[];
let found: string[][] = [];

beforeAll(async () => {
  found = await replayAll(corpus.map(({ seed, length }) => makePlan(seed, length)));
}, 240_000);

test.for(corpus.map((entry, n) => ({ ...entry, n })))('a history that once broke holds: $why (R11)', ({ n }) => {
  expect(found[n]).toEqual([]);
});
