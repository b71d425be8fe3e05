import { expect, test } from 'vitest';
import { similarNamesOf, skeletonOf } from './look-alikes.ts';

test.each([
  ['tamar1nd', 'tamarind'],
  ['b0m8ay', 'bombay'],
  ['rnarios', 'marios'],
  ['vvok-house', 'wok-house'],
])('%s is taken for %s, and the other way round', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other));
  expect(similarNamesOf(one)).toContain(other);
  expect(similarNamesOf(other)).toContain(one);
});

test.each([
  ['tamarind', 'tamarin'],
  ['the-anchor', 'the-arches'],
])('%s is not taken for %s', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  expect(similarNamesOf(one)).not.toContain(other);
});

test('a name is not its own look-alike, and the longest has not too many', () => {
  expect(similarNamesOf('lili')).not.toContain('lili');
  expect(similarNamesOf('i'.repeat(63)).length).toBeLessThan(10_000);
});
