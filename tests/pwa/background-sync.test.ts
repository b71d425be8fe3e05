import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { QUEUE_TAG, QUEUE_WAITS } from '../../contract/sync/background-sync.ts';
import { follow } from '../../src/data/watch.ts';
import { whenOffline } from '../../src/shell/pwa/background-sync.ts';
import { wakePagesOnSync } from '../../sw/background-sync.ts';
import { makeServer } from '../support/reference-server.ts';
import { openTablet } from '../support/tablet.ts';
import { soon } from '../support/soon.ts';

vi.mock('../../src/sync/runtime/client.ts', () => ({ tryNow: () => undefined })); // its worker is a file of the built app

/** A service worker that can only find its pages; anything else that it tries throws. */
function serviceWorker(pages: number) {
  const messages: unknown[] = [];
  let onSync: ((event: unknown) => void) | undefined;
  const sw = {
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      expect(name).toBe('sync');
      onSync = listener;
    },
    clients: {
      matchAll: async () =>
        Array.from({ length: pages }, (_, page) => ({
          postMessage: (message: unknown) => void messages.push([page, message]),
        })),
    },
  };
  wakePagesOnSync(sw);
  const sync = async (tag: string) => {
    const waits: Promise<unknown>[] = [];
    onSync!({ tag, waitUntil: (wait: Promise<unknown>) => void waits.push(wait) });
    await Promise.all(waits);
    return messages;
  };
  return { sync };
}

test('wakes every page when the network returns, sending nothing itself (R47)', async () => {
  expect(await serviceWorker(2).sync(QUEUE_TAG)).toEqual([
    [0, { type: QUEUE_WAITS }],
    [1, { type: QUEUE_WAITS }],
  ]);
  expect(await serviceWorker(0).sync(QUEUE_TAG)).toEqual([]);
  expect(await serviceWorker(2).sync('of something else')).toEqual([]);
});

test('registers one background sync per offline period (R47)', async () => {
  const { store, db } = await openTablet({ transport: makeServer().transport });
  const note = vi.fn<() => void>();
  const seen: unknown[] = [];
  const ends = [
    whenOffline(store, note),
    follow(store, (of) => of.sync.get('status'), { next: (row) => void seen.push(row?.value), fail: () => undefined }),
  ];
  const setStatus = async (gate: string, nextTryAt: number | null = null) => {
    const value = { gate, since: null, nextTryAt, requestId: null, phase: 'idle' };
    await db.sync.put({ name: 'status', value });
    await soon(() => expect(seen).toContainEqual(value));
    return note.mock.calls.length;
  };
  expect(await setStatus('auth')).toBe(0);
  expect(await setStatus('offline', 1)).toBe(1);
  expect(await setStatus('offline', 2)).toBe(1);
  expect(await setStatus('open')).toBe(1);
  expect(await setStatus('offline', 3)).toBe(2);
  for (const end of ends) end();
});
