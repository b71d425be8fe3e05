import { expect, test } from 'vitest';
import { keptPlaces } from './kept-places.ts';

test('a newly sold-out dish comes last, whatever its menu position', () => {
  expect(keptPlaces([], ['b', 'd'], false)).toEqual(['b', 'd']);
  expect(keptPlaces(['b', 'd'], ['a', 'b', 'd'], false)).toEqual(['b', 'd', 'a']);
});

test('a held chip keeps its place and disappears afterwards', () => {
  expect(keptPlaces(['b', 'd', 'a'], ['d', 'a'], true)).toEqual(['b', 'd', 'a']);
  expect(keptPlaces(['b', 'd', 'a'], ['d', 'a', 'c'], true)).toEqual(['b', 'd', 'a', 'c']);
  expect(keptPlaces(['b', 'd', 'a'], ['d', 'a'], false)).toEqual(['d', 'a']);
});
