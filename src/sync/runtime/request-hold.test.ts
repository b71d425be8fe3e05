import { expect, test } from 'vitest';
import type { Clock } from '../../data/clock.ts';
import { makeRequestHold, HOLD_MS } from './request-hold.ts';

function setUp() {
  let now = 1_000_000;
  /** Timers count elapsed time, whatever the clock is set to. */
  let passed = 0;
  let timers: { at: number; task: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(ms, task) {
      const timer = { at: passed + ms, task };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  };
  const left: string[] = [];
  const still = makeRequestHold(clock, async (address) => {
    left.push(address as string);
    return new Response();
  });
  return {
    still,
    left,
    setClock: (ms: number) => void (now += ms),
    async pass(ms: number) {
      now += ms;
      passed += ms;
      const due = timers.filter(({ at }) => at <= passed);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { task } of due) task();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test('requests pass at once, or after the hold', async () => {
  const { still, left, pass } = setUp();
  await still.fetch('/early');
  still.keep();
  const late = still.fetch('/late');
  await pass(HOLD_MS - 1);
  expect(left).toEqual(['/early']);
  await pass(1);
  await late;
  expect(left).toEqual(['/early', '/late']);
});

test('a second hold starts the time anew', async () => {
  const { still, left, pass } = setUp();
  still.keep();
  const request = still.fetch('/one');
  await pass(HOLD_MS - 1000);
  still.keep();
  await pass(1000);
  expect(left).toEqual([]);
  await pass(HOLD_MS - 1000);
  await request;
  expect(left).toEqual(['/one']);
});

test('ending the hold releases requests', async () => {
  const { still, left } = setUp();
  still.keep();
  const request = still.fetch('/one');
  still.end();
  await request;
  expect(left).toEqual(['/one']);
});

test('a clock set back does not prolong the hold', async () => {
  const { still, left, setClock, pass } = setUp();
  still.keep();
  setClock(-86_400_000);
  const request = still.fetch('/one');
  await pass(HOLD_MS);
  await request;
  expect(left).toEqual(['/one']);
});

test('a chunk waits like a request', async () => {
  const { still, pass } = setUp();
  let isOver = false;
  await still.over();
  still.keep();
  const waiting = still.over().then(() => (isOver = true));
  await pass(HOLD_MS - 1);
  expect(isOver).toBe(false);
  await pass(1);
  await waiting;
  expect(isOver).toBe(true);
});
