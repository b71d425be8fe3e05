import { expect, test } from 'vitest';
import { keptPlaces } from './kept-places.ts';

test('a dish that is sold out later comes last, whatever its place on the menu', () => {
  expect(keptPlaces([], ['b', 'd'], false)).toEqual(['b', 'd']);
  expect(keptPlaces(['b', 'd'], ['a', 'b', 'd'], false)).toEqual(['b', 'd', 'a']);
});

test('under a hand the chip of a dish that came back keeps its place, and leaves after it', () => {
  expect(keptPlaces(['b', 'd', 'a'], ['d', 'a'], true)).toEqual(['b', 'd', 'a']);
  expect(keptPlaces(['b', 'd', 'a'], ['d', 'a', 'c'], true)).toEqual(['b', 'd', 'a', 'c']);
  expect(keptPlaces(['b', 'd', 'a'], ['d', 'a'], false)).toEqual(['d', 'a']);
});
