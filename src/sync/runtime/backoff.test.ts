import { expect, test } from 'vitest';
import { waitMs } from './backoff.ts';

test('the wait is random below a doubling ceiling (R30)', () => {
  const highest = [0, 1, 2, 3, 7, 40].map((failures) => waitMs(failures, () => 1, null));
  expect(highest).toEqual([500, 1000, 2000, 4000, 60_000, 60_000]);
  expect(waitMs(5, () => 0, null)).toBe(0);
});

test('a time named by the server is the minimum (R30)', () => {
  expect(waitMs(0, () => 0.5, 9000)).toBe(9000);
  expect(waitMs(10, () => 1, 9000)).toBe(60_000);
});
