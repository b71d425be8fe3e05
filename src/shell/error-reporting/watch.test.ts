import { describe, expect, test } from 'vitest';
import { watchFaults, type Fault } from './watch.ts';

function setUp() {
  const page = new EventTarget();
  const told: Fault[] = [];
  let start = () => {};
  let loads = 0;
  watchFaults(
    page as unknown as Window,
    () => {
      loads += 1;
      return Promise.resolve((fault: Fault) => void told.push(fault));
    },
    (task) => (start = task),
  );
  const fail = (error: unknown, message = 'It broke') =>
    page.dispatchEvent(
      Object.assign(new Event('error'), { error, message, filename: 'https://g.test/a.js', lineno: 3, colno: 9 }),
    );
  const reject = (reason: unknown) => page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  return {
    told,
    fail,
    reject,
    loads: () => loads,
    start: async () => (start(), await Promise.resolve(), await Promise.resolve()),
  };
}

describe('uncaught errors', () => {
  test('wait for the reporter and are reported in order', async () => {
    const { told, fail, reject, start, loads } = setUp();
    const [first, second, third] = [new Error('1'), new Error('2'), new Error('3')];
    fail(first);
    reject(second);
    expect([loads(), told]).toEqual([0, []]);
    await start();
    fail(third);
    expect(told.map(({ kind, thrown }) => [kind, thrown])).toEqual([
      ['error', first],
      ['rejection', second],
      ['error', third],
    ]);
  });

  test('without an object have message and position, as from workers', async () => {
    const { told, fail, start } = setUp();
    await start();
    fail(undefined, 'Uncaught Error: in the worker');
    expect(told).toMatchObject([
      {
        thrown: { message: 'Uncaught Error: in the worker' },
        where: { file: 'https://g.test/a.js', line: 3, column: 9 },
      },
    ]);
  });

  test('are limited in number when a page loops', async () => {
    const { told, fail, start } = setUp();
    for (let i = 0; i < 1_000; i++) fail(new Error(String(i)));
    await start();
    expect(told).toHaveLength(20);
  });

  test('of the browser itself are ignored', async () => {
    const { told, fail, start } = setUp();
    await start();
    fail(undefined, 'ResizeObserver loop completed with undelivered notifications.');
    expect(told).toEqual([]);
  });
});
