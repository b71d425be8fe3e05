import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { QUEUE_TAG, QUEUE_WAITS } from '../../contract/sync/background-sync.ts';
import { follow } from '../../src/data/watch.ts';
import { whenOffline } from '../../src/shell/background-sync.ts';
import { wakePagesOnSync } from '../../sw/background-sync.ts';
import { makeServer } from '../support/reference-server.ts';
import { openTablet } from '../support/tablet.ts';

vi.mock('../../src/sync/runtime/client.ts', () => ({ tryNow: () => undefined })); // its worker is a file of the built app

/** A service worker that can find its pages, and do nothing else: whatever it tries beyond that is a fault. */
function serviceWorker(pages: number) {
  const told: unknown[] = [];
  let onSync: ((event: unknown) => void) | undefined;
  const sw = {
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      expect(name).toBe('sync');
      onSync = listener;
    },
    clients: {
      matchAll: async () =>
        Array.from({ length: pages }, (_, page) => ({
          postMessage: (message: unknown) => void told.push([page, message]),
        })),
    },
  };
  wakePagesOnSync(sw);
  const sync = async (tag: string) => {
    const waits: Promise<unknown>[] = [];
    onSync!({ tag, waitUntil: (wait: Promise<unknown>) => void waits.push(wait) });
    await Promise.all(waits);
    return told;
  };
  return { sync };
}

test('when there is a network again every page is asked to send; the service worker itself does nothing (R47)', async () => {
  expect(await serviceWorker(2).sync(QUEUE_TAG)).toEqual([
    [0, { type: QUEUE_WAITS }],
    [1, { type: QUEUE_WAITS }],
  ]);
  expect(await serviceWorker(0).sync(QUEUE_TAG)).toEqual([]);
  expect(await serviceWorker(2).sync('of something else')).toEqual([]);
});

test('the browser is asked to tell once for each time without a network (R47)', async () => {
  const { store, db } = await openTablet({ transport: makeServer().transport });
  const note = vi.fn<() => void>();
  const seen: unknown[] = [];
  const ends = [
    whenOffline(store, note),
    follow(store, (of) => of.sync.get('status'), { next: (row) => void seen.push(row?.value), fail: () => undefined }),
  ];
  const say = async (gate: string, nextTryAt: number | null = null) => {
    const value = { gate, since: null, nextTryAt, requestId: null, phase: 'idle' };
    await db.sync.put({ name: 'status', value });
    await vi.waitFor(() => expect(seen).toContainEqual(value), { timeout: 90_000 });
    return note.mock.calls.length;
  };
  expect(await say('auth')).toBe(0);
  expect(await say('offline', 1)).toBe(1);
  expect(await say('offline', 2)).toBe(1);
  expect(await say('open')).toBe(1);
  expect(await say('offline', 3)).toBe(2);
  for (const end of ends) end();
});
