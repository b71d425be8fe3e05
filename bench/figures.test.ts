import { expect, test } from 'vitest';
import { median, percentile, table } from './figures.ts';

test('a percentile is one of the measured values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95)).toBe(10);
  expect(
    percentile(
      Array.from({ length: 100 }, (_, i) => i + 1),
      0.95,
    ),
  ).toBe(95);
});

test('a table has even columns', () => {
  expect(
    table([
      ['a', 'b'],
      ['long', 'x'],
    ]),
  ).toBe('| a    | b |\n| ---- | - |\n| long | x |');
});
