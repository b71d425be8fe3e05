import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from '../platform/metrics.ts';
import { startPeriodic, type PeriodicTask } from './periodic.ts';

const clock = { now: () => new Date('2026-11-20T18:30:00.000Z') };
const warned: string[] = [];
const log = { warn: (event: string) => void warned.push(event) };
const start = (task: Partial<PeriodicTask>) =>
  startPeriodic([{ name: 'delete_old', everyMs: 1000, run: async () => {}, ...task }], {
    clock,
    log,
    metrics: createMetrics(),
  });

beforeEach(() => {
  vi.useFakeTimers();
  warned.length = 0;
});
afterEach(() => void vi.useRealTimers());

test('runs a task by its interval, with the present time', async () => {
  const run = vi.fn<PeriodicTask['run']>(async () => {});
  const periodic = start({ run, firstAfterMs: 100 });
  await vi.advanceTimersByTimeAsync(2100);
  expect(run.mock.calls).toHaveLength(3);
  expect(run).toHaveBeenCalledWith(clock.now(), expect.any(AbortSignal));
  await periodic.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(run.mock.calls).toHaveLength(3);
});

test('does not let a slow run be overtaken, and waits for it at the end', async () => {
  let end = () => {};
  const run = vi.fn<PeriodicTask['run']>(() => new Promise<void>((resolve) => void (end = resolve)));
  const periodic = start({ run });
  await vi.advanceTimersByTimeAsync(5000);
  expect(run.mock.calls).toHaveLength(1);
  let isClosed = false;
  const closing = periodic.close().then(() => void (isClosed = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isClosed).toBe(false);
  end();
  await closing;
});

test('logs a fault by the name of its task and goes on', async () => {
  const run = vi.fn<PeriodicTask['run']>(() => Promise.reject(new Error('away')));
  const periodic = start({ run });
  await vi.advanceTimersByTimeAsync(2000);
  expect([run.mock.calls.length, warned]).toEqual([2, ['delete_old_failed', 'delete_old_failed']]);
  await periodic.close();
});

test('ends a run when the server stops, without a fault', async () => {
  const run = (_now: Date, signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const periodic = start({ run });
  await vi.advanceTimersByTimeAsync(1000);
  await periodic.close();
  expect(warned).toEqual([]);
});
