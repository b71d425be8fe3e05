import { wrap, type Remote } from 'comlink';
import { subscribe } from 'valtio';
import { absoluteApiBase } from '../../api/base.ts';
import { abortTransactions } from '../../data/abort-transactions.ts';
import type { MutationCopy } from '../../data/copies.ts';
import { closeDb, currentStore, nameDevice, openFor } from '../../data/current.ts';
import type { SyncStatus } from '../../data/db.ts';
import { withDiskTimeout } from '../../data/disk.ts';
import { followEpoch } from '../../data/epoch.ts';
import { reportDisk } from '../../data/unsaved-mutations.ts';
import type { Store } from '../../data/store.ts';
import { follow } from '../../data/watch.ts';
import { followPageCache } from '../../lib/page-cache.ts';
import { scriptUrl } from '../../lib/script-url.ts';
import { endSession, noteWaiting, session } from '../../session/session.ts';
import { openChannel } from './channel.ts';
import { watchForClearedDatabase } from '../recovery/cleared-database.ts';
import { countWaiting, readSyncState } from './state.ts';
import type { SyncWorker, Unstored } from './worker.ts';
// oxlint-disable-next-line import/default -- Vite answers the address of the built worker
import workerUrl from './worker.ts?worker&url';
import { setServerOffset } from '../../lib/server-now.ts';

export { isFirstLoad, useIsOnline, useSyncState, type SyncState } from './state.ts';

/** One for the whole page: calls of a garbage-collected proxy never resolve (comlink, issue 692). */
interface Running {
  store: Store;
  worker: Worker;
  remote: Remote<SyncWorker>;
  channel: ReturnType<typeof openChannel>;
  token: string;
  leave: (() => void)[];
}

let running: Running | null = null;
const CALL_WAIT_MS = 10_000;
const WRITE_AGAIN_MS = 5_000;

/** Opens the database of the signed-in owner; null if there is none. Its rows can be shown before the first sync. */
export function openOwnDatabase(): Store | null {
  const { authToken, user, restaurant } = session;
  if (!authToken || !user || !restaurant) return null;
  const store = openFor(user.id, restaurant.id);
  nameDevice(session.deviceName);
  return store;
}

/**
 * Opens the database of the signed-in owner and starts the worker. Call it once a session has a complete profile, and after each sign-in;
 * repeated calls do no harm.
 */
export function startSync(): void {
  const { authToken } = session;
  const store = openOwnDatabase();
  if (!authToken || !store) return;
  if (running?.store === store) {
    if (running.token !== authToken) void handToken(running, authToken);
    return;
  }
  stopWorker();
  const channel = openChannel(store.db.name);
  const run: Running = { store, ...spawn(), channel, token: authToken, leave: [] };
  running = run;
  store.onQueued = wakeWorker;
  run.leave.push(
    followStatus(store),
    followEpoch(store),
    followServerClock(store),
    subscribe(session, followSession),
    followScreen(channel),
    followDisk(store, channel),
    // After `pagehide` page and worker may freeze inside a transaction, and the worker while it holds the leader's lock.
    followPageCache(window, {
      onKept: () => {
        run.worker.terminate();
        abortTransactions();
      },
      onShown: () => {
        Object.assign(run, spawn());
        void begin(run);
      },
    }),
    watchForClearedDatabase(store, tryNow, () => void begin(run)),
  );
  void begin(run);
}

/** Ends the worker and closes the database. What is stored stays. */
export function stopSync(): void {
  closeDb();
  stopWorker();
}

/** Tells the leader that the outbox has a new entry. */
export function wakeWorker(): void {
  running?.channel.post('kick');
}

/** Makes the leader try at once. Does not wait for it. */
export function tryNow(): void {
  running?.channel.post('now');
}

/**
 * Sends all pending mutations now. `drained`: the server has everything. `waiting`: `n` are still here, because the server was not reached
 * within `waitMs`, the queue is blocked, or the disk refuses a mutation of this page. Rejects if the disk does not answer.
 */
export async function sendNow(
  waitMs = 15_000,
): Promise<{ kind: 'drained' } | { kind: 'waiting'; n: number; gate: SyncStatus['gate'] }> {
  const store = currentStore();
  const until = Date.now() + waitMs;
  store.writeQueue.retry();
  tryNow();
  for (;;) {
    // Before reading the database: a mutation stored in between counts twice for a moment, but is never missed.
    const unstored = store.unsaved.size;
    const state = await withDiskTimeout(store.clock, readSyncState(store.db));
    const n = state.waiting + unstored;
    if (n === 0) return { kind: 'drained' };
    if (Date.now() >= until || store.isOutdated || state.gate === 'auth' || state.gate === 'upgrade')
      return { kind: 'waiting', n, gate: state.gate };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Holds requests of all tabs' workers for a moment, or releases them: a request at the wrong time keeps an old service worker in charge.
 */
export function holdRequests(isStill: boolean): void {
  running?.channel.post(isStill ? 'still' : 'go_on');
}

/** Before a reload: waits until mutations are stored, and until they are sent if the server is reachable. The second is optional. */
export async function settle(waitMs = 2_000): Promise<void> {
  if (!running) return;
  await Promise.allSettled(running.store.running);
  if (navigator.onLine) await sendNow(waitMs);
}

function spawn(): Pick<Running, 'worker' | 'remote'> {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'galley-sync' });
  return { worker, remote: wrap<SyncWorker>(worker) };
}

async function begin(run: Running): Promise<void> {
  const { db, copies, unsaved } = run.store;
  const { signedInAt } = session;
  const list = copies.read();
  const options = { databaseName: db.name, token: run.token, signedInAt, base: absoluteApiBase(), copies: list };
  await calling(run, async (remote) => {
    const unstored = await remote.start(options);
    // The write queue reports what this page has made.
    for (const { entry } of list) if (!unsaved.has(entry.key)) reportCopy(run, entry, unstored);
    // The disk is full, or rows are not loaded yet. With outdated code, the mutations wait for a reload instead.
    if (unstored) setTimeout(() => running === run && !run.store.isOutdated && void begin(run), WRITE_AGAIN_MS);
  });
}

/** Tells the person of a mutation of which only the copy is left, until it is stored. */
function reportCopy(run: Running, { key, call }: MutationCopy['entry'], unstored: Unstored | null): void {
  const { copies, unsavedMutations } = run.store;
  if (!unstored?.keys.includes(key)) return unsavedMutations.remove(key);
  const discard = () => {
    copies.remove(key);
    unsavedMutations.remove(key);
  };
  unsavedMutations.put({ key, call, kind: unstored.kind, error: null, retry: () => void begin(run), discard });
}

async function handToken(run: Running, token: string): Promise<void> {
  run.token = token;
  await calling(run, (remote) => remote.setToken(token, session.signedInAt));
}

/**
 * Calls the worker. A call that is not answered means that the worker is dead, so another one replaces it. That is safe at any time, like a
 * reload.
 */
async function calling(run: Running, call: (remote: Remote<SyncWorker>) => Promise<void>): Promise<boolean> {
  const { remote } = run;
  const isAnswered = await Promise.race([
    call(remote).then(
      () => true,
      (error: unknown) => {
        console.warn('The sync worker failed', error);
        return false;
      },
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), CALL_WAIT_MS)),
  ]);
  // After the page cache it already has another worker.
  if (isAnswered || running !== run || run.remote !== remote) return isAnswered;
  run.worker.terminate();
  Object.assign(run, spawn());
  await new Promise((resolve) => setTimeout(resolve, 1000));
  if (running === run) await begin(run);
  return false;
}

function stopWorker(): void {
  if (!running) return;
  for (const leave of running.leave) leave();
  // This releases the lock. Entries in flight are taken over when their lease ends.
  running.worker.terminate();
  running.channel.close();
  running = null;
}

/** Mutations that the server does not have, as this page last counted them. */
let waiting = 0;

/**
 * When the worker's status reports an invalid token, ends the session in each tab; the database stays sealed. The status names the sign-in
 * of the token. Times would mislead: a clock that was ahead for a day would end every sign-in of the next day.
 */
function followStatus(store: Store): () => void {
  return follow(store, (db) => Promise.all([db.sync.get('status'), countWaiting(db)]), {
    next: ([row, count]) => {
      waiting = count;
      const status = row?.value as SyncStatus | undefined;
      if (status?.gate === 'auth' && status.session === session.signedInAt) endSession('unauthenticated');
    },
  });
}

function followServerClock(store: Store): () => void {
  return follow(store, (db) => db.sync.bulkGet(['serverOffsetMs', 'lastPullAt']), {
    next: ([offset, pulled]) => {
      store.serverOffsetMs = (offset?.value as number | undefined) ?? 0;
      store.offsetAtMs = Date.parse((pulled?.value as string | null | undefined) ?? '') || 0;
      setServerOffset(store.serverOffsetMs, store.offsetAtMs);
    },
  });
}

/** Reports that the worker cannot store what the server sends: its disk is full or does not answer. */
function followDisk({ unsavedMutations }: Store, channel: Running['channel']): () => void {
  const kinds = { 'disk full': 'unkept', 'disk stuck': 'stuck', 'disk well': null } as const;
  channel.onHint((hint) => {
    if (hint in kinds) reportDisk(unsavedMutations, kinds[hint as keyof typeof kinds], () => channel.post('now'));
  });
  return () => reportDisk(unsavedMutations, null);
}

/** Tells the leader when the screen becomes visible or the page's connection changes. */
function followScreen(channel: Running['channel']): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') channel.post('now');
  };
  const tellOnline = () => channel.post('online');
  const tellOffline = () => channel.post('offline');
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', tellOnline);
  window.addEventListener('offline', tellOffline);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', tellOnline);
    window.removeEventListener('offline', tellOffline);
  };
}

/** Another tab signed out, or signed in, possibly as somebody else. */
function followSession(): void {
  nameDevice(session.deviceName);
  if (!session.authToken) {
    // For the sign-in page. After a logout, the person has already dealt with them.
    if (running && session.message !== null) noteWaiting(waiting);
    stopSync();
  } else startSync();
}
