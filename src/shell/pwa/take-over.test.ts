import { expect, test } from 'vitest';
import { makeTakeOver, type Offer } from './take-over.ts';

/** A tab with its service workers, and a clock that only the test moves. */
function openTab({ asked, isOwn = true }: { asked?: number; isOwn?: boolean | null } = {}) {
  const kept = new Map<string, string>(asked === undefined ? [] : [['galley:asked-for-update', String(asked)]]);
  const tab = {
    waiting: null as object | null,
    installing: false,
    isOwn,
    /** A newer build is on the server; the next check finds it. */
    atServer: false,
    open: Promise.resolve(),
    offer: 'none' as Offer,
    asks: 0,
    reloads: 0,
    now: 1_000_000,
    timers: [] as (() => void)[],
  };
  const takeOver = makeTakeOver(
    {
      waiting: () => tab.waiting,
      isInstalling: () => tab.installing,
      skipWaiting: () => void (tab.asks += 1),
      check: async () => void (tab.installing = tab.atServer),
      isOwn: async () => tab.isOwn,
      free: () => tab.open,
      reload: () => void (tab.reloads += 1),
      after: (_ms, task) => void tab.timers.push(task),
      now: () => tab.now,
      memory: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
    (offer) => void (tab.offer = offer),
  );
  const passes = () => tab.timers.splice(0).forEach((task) => task());
  return { tab, takeOver, passes, kept };
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

test('offers a waiting build, which takes over on request', async () => {
  const { tab, takeOver } = openTab();
  tab.waiting = {};
  takeOver.look();
  expect([tab.offer, tab.asks]).toEqual(['ready', 0]);
  takeOver.use();
  expect([tab.offer, tab.asks, tab.reloads]).toEqual(['asked', 1, 0]);
  tab.waiting = null;
  takeOver.changed(false);
  await soon();
  expect(tab.reloads).toBe(1);
});

test('reloads only when the old build has lost control', async () => {
  const { tab, takeOver, passes } = openTab();
  await soon();
  tab.waiting = {};
  takeOver.use();
  for (let second = 0; second < 300; second += 1) {
    tab.now += 1_000;
    passes();
  }
  await soon();
  expect([tab.reloads, tab.offer]).toEqual([0, 'asked']);
  // The message is repeated: it may be lost with a worker that was stopped.
  expect(tab.asks).toBe(7);
});

test('a build that replaces the waiting one is asked too', () => {
  const { tab, takeOver, passes } = openTab();
  tab.waiting = {};
  takeOver.use();
  // The first build is gone before it heard the request; the next one is installing.
  tab.waiting = null;
  tab.installing = true;
  takeOver.look();
  expect([tab.offer, tab.asks]).toEqual(['asked', 1]);
  tab.installing = false;
  tab.waiting = {};
  passes();
  expect([tab.offer, tab.asks]).toEqual(['asked', 2]);
});

test('does not wait for a build that failed to install', async () => {
  const { tab, takeOver } = openTab();
  await soon();
  tab.waiting = {};
  takeOver.use();
  tab.waiting = null;
  takeOver.look();
  await soon();
  expect([tab.offer, tab.reloads]).toEqual(['none', 0]);
});

test('a tab offers the reload when another tab updated', async () => {
  const { tab, takeOver } = openTab({ isOwn: true });
  await soon();
  tab.isOwn = false;
  takeOver.changed(false);
  await soon();
  expect([tab.offer, tab.reloads]).toEqual(['ready', 0]);
  takeOver.use();
  await soon();
  expect([tab.asks, tab.reloads]).toEqual([0, 1]);
});

test("a device's first service worker is no update", async () => {
  const { tab, takeOver } = openTab({ isOwn: null });
  await soon();
  tab.isOwn = true;
  takeOver.changed(true);
  await soon();
  expect([tab.offer, tab.reloads]).toEqual(['none', 0]);
});

test('a page of the old build offers the reload', async () => {
  const { tab, takeOver } = openTab({ isOwn: false });
  takeOver.look();
  await soon();
  expect(tab.offer).toBe('ready');
});

test('a manual reload during the update continues it', async () => {
  const { tab, takeOver } = openTab({ asked: 999_000 });
  tab.waiting = {};
  takeOver.look();
  expect([tab.offer, tab.asks]).toEqual(['asked', 1]);
  tab.waiting = null;
  takeOver.changed(false);
  await soon();
  expect(tab.reloads).toBe(1);
});

test("an old request does not reload today's page", async () => {
  const { tab, takeOver } = openTab({ asked: 1 });
  tab.waiting = {};
  takeOver.look();
  await soon();
  expect([tab.offer, tab.asks]).toEqual(['ready', 0]);
});

test('an open dialog delays the reload until it is closed', async () => {
  const { tab, takeOver } = openTab();
  const { promise, resolve } = Promise.withResolvers<void>();
  tab.open = promise;
  tab.waiting = {};
  takeOver.use();
  takeOver.changed(false);
  await soon();
  expect([tab.reloads, tab.offer]).toEqual([0, 'asked']);
  resolve();
  await soon();
  expect(tab.reloads).toBe(1);
});

test('after the reload nothing can reload the page again', async () => {
  const { tab, takeOver, kept, passes } = openTab();
  tab.waiting = {};
  takeOver.use();
  takeOver.changed(false);
  await soon();
  passes();
  takeOver.look();
  takeOver.changed(false);
  await soon();
  expect([tab.reloads, kept.size]).toEqual([1, 0]);
});

test('a page too old for the server checks before reloading', async () => {
  const { tab, takeOver } = openTab();
  tab.atServer = true;
  takeOver.use();
  await soon();
  expect([tab.offer, tab.reloads]).toEqual(['asked', 0]);
  const other = openTab();
  other.takeOver.use();
  await soon();
  expect(other.tab.reloads).toBe(1);
});
