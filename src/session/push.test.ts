import { beforeEach, expect, test } from 'vitest';
import type { PushTopic } from '../../contract/notifications/push-calls.ts';
import type { send } from '../api/send.ts';
import { makePush, type Push } from './push.ts';
import { supportOf, type BrowserSubscription, type PushBrowser } from './push-browser.ts';

const restaurant = '0192a4d0-0000-7000-8000-00000000000a';
const tablet = '0192a4d0-0000-7000-8000-00000000000b';

/** The browser and the server of one tablet, with their state. */
function world() {
  const kept = new Map<string, string>();
  const server = {
    key: 'server-key',
    isAway: false,
    devices: new Map<string, { endpoint: string; wants: PushTopic[] }>(),
  };
  let held: BrowserSubscription | null = null;
  let count = 0;
  const browser: PushBrowser & { answer: NotificationPermission; drop(): void; isBroken: boolean; shown: number } = {
    answer: 'granted',
    isBroken: false,
    shown: 2,
    drop: () => void (held = null),
    support: () => 'yes',
    permission: () => permission,
    askPermission: async () => (permission = browser.answer),
    current: async () => held,
    subscribe: async (publicKey) => {
      if (browser.isBroken) throw new Error('Registration failed');
      const endpoint = `https://fcm.googleapis.com/${(count += 1)}`;
      held = {
        endpoint,
        keys: { p256dh: 'p', auth: 'a' },
        publicKey,
        unsubscribe: async () => void (held = null),
      };
      return held;
    },
    closeShown: async () => void (browser.shown = 0),
    clearBadge: async () => {},
  };
  let permission: NotificationPermission = 'default';
  let here = restaurant;
  const answer = (call: { name: string }, args: { body?: { endpoint: string; wants: PushTopic[] } }) => {
    if (server.isAway) return { ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: '' } };
    if (call.name === 'push.devices') return { ok: true, data: { public_key: server.key, devices: [] } };
    if (call.name === 'push.subscribe')
      server.devices.set(tablet, { endpoint: args.body!.endpoint, wants: args.body!.wants });
    if (call.name === 'push.unsubscribe' && !server.devices.delete(tablet))
      return { ok: false, kind: 'refused', status: 404, error: { code: 'not_found', message: '' } };
    return { ok: true, data: { ok: true } };
  };
  const start = (): Push =>
    makePush({
      browser,
      send: (async (call: never, args: never) => answer(call, args)) as unknown as typeof send,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      who: () => ({ restaurantId: here, deviceId: tablet, deviceName: 'Counter' }),
    });
  return {
    browser,
    server,
    start,
    held: () => held,
    signInTo: (id: string) => void (here = id),
  };
}

let w: ReturnType<typeof world>;
let push: Push;
beforeEach(() => {
  w = world();
  push = w.start();
});

const registered = () => w.server.devices.get(tablet);

test('turning notifications on sends the chosen topics', async () => {
  await push.turnOn(['orders']);
  expect(registered()).toEqual({ endpoint: w.held()!.endpoint, wants: ['orders'] });
  expect(push.state).toMatchObject({ wants: ['orders'], permission: 'granted', fault: null, isBusy: false });
});

test("declining the browser's prompt changes nothing", async () => {
  w.browser.answer = 'denied';
  await push.turnOn(['orders']);
  expect([push.state.permission, push.state.wants, push.state.fault, w.held()]).toEqual(['denied', null, null, null]);
});

test('renews the subscription at each start, even a dropped one', async () => {
  await push.turnOn(['orders', 'chats']);
  const first = registered()!.endpoint;
  w.server.devices.clear();
  await w.start().renew();
  expect(registered()!.endpoint).toBe(first);
  w.browser.drop();
  await w.start().renew();
  expect(registered()).toEqual({ endpoint: w.held()!.endpoint, wants: ['orders', 'chats'] });
  expect(registered()!.endpoint).not.toBe(first);
});

test("a new server key renews the browser's subscription", async () => {
  await push.turnOn(['orders']);
  w.server.key = 'another-key';
  await w.start().renew();
  expect([w.held()!.publicKey, registered()!.endpoint]).toEqual(['another-key', w.held()!.endpoint]);
});

test('a start without a network changes and reports nothing', async () => {
  await push.turnOn(['orders']);
  w.server.isAway = true;
  const later = w.start();
  await later.renew();
  expect(later.state).toMatchObject({ wants: ['orders'], fault: null });
});

test('reports a browser that fails and an unreachable server', async () => {
  w.browser.isBroken = true;
  await push.turnOn(['orders']);
  expect([push.state.fault, push.state.wants]).toEqual(['browser', null]);
  w.browser.isBroken = false;
  w.server.isAway = true;
  await push.turnOn(['orders']);
  expect([push.state.fault, push.state.wants]).toEqual(['offline', null]);
});

test('off stays off in browser, server and later starts', async () => {
  await push.turnOn(['orders']);
  await push.turnOff();
  await w.start().renew();
  expect([w.held(), registered(), push.state.wants]).toEqual([null, undefined, null]);
  await push.turnOff();
  expect(push.state.fault).toBeNull();
});

test('a logout separates the restaurants of one tablet', async () => {
  await push.turnOn(['orders']);
  await push.forget();
  expect([w.held(), w.browser.shown]).toEqual([null, 0]);
  await push.turnOn(['orders']);
  w.signInTo('0192a4d0-0000-7000-8000-00000000000c');
  const theirs = w.start();
  await theirs.renew();
  expect([theirs.state.wants, w.held()]).toEqual([null, null]);
});

const surroundings = (userAgent: string, more: object = {}) => ({
  isSecureContext: true,
  PushManager: {},
  Notification: {},
  navigator: { userAgent, maxTouchPoints: 5, serviceWorker: {} },
  matchMedia: () => ({ matches: false }),
  ...more,
});
const onHomeScreen = { matchMedia: () => ({ matches: true }) };
const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/156.0 Safari/537.36';

test.each([
  ['an iPad in a tab', surroundings(iPad), 'home_screen'],
  ['an iPad with Galley on its Home Screen', surroundings(iPad, onHomeScreen), 'yes'],
  [
    'an iPad from before 16.4',
    surroundings(iPad, { ...onHomeScreen, navigator: { userAgent: iPad, maxTouchPoints: 5 } }),
    'old',
  ],
  ['an Android tablet', surroundings(android), 'yes'],
  ['an Android tablet over http', surroundings(android, { isSecureContext: false }), 'insecure'],
  ['a browser without push', surroundings(android, { navigator: { userAgent: android } }), 'none'],
])('recognises %s', (_what, around, support) => {
  expect(supportOf(around)).toBe(support);
});
