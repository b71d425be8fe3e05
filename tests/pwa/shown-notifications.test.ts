import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOTIFICATIONS_LOCK } from '../../contract/sync/notification-action.ts';
import { pushBrowser } from '../../src/session/push-browser.ts';
import { showPushes } from '../../sw/push.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A browser with one page in front. As in Chromium, reading the shown notifications makes it forget one that is not on the screen
 * yet.
 */
function browser() {
  const known = new Set<string>();
  const onScreen = new Set<string>();
  const carried = new Map<string, object>();
  let onPush: (event: unknown) => void = () => undefined;
  const registration = {
    async showNotification(title: string, { data }: { data: object }) {
      carried.set(title, data);
      known.add(title);
      for (let i = 0; i < 3; i += 1) await turn();
      onScreen.add(title);
    },
    async getNotifications() {
      await turn();
      for (const title of known) if (!onScreen.has(title)) known.delete(title);
      return [...known].map((title) => ({
        data: { ...carried.get(title), order: title },
        close: () => void known.delete(title),
      }));
    },
  };
  showPushes({
    registration,
    location: { origin: 'https://galley.test' },
    navigator: { locks: navigator.locks },
    clients: { matchAll: async () => [] },
    addEventListener: (type: string, listener: typeof onPush) => {
      if (type === 'push') onPush = listener;
    },
  });
  const push = async (title: string) => {
    const text = JSON.stringify({ web_push: 8030, notification: { title } });
    let shown: Promise<void> = Promise.resolve();
    onPush({ data: { text: () => text }, waitUntil: (work: Promise<void>) => (shown = work) });
    await shown;
  };
  return { registration, known, onScreen, push };
}

let b: ReturnType<typeof browser>;
beforeEach(() => {
  b = browser();
  vi.stubGlobal('navigator', {
    locks: navigator.locks,
    serviceWorker: { getRegistration: async () => b.registration },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a notification shown while a page reads them stays reachable', async () => {
  await Promise.all(
    ['101', '102', '103'].flatMap((title) => [
      pushBrowser.closeShown(() => false),
      b.push(title),
      pushBrowser.closeShown(() => false),
    ]),
  );
  expect([...b.known]).toEqual(['101', '102', '103']);
  await pushBrowser.closeShown(({ order }) => order === '102');
  expect([...b.known]).toEqual(['101', '103']);
});

test('a page that hangs while reading does not block notifications', async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  let letGo = () => {};
  const hanging = navigator.locks.request(NOTIFICATIONS_LOCK, () => new Promise<void>((resolve) => (letGo = resolve)));
  const shown = b.push('104');
  await turn();
  expect([...b.onScreen]).toEqual([]);
  timeout.abort(new DOMException('', 'TimeoutError'));
  await shown;
  expect([...b.onScreen]).toEqual(['104']);
  letGo();
  await hanging;
});

test("shows the newest push's number when pushes arrive unordered", async () => {
  const badges: number[] = [];
  const start = () => {
    let onPush: (event: unknown) => void = () => undefined;
    showPushes({
      registration: b.registration,
      location: { origin: 'https://galley.test' },
      navigator: { locks: navigator.locks, setAppBadge: async (count: number) => void badges.push(count) },
      clients: { matchAll: async () => [] },
      addEventListener: (type: string, listener: typeof onPush) => {
        if (type === 'push') onPush = listener;
      },
    });
    return (sent_at: number, app_badge: number) => {
      const text = JSON.stringify({
        web_push: 8030,
        notification: { title: `Order ${app_badge}`, data: { sent_at } },
        app_badge,
      });
      return new Promise<void>((resolve) => {
        onPush({ data: { text: () => text }, waitUntil: (work: Promise<void>) => resolve(work) });
      });
    };
  };
  const push = start();
  await push(2000, 2);
  await push(1000, 1);
  // The browser stops an idle service worker.
  const pushLater = start();
  await pushLater(1500, 9);
  await Promise.all([pushLater(4000, 4), pushLater(3000, 3)]);
  expect(badges).toEqual([2, 4]);
});
