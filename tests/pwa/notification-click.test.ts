import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TAP_PATH, type PushedTap } from '../../contract/pushed-tap.ts';
import { openTapped } from '../../sw/notification-click.ts';

const origin = 'https://galley.test';
const order = '0192a4d0-1111-7000-8000-000000000001';
const path = `/restaurant/orders/${order}`;

/** What a page does with the message that a tap waits. */
type Answer = 'takes it' | 'says nothing' | 'was too late';

interface Page {
  url: string;
  focused?: boolean;
  visibilityState?: 'visible' | 'hidden';
  answer?: Answer;
}

/** A service worker with these pages, and what it did. */
function system(pages: Page[]) {
  const kept = new Map<string, PushedTap>();
  const did: string[] = [];
  const sw = {
    location: { origin },
    caches: {
      open: async () => ({
        put: async (name: string, response: Response) => void kept.set(name, (await response.json()) as PushedTap),
      }),
    },
    clients: {
      matchAll: async () =>
        pages.map(({ answer = 'takes it', ...page }) => ({
          visibilityState: 'hidden',
          ...page,
          focus: async () => void did.push(`focus ${page.url}`),
          postMessage: (_message: unknown, [port]: [MessagePort]) => {
            if (answer !== 'says nothing') port.postMessage(answer === 'takes it');
          },
        })),
      openWindow: async (url: string) => void did.push(`open ${url}`),
    },
  };
  const tap = async (data: unknown, action = '') => {
    const notification = { data, close: () => void did.push('close') };
    const done = openTapped(sw, notification as never, action);
    // Messages between ports are real; only the patience of the service worker is counted by hand.
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(2000);
    await done;
    return { did, tap: kept.get(TAP_PATH) };
  };
  return { tap };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const told = { path, order, notification: null };

test('Accept is handed to the page that the person looked at last, which comes to the front', async () => {
  const { did, tap } = await system([
    { url: `${origin}/login`, focused: true, visibilityState: 'visible' },
    { url: `${origin}/restaurant/menu` },
    { url: `${origin}/restaurant/orders?view=kitchen`, visibilityState: 'visible' },
  ]).tap(told, 'accept');
  expect(did).toEqual(['close', `focus ${origin}/restaurant/orders?view=kitchen`]);
  expect(tap).toEqual({ path, accept: order, at: Date.now() - 2000 });
});

test('without a page of the app one is opened on the order, and finds the tap waiting', async () => {
  for (const pages of [[], [{ url: `${origin}/login` }], [{ url: `${origin}/dev/mail` }]]) {
    const { did, tap } = await system(pages).tap(told, 'accept');
    expect(did).toEqual(['close', `open ${origin}${path}?source=push`]);
    expect(tap?.accept).toBe(order);
  }
});

test('a page that hangs, or came too late, is not waited for: another one is opened', async () => {
  for (const answer of ['says nothing', 'was too late'] as const) {
    const { did } = await system([{ url: `${origin}/restaurant/orders`, answer }]).tap(told, 'open');
    expect(did).toEqual(['close', `focus ${origin}/restaurant/orders`, `open ${origin}${path}?source=push`]);
  }
});

test('a tap beside the buttons opens the order and accepts nothing', async () => {
  for (const action of ['', 'open', 'delete everything'])
    expect((await system([]).tap(told, action)).tap).toMatchObject({ path, accept: null });
});

test('a notification leads nowhere but to a page of this app, whatever it carries', async () => {
  for (const path of ['https://evil.example/', '//evil.example', '/backend/auth/logout', undefined, 7])
    expect((await system([]).tap({ path, order: null })).did[1]).toBe(`open ${origin}/restaurant/orders?source=push`);
});
