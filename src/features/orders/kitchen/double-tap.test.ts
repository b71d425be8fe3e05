import { expect, test } from 'vitest';
import { isDoubleTap } from './double-tap.ts';

/** Taps at one place. `detail` counts them as long as each follows within half a second, as in browsers. */
const taps = (start: number, ...pauses: number[]) => {
  let timeStamp = start;
  return [0, ...pauses].map((pause, i) => isDoubleTap({ detail: i + 1, timeStamp: (timeStamp += pause) }));
};

test('counts every quick bump at one place', () => {
  expect(taps(10_000, 300, 350, 400, 300)).toEqual([false, false, false, false, false]);
});

test('ignores the second tap of a double tap', () => {
  expect(taps(20_000, 120)).toEqual([false, true]);
});

test('counts quick taps at different places', () => {
  expect([30_000, 30_100, 30_200].map((timeStamp) => isDoubleTap({ detail: 1, timeStamp }))).toEqual([
    false,
    false,
    false,
  ]);
});
