import { expect, test } from 'vitest';
import { barDefaults, makeLoadingBar } from './loading-bar.ts';

/** Time that stands until the test turns it. */
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

test('the bar moves each tenth of a second and is hidden 300 ms after the page is there', () => {
  const { bar, pass } = wound();
  bar.start();
  pass(1_000);
  expect(bar.get().percent).toBeCloseTo((10 * 10_000) / 3_000);
  bar.finish();
  expect(bar.get()).toMatchObject({ isShown: true, percent: 100 });
  pass(299);
  expect(bar.get().isShown).toBe(true);
  pass(1);
  expect(bar.get().isShown).toBe(false);
});

test('the bar never passes 99 before it finishes, and finishes by itself above 95', () => {
  const { bar, pass } = wound(0.9);
  const seen: number[] = [];
  bar.subscribe(() => seen.push(bar.get().percent));
  bar.start();
  pass(10_000);
  expect(Math.max(...seen.filter((percent) => percent < 100))).toBeLessThanOrEqual(99);
  expect(bar.get()).toMatchObject({ isShown: false, percent: 100 });
});

test('a page that cannot load turns the bar to the failure colour', () => {
  const { bar } = wound();
  bar.start();
  bar.fail();
  expect(bar.get()).toMatchObject({ hasFailed: true, percent: 100 });
});

test("a route's own style is taken back after its turn", () => {
  const { bar, pass } = wound();
  bar.start({ color: '#ff0000', location: 'bottom', transition: { speed: '1s', opacity: '1s', termination: 1_000 } });
  expect(bar.get().style).toMatchObject({ color: '#ff0000', failColor: '#874b4b', location: 'bottom' });
  bar.finish();
  pass(1_000);
  expect(bar.get().style).toBe(barDefaults);
});
