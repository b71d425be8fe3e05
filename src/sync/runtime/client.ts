import { wrap, type Remote } from 'comlink';
import { subscribe } from 'valtio';
import { absoluteApiBase } from '../../api/base.ts';
import { closeDb, currentStore, nameDevice, openFor } from '../../data/current.ts';
import type { SyncStatus } from '../../data/db.ts';
import { withDiskTimeout } from '../../data/disk.ts';
import { followEpoch } from '../../data/epoch.ts';
import { reportDisk } from '../../data/unsaved-mutations.ts';
import {
  saveForNextStart,
  readSavedForStart,
  rescueKeyFor,
  rescueOnLeave,
  type RescuedMutation,
} from '../../data/rescue-on-leave.ts';
import type { Store } from '../../data/store.ts';
import { follow } from '../../data/watch.ts';
import { followPageCache } from '../../lib/page-cache.ts';
import { scriptUrl } from '../../lib/script-url.ts';
import { endSession, noteWaiting, session } from '../../session/session.ts';
import { openChannel } from './channel.ts';
import { watchForClearedDatabase } from '../recovery/cleared-database.ts';
import { countWaiting, readSyncState } from './state.ts';
import type { SyncWorker } from './worker.ts';
// oxlint-disable-next-line import/default -- Vite answers the address of the built worker
import workerUrl from './worker.ts?worker&url';
import { setServerOffset } from '../../lib/server-now.ts';

export { isFirstLoad, useIsOnline, useSyncState, type SyncState } from './state.ts';

/** One for the whole page: a proxy that is collected leaves its calls hanging for ever (comlink, issue 692). */
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

/** Opens the database of the signed-in owner; null: there is none. What it holds can be shown before anything is synced. */
export function openOwnDatabase(): Store | null {
  const { authToken, user, restaurant } = session;
  if (!authToken || !user || !restaurant) return null;
  const store = openFor(user.id, restaurant.id);
  nameDevice(session.deviceName);
  return store;
}

/**
 * Opens the database of the signed-in owner and starts the worker. To be called when a session with a complete profile stands, and
 * again after each sign-in; calling it twice does no harm.
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
    followServer(store, channel),
    subscribe(session, followSession),
    followScreen(channel),
    followDisk(store, channel),
    rescueOnLeave(store, window),
    // After `pagehide` the worker may freeze while it holds the leader's lock, or inside a write transaction.
    followPageCache(window, {
      onKept: () => run.worker.terminate(),
      onShown: () => {
        Object.assign(run, spawn());
        void begin(run);
      },
    }),
    watchForClearedDatabase(store, (taps) => giveBack(run, taps)),
  );
  void begin(run);
}

/** Ends the worker and closes the database; both stay as they are on the disk. */
export function stopSync(): void {
  closeDb();
  stopWorker();
}

/** Wakes the leader: something is in the outbox. */
export function wakeWorker(): void {
  running?.channel.tell('kick');
}

/** Has the leader try at once, and waits for nothing. */
export function tryNow(): void {
  running?.channel.tell('now');
}

/**
 * Sends what waits, now. `drained`: the server has everything. `waiting`: it could not be reached within `waitMs`, a gate is closed, or the
 * disk does not take a tap of this page; `n` changes are still here. Rejects when the disk does not answer.
 */
export async function sendNow(
  waitMs = 15_000,
): Promise<{ kind: 'drained' } | { kind: 'waiting'; n: number; gate: SyncStatus['gate'] }> {
  const store = currentStore();
  const until = Date.now() + waitMs;
  store.writeQueue.retry();
  tryNow();
  for (;;) {
    // Before the database is read: what is stored meanwhile counts twice for a moment, never not at all.
    const unstored = store.unsaved.size;
    const state = await withDiskTimeout(store.clock, readSyncState(store.db));
    const n = state.waiting + unstored;
    if (n === 0) return { kind: 'drained' };
    if (Date.now() >= until || store.isOutdated || state.gate === 'auth' || state.gate === 'upgrade')
      return { kind: 'waiting', n, gate: state.gate };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** No tab's worker asks the server anything for a moment: a request in the wrong moment keeps an old service worker in charge. */
export function holdRequests(isStill: boolean): void {
  running?.channel.tell(isStill ? 'still' : 'go_on');
}

/** Before the page is loaded anew: taps reach the disk, and the server if it can be reached at once. Nothing depends on the second. */
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
  const { name: databaseName } = run.store.db;
  const behind = readSavedForStart(databaseName, window);
  const { signedInAt } = session;
  const options = { databaseName, token: run.token, signedInAt, base: absoluteApiBase(), leftBehind: behind.taps };
  await calling(run, async (remote) => {
    if (await remote.start(options)) behind.forget();
    // The disk is full, or its rows are not loaded yet. What newer code owns waits where it is for a reload, and nobody asks meanwhile.
    else setTimeout(() => running === run && !run.store.isOutdated && void begin(run), WRITE_AGAIN_MS);
  });
}

/** The browser has thrown the database away: what waited in it goes into the new one, and the person is told. */
function giveBack(run: Running, taps: RescuedMutation[]): void {
  const { unsavedMutations } = run.store;
  const key = 'cleared';
  if (taps.length > 0) saveForNextStart(rescueKeyFor(run.store), taps, window);
  unsavedMutations.put({
    key,
    call: '',
    kind: key,
    error: null,
    retry() {},
    discard: () => unsavedMutations.remove(key),
  });
  void begin(run);
}

async function handToken(run: Running, token: string): Promise<void> {
  run.token = token;
  await calling(run, (remote) => remote.setToken(token, session.signedInAt));
}

/** A call that is not answered means a worker that has died: another one takes its place. Safe at any moment, as after a reload. */
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
  // Out of the page cache it has another worker already.
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
  // The lock is released with the worker; what was in flight is taken over by its lease.
  running.worker.terminate();
  running.channel.close();
  running = null;
}

/** Changes that the server does not have, as this page last counted them. */
let waiting = 0;

/**
 * The worker says by its status that the token is dead: the session ends in each tab, the database stays sealed. It names the sign-in
 * that the token was of, since times mislead: a clock that was ahead for a day would end every sign-in of the next one.
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

/** A server that has only the specification's calls does not poke: this page says what it shows. */
function followServer(store: Store, channel: Running['channel']): () => void {
  let leaveLooks: (() => void) | null = null;
  const leave = follow(store, (db) => db.sync.bulkGet(['serverOffsetMs', 'plainSince']), {
    next: ([offset, plain]) => {
      store.serverOffsetMs = (offset?.value as number | undefined) ?? 0;
      setServerOffset(store.serverOffsetMs);
      session.isPlainApi = Boolean(plain?.value);
      if (!plain?.value || leaveLooks) return;
      leaveLooks = () => {};
      import('../rest-adapter/viewed-paths.ts').then(
        ({ reportViewedPaths }) => {
          leaveLooks &&= reportViewedPaths(window, (path) => channel.tell(`look ${path}`));
        },
        // Its lists are read when the page is opened again.
        () => {},
      );
    },
  });
  return () => {
    leave();
    leaveLooks?.();
    leaveLooks = null;
  };
}

/** The worker cannot keep what the server sends: its disk is full, or does not answer. */
function followDisk({ unsavedMutations }: Store, channel: Running['channel']): () => void {
  const kinds = { 'disk full': 'unkept', 'disk stuck': 'stuck', 'disk well': null } as const;
  channel.onHint((hint) => {
    if (hint in kinds) reportDisk(unsavedMutations, kinds[hint as keyof typeof kinds], () => channel.tell('now'));
  });
  return () => reportDisk(unsavedMutations, null);
}

/** Who looks at the screen again wants to see what is true; and the page hears of the connection, whoever leads. */
function followScreen(channel: Running['channel']): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') channel.tell('now');
  };
  const tellOnline = () => channel.tell('online');
  const tellOffline = () => channel.tell('offline');
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', tellOnline);
  window.addEventListener('offline', tellOffline);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', tellOnline);
    window.removeEventListener('offline', tellOffline);
  };
}

/** Another tab signed out, in, or in as somebody else. */
function followSession(): void {
  nameDevice(session.deviceName);
  if (!session.authToken) {
    // Read by the page that asks to sign in again; a logout has dealt with them.
    if (running && session.message !== null) noteWaiting(waiting);
    stopSync();
  } else startSync();
}
