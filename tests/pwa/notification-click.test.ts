import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACTION_LIFETIME_MS } from '../../contract/sync/notification-action.ts';
import { takeActions } from '../../src/shell/notification-actions.ts';
import { openNotification } from '../../sw/notification-click.ts';

const origin = 'https://galley.test';
const order = '0192a4d0-1111-7000-8000-000000000001';
const path = `/restaurant/orders/${order}`;

/** What a page does with the message that a tap waits. */
type Answer = 'takes it' | 'says nothing' | 'was too late' | 'took it before';

interface Page {
  url: string;
  focused?: boolean;
  visibilityState?: 'visible' | 'hidden';
  answer?: Answer;
}

/** A service worker with these pages, and what it did. */
function system(pages: Page[]) {
  const caches = makeCaches();
  const did: string[] = [];
  const sw = {
    location: { origin },
    caches,
    clients: {
      matchAll: async () =>
        pages.map(({ answer = 'takes it', ...page }) => ({
          visibilityState: 'hidden',
          ...page,
          focus: async () => void did.push(`focus ${page.url}`),
          postMessage: async (_message: unknown, [port]: [MessagePort]) => {
            if (answer === 'took it before') await takeActions(caches);
            if (answer !== 'says nothing') port.postMessage(answer === 'takes it');
          },
        })),
      openWindow: async (url: string) => void did.push(`open ${url}`),
    },
  };
  const tap = async (data: unknown, action = '') => {
    const notification = { data, close: () => void did.push('close') };
    const done = openNotification(sw, notification as never, action);
    // Messages between ports are real; only the patience of the service worker is counted by hand.
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(2000);
    await done;
    return did;
  };
  return { tap, taken: () => takeActions(caches) };
}

/** The caches of a browser, as far as taps go through them. */
function makeCaches(): CacheStorage {
  const kept = new Map<string, Response>();
  const cache = {
    keys: async () => [...kept.keys()],
    put: async (key: string, response: Response) => void kept.set(key, response),
    match: async (key: string) => kept.get(key)?.clone(),
    delete: async (key: string) => kept.delete(key),
  };
  return { open: async () => cache } as unknown as CacheStorage;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const told = { path, order, notification: null };

test('Accept is handed to the page that the person looked at last, which comes to the front', async () => {
  const { tap, taken } = system([
    { url: `${origin}/login`, focused: true, visibilityState: 'visible' },
    { url: `${origin}/restaurant/menu` },
    { url: `${origin}/restaurant/orders?view=kitchen`, visibilityState: 'visible' },
  ]);
  expect(await tap(told, 'accept')).toEqual(['close', `focus ${origin}/restaurant/orders?view=kitchen`]);
  expect(await taken()).toEqual([{ path, accept: order, at: Date.now() - 2000 }]);
});

test('without a page of the app one is opened on the order, and finds the tap waiting', async () => {
  for (const pages of [[], [{ url: `${origin}/login` }], [{ url: `${origin}/dev/mail` }]]) {
    const { tap, taken } = system(pages);
    expect(await tap(told, 'accept')).toEqual(['close', `open ${origin}${path}?source=push`]);
    expect(await taken()).toMatchObject([{ accept: order }]);
  }
});

test('two orders that are accepted before a page looks both wait for it, the first one first, and are taken once (R1)', async () => {
  const { tap, taken } = system([]);
  const other = { path: '/restaurant/orders/2', order: '0192a4d0-1111-7000-8000-000000000002' };
  await tap(told, 'accept');
  await tap(other, 'accept');
  expect((await taken()).map(({ accept }) => accept)).toEqual([order, other.order]);
  expect(await taken()).toEqual([]);
});

test('what was tapped too long ago is not done any more, and does not stay', async () => {
  const { tap, taken } = system([]);
  await tap(told, 'accept');
  vi.setSystemTime(Date.now() + ACTION_LIFETIME_MS);
  expect(await taken()).toEqual([]);
  vi.setSystemTime(Date.now() - ACTION_LIFETIME_MS);
  expect(await taken()).toEqual([]);
});

test('a page that hangs, or came too late, is not waited for: another one is opened', async () => {
  for (const answer of ['says nothing', 'was too late'] as const) {
    const { tap } = system([{ url: `${origin}/restaurant/orders`, answer }]);
    const did = ['close', `focus ${origin}/restaurant/orders`, `open ${origin}${path}?source=push`];
    expect(await tap(told, 'open')).toEqual(did);
  }
});

test('a page that took it with the tap before needs no other one', async () => {
  const { tap } = system([{ url: `${origin}/restaurant/orders`, answer: 'took it before' }]);
  expect(await tap(told, 'accept')).toEqual(['close', `focus ${origin}/restaurant/orders`]);
});

test('a tap beside the buttons opens the order and accepts nothing', async () => {
  for (const action of ['', 'open', 'delete everything']) {
    const { tap, taken } = system([]);
    await tap(told, action);
    expect(await taken()).toMatchObject([{ path, accept: null }]);
  }
});

test('a notification leads nowhere but to a page of this app, whatever it carries', async () => {
  for (const path of ['https://evil.example/', '//evil.example', '/backend/auth/logout', undefined, 7])
    expect((await system([]).tap({ path, order: null }))[1]).toBe(`open ${origin}/restaurant/orders?source=push`);
});
