import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from './clock.ts';

const page = new EventTarget();
const begin = Date.parse('2026-11-20T18:30:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: begin });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('updates all subscribers with one timer, none without subscribers', () => {
  const seconds = clock(() => 1000);
  const seen: string[] = [];
  const first = seconds.subscribe(() => seen.push(`first ${seconds.now() - begin}`));
  const second = seconds.subscribe(() => seen.push(`second ${seconds.now() - begin}`));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1000);
  first();
  vi.advanceTimersByTime(1000);
  second();
  expect(seen).toEqual(['first 1000', 'second 1000', 'second 2000']);
  expect(vi.getTimerCount()).toBe(0);
});

test('new subscribers and waking devices get the current time', () => {
  const minutes = clock(() => 60_000);
  vi.setSystemTime(begin + 5000);
  const end = minutes.subscribe(() => undefined);
  expect(minutes.now()).toBe(begin + 5000);
  vi.setSystemTime(begin + 3_600_000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(minutes.now()).toBe(begin + 3_600_000);
  expect(vi.getTimerCount()).toBe(1);
  end();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(vi.getTimerCount()).toBe(0);
});
