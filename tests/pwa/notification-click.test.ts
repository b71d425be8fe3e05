import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACTION_LIFETIME_MS } from '../../contract/sync/notification-action.ts';
import { takeActions } from '../../src/shell/notifications/notification-actions.ts';
import { openNotification } from '../../sw/notification-click.ts';

const origin = 'https://galley.test';
const order = '0192a4d0-1111-7000-8000-000000000001';
const path = `/restaurant/orders/${order}`;

/** How a page reacts to the message that a tap waits. */
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
  const click = async (data: unknown, action = '') => {
    const notification = { data, close: () => void did.push('close') };
    const done = openNotification(sw, notification as never, action);
    // Messages between ports are real; only the service worker's timeout is simulated.
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(2000);
    await done;
    return did;
  };
  return { tap: click, takenActions: () => takeActions(caches) };
}

/** The browser's caches, as far as taps use them. */
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

const message = { path, order, notification: null };

test('hands Accept to the page used last and focuses it', async () => {
  const { tap: click, takenActions } = system([
    { url: `${origin}/login`, focused: true, visibilityState: 'visible' },
    { url: `${origin}/restaurant/menu` },
    { url: `${origin}/restaurant/orders?view=kitchen`, visibilityState: 'visible' },
  ]);
  expect(await click(message, 'accept')).toEqual(['close', `focus ${origin}/restaurant/orders?view=kitchen`]);
  expect(await takenActions()).toEqual([{ path, accept: order, at: Date.now() - 2000 }]);
});

test('opens a page on the order when there is none', async () => {
  for (const pages of [[], [{ url: `${origin}/login` }], [{ url: `${origin}/dev/mail` }]]) {
    const { tap: click, takenActions } = system(pages);
    expect(await click(message, 'accept')).toEqual(['close', `open ${origin}${path}?source=push`]);
    expect(await takenActions()).toMatchObject([{ accept: order }]);
  }
});

test('keeps two acceptances in order and delivers each once (R1)', async () => {
  const { tap: click, takenActions } = system([]);
  const other = { path: '/restaurant/orders/2', order: '0192a4d0-1111-7000-8000-000000000002' };
  await click(message, 'accept');
  await click(other, 'accept');
  expect((await takenActions()).map(({ accept }) => accept)).toEqual([order, other.order]);
  expect(await takenActions()).toEqual([]);
});

test('drops a tap that is too old', async () => {
  const { tap: click, takenActions } = system([]);
  await click(message, 'accept');
  vi.setSystemTime(Date.now() + ACTION_LIFETIME_MS);
  expect(await takenActions()).toEqual([]);
  vi.setSystemTime(Date.now() - ACTION_LIFETIME_MS);
  expect(await takenActions()).toEqual([]);
});

test('opens another page when one hangs or is late', async () => {
  for (const answer of ['says nothing', 'was too late'] as const) {
    const { tap: click } = system([{ url: `${origin}/restaurant/orders`, answer }]);
    const did = ['close', `focus ${origin}/restaurant/orders`, `open ${origin}${path}?source=push`];
    expect(await click(message, 'open')).toEqual(did);
  }
});

test("opens no page when an earlier tap's page took it", async () => {
  const { tap: click } = system([{ url: `${origin}/restaurant/orders`, answer: 'took it before' }]);
  expect(await click(message, 'accept')).toEqual(['close', `focus ${origin}/restaurant/orders`]);
});

test('a tap beside the buttons opens the order, accepting nothing', async () => {
  for (const action of ['', 'open', 'delete everything']) {
    const { tap: click, takenActions } = system([]);
    await click(message, action);
    expect(await takenActions()).toMatchObject([{ path, accept: null }]);
  }
});

test('a notification leads only to pages of this app', async () => {
  for (const path of ['https://evil.example/', '//evil.example', '/backend/auth/logout', undefined, 7])
    expect((await system([]).tap({ path, order: null }))[1]).toBe(`open ${origin}/restaurant/orders?source=push`);
});
