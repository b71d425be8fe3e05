import { expect, test } from 'vitest';
import { busyUpTo, type TraceEvent } from './cold-open.ts';
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

test("a page's work is its own thread's, until the mark", () => {
  const event = (name: string, ts: number, tts: number, tid = 1): TraceEvent => {
    return { name, cat: 'blink.user_timing', pid: 7, tid, ts, tts };
  };
  const trace = [
    event('navigationStart', 1_000, 5_000),
    event('rows', 90_000, 46_000),
    event('navigationStart', 20_000, 12_000),
    event('navigationStart', 95_000, 50_000),
    event('load', 21_000, 1, 2),
  ];
  expect(busyUpTo('rows', trace)).toBe(34);
  expect(busyUpTo('never', trace)).toBeNaN();
});

test('a table has even columns', () => {
  expect(
    table([
      ['a', 'b'],
      ['long', 'x'],
    ]),
  ).toBe('| a    | b |\n| ---- | - |\n| long | x |');
});
