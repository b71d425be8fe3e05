import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOTIFICATIONS_LOCK } from '../../contract/sync/notification-action.ts';
import { pushBrowser } from '../../src/session/push-browser.ts';
import { showPushes } from '../../sw/push.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A browser with one page in front. As in Chromium, whoever asks for the shown notifications makes it forget one that is not on the screen yet. */
function browser() {
  const known = new Set<string>();
  const onScreen = new Set<string>();
  let onPush: (event: unknown) => void = () => undefined;
  const registration = {
    async showNotification(title: string) {
      known.add(title);
      for (let i = 0; i < 3; i += 1) await turn();
      onScreen.add(title);
    },
    async getNotifications() {
      await turn();
      for (const title of known) if (!onScreen.has(title)) known.delete(title);
      return [...known].map((title) => ({ data: { order: title }, close: () => void known.delete(title) }));
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

test('a notification that comes while a page looks through the shown ones stays within reach', async () => {
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

test('a page that hangs while it looks does not keep a notification from being shown', async () => {
  const patience = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  let letGo = () => {};
  const hanging = navigator.locks.request(NOTIFICATIONS_LOCK, () => new Promise<void>((resolve) => (letGo = resolve)));
  const shown = b.push('104');
  await turn();
  expect([...b.onScreen]).toEqual([]);
  patience.abort(new DOMException('', 'TimeoutError'));
  await shown;
  expect([...b.onScreen]).toEqual(['104']);
  letGo();
  await hanging;
});
