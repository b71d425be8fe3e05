import { expect, test } from 'vitest';
import { barDefaults, makeLoadingBar } from './loading-bar.ts';

/** A clock that only the test moves. */
function wound(random = 1) {
  let now = 0;
  let tasks: { at: number; task: () => void; every?: number }[] = [];
  const add = (ms: number, task: () => void, every?: number) => {
    const entry = { at: now + ms, task, every };
    tasks.push(entry);
    return () => void (tasks = tasks.filter((t) => t !== entry));
  };
  const bar = makeLoadingBar({
    every: (ms, task) => add(ms, task, ms),
    after: (ms, task) => add(ms, task),
    random: () => random,
  });
  const pass = (ms: number) => {
    const until = now + ms;
    for (;;) {
      const next = tasks.filter((t) => t.at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      now = next.at;
      if (next.every) next.at += next.every;
      else tasks = tasks.filter((t) => t !== next);
      next.task();
    }
    now = until;
  };
  return { bar, pass };
}

test('the bar is drawn as specified by default', () => {
  const { bar } = wound();
  bar.start();
  expect(bar.get().style).toEqual({
    color: '#0099ff',
    failColor: '#874b4b',
    thickness: '5px',
    location: 'top',
    transition: { speed: '0.2s', opacity: '0.6s', termination: 300 },
    autoRevert: true,
    inverse: false,
  });
});

test('moves every 100 ms and hides 300 ms after loading', () => {
  const { bar, pass } = wound();
  bar.start();
  expect(bar.get()).toMatchObject({ isShown: true, percent: 0, hasFailed: false });
  pass(99);
  expect(bar.get().percent).toBe(0);
  pass(1);
  // Of 3000 ms: a thirtieth of the way, if every step is the largest.
  expect(bar.get().percent).toBeCloseTo(10_000 / 3_000);
  pass(900);
  expect(bar.get().percent).toBeCloseTo((10 * 10_000) / 3_000);
  bar.finish();
  expect(bar.get()).toMatchObject({ isShown: true, percent: 100 });
  pass(299);
  expect(bar.get().isShown).toBe(true);
  pass(1);
  expect(bar.get().isShown).toBe(false);
});

test('another duration changes the size of the steps', () => {
  for (const [duration, percent] of [
    [1_000, 10],
    [10_000, 1],
  ] as const) {
    const { bar, pass } = wound();
    bar.start({}, duration);
    pass(100);
    expect(bar.get().percent).toBe(percent);
  }
});

test.each([0.3, 0.9, 1])('never passes 99 and finishes above 95 (steps of %f)', (random) => {
  const { bar, pass } = wound(random);
  const seen: number[] = [];
  bar.subscribe(() => seen.push(bar.get().percent));
  // So short that one step is at least a third of the way.
  bar.start({}, random < 0.5 ? 3_000 : 250);
  pass(20_000);
  const running = seen.slice(0, seen.indexOf(100));
  expect(running.at(-1)).toBeGreaterThan(95);
  expect(Math.max(...running)).toBeLessThanOrEqual(99);
  expect(running.filter((percent) => percent > 95)).toHaveLength(1);
  expect(bar.get()).toMatchObject({ isShown: false, percent: 0 });
});

test('a bar at exactly 95 waits', () => {
  const { bar, pass } = wound(0.95);
  bar.start({}, 100);
  pass(100);
  expect(bar.get()).toMatchObject({ isShown: true, percent: 95 });
});

test('a page that cannot load shows the failure colour', () => {
  const { bar, pass } = wound();
  bar.start();
  bar.fail();
  expect(bar.get()).toMatchObject({ hasFailed: true, percent: 100, isShown: true });
  // The page with the error message is shown, which is no success.
  bar.finish();
  expect(bar.get().hasFailed).toBe(true);
  pass(300);
  expect(bar.get()).toMatchObject({ isShown: false, hasFailed: true });
  pass(600);
  expect(bar.get()).toMatchObject({ isShown: false, hasFailed: false, percent: 0 });
});

test("removes a route's own style after the bar has faded", () => {
  const { bar, pass } = wound();
  const own = {
    color: '#ff0000',
    location: 'bottom' as const,
    transition: { speed: '1s', opacity: '1s', termination: 1_000 },
  };
  bar.start(own);
  expect(bar.get().style).toMatchObject({ ...own, failColor: '#874b4b', thickness: '5px' });
  bar.finish();
  pass(1_000);
  expect(bar.get()).toMatchObject({ isShown: false, style: own });
  pass(999);
  expect(bar.get().style).toMatchObject(own);
  pass(1);
  expect(bar.get().style).toBe(barDefaults);
});

test('navigation during a fade starts afresh in its own style', () => {
  const { bar, pass } = wound();
  bar.start({ color: '#ff0000' });
  bar.finish();
  pass(500);
  bar.start({ failColor: '#00ff00' });
  pass(1_000);
  expect(bar.get()).toMatchObject({ isShown: true, style: { color: '#0099ff', failColor: '#00ff00' } });
});

test('a bar that has not started neither finishes nor fails', () => {
  const { bar, pass } = wound();
  let told = 0;
  bar.subscribe(() => (told += 1));
  bar.finish();
  bar.fail();
  pass(5_000);
  expect([told, bar.get().isShown]).toEqual([0, false]);
});
