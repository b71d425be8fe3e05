import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { endFromNow } from '../features/ordering/ordering-settings.ts';
import { onServerOffset, serverNow, serverOffset, setServerOffset } from './server-now.ts';

const NOW = Date.parse('2026-11-20T18:30:00.000Z');
const YEAR = 365 * 24 * 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  setServerOffset(0);
  vi.useRealTimers();
});

test.each([
  ['ahead', YEAR],
  ['behind', -YEAR],
])('a pause lasts thirty minutes, clock a year %s (R44)', (_, ms) => {
  vi.setSystemTime(NOW + ms);
  setServerOffset(-ms);
  expect(serverNow()).toBe(NOW);
  expect(endFromNow(30, {} as Restaurant)).toBe('2026-11-20T19:00:00.000Z');
});

test('a clock that is set back after the measurement is right again, and time does not go back (R44)', () => {
  const DAY = 24 * 3_600_000;
  // A day ahead, then corrected without a network.
  vi.setSystemTime(NOW + DAY);
  setServerOffset(-DAY, NOW + DAY);
  vi.setSystemTime(NOW + 60_000);
  expect(serverNow()).toBe(NOW + 60_000);
  // Right, then set back.
  setServerOffset(0, NOW);
  vi.setSystemTime(NOW - DAY);
  expect(serverNow()).toBe(NOW);
  vi.setSystemTime(NOW + 5_000);
  expect(serverNow()).toBe(NOW + 5_000);
});

test("subscribers hear when the server's time changes, only then", () => {
  const heard: number[] = [];
  const leave = onServerOffset(() => heard.push(serverOffset()));
  setServerOffset(5_000);
  setServerOffset(5_000);
  leave();
  setServerOffset(0);
  expect(heard).toEqual([5_000]);
});
