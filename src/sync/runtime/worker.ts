import { expose } from 'comlink';
import { instant, systemClock } from '../../data/clock.ts';
import { makeDb } from '../../data/db.ts';
import { newId } from '../../data/ids.ts';
import { assertWriteEpoch } from '../../data/store-mutation.ts';
import type { MutationCopy } from '../../data/copies.ts';
import type { UnsavedMutation } from '../../data/unsaved-mutations.ts';
import { kindOf } from '../../data/write-queue.ts';
import { type Hint, openChannel } from './channel.ts';
import { type Engine, makeMemory } from './engine.ts';
import { httpTransport } from '../protocol/http.ts';
import { makeLeadership, type LeaderMessage, type Work } from './leadership.ts';
import { makeLoop } from './loop.ts';
import { recover } from '../recovery/recover.ts';
import { definitionOf } from './registry.ts';
import { makeRequestHold, type RequestHold } from './request-hold.ts';
import { makeStream } from '../protocol/stream.ts';

export interface StartOptions {
  databaseName: string;
  token: string;
  /** Identifies the sign-in of the token, epoch ms by this device's clock; only compared. */
  signedInAt: number;
  /** Absolute URL of the API. */
  base: string;
  copies: MutationCopy[];
}

export interface Unstored {
  keys: string[];
  kind: UnsavedMutation['kind'];
}

// The token is only here, in memory, and in the page's session.
let token = '';
let signedInAt = 0;
let device: ReturnType<typeof assemble> | null = null;

const worker = {
  /**
   * Stores mutations that exist only as copies, queues for the lead, then syncs this database with the server until the worker is
   * terminated. Returns what cannot be stored yet; the page then tries again.
   */
  async start(options: StartOptions): Promise<Unstored | null> {
    ({ token, signedInAt } = options);
    const isFirst = !device;
    device ??= assemble(options);
    const unstored = await device.write(options.copies);
    if (isFirst) void device.lead();
    return unstored;
  },
  /** The owner has signed in again. */
  async setToken(next: string, at: number): Promise<void> {
    token = next;
    signedInAt = at;
    device?.now();
  },
};

export type SyncWorker = typeof worker;
expose(worker);
// Errors reach the page by themselves; unhandled rejections need this to be reported.
if (import.meta.env.VITE_SENTRY_DSN)
  self.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => reportError(reason));

function assemble({ databaseName, base }: StartOptions) {
  const db = makeDb(databaseName);
  const still = makeRequestHold(systemClock, (...request) => fetch(...request));
  const channel = openChannel(databaseName);
  let isOnline = navigator.onLine !== false;
  let hear: (hint: Hint) => void = () => {};
  channel.onHint((hint) => {
    if (hint === 'online' || hint === 'offline') setOnline(hint === 'online');
    else if (hint === 'still') still.keep();
    else if (hint === 'go_on') still.end();
    // Messages from a worker to the pages.
    else if (!hint.startsWith('disk ')) hear(hint);
  });
  const setOnline = (next: boolean) => {
    isOnline = next;
    hear(next ? 'online' : 'offline');
  };
  self.addEventListener('offline', () => setOnline(false));
  self.addEventListener('online', () => setOnline(true));

  const begin = (isLeader: () => boolean): Work => {
    const engine: Engine = {
      db,
      memory: makeMemory(),
      definitions: definitionOf,
      transport: httpTransport(base, () => token, still.fetch),
      session: () => signedInAt,
      clock: systemClock,
      random: Math.random,
      newId,
      holder: newId(),
      isLeader,
      onDisk: (state) => channel.post(`disk ${state}`),
    };
    // The stream follows the loop: if the server answers, it can poke, whatever the browser says about the network.
    let hasStopped = false;
    const loop = makeLoop(engine, () => {
      if (!hasStopped) stream.open();
    });
    const stream = makeStream({
      base,
      token: () => token,
      fetch: still.fetch,
      clock: systemClock,
      random: Math.random,
      onVersion: loop.poke,
      onRefused: loop.now,
      onLost: loop.doubt,
    });
    hear = (hint) => {
      if (hint === 'kick') return loop.kick();
      if (hint === 'now') return loop.now();
      // An open stream would keep receiving while the page counts as offline.
      if (hint === 'offline') stream.close();
      loop.setOnline(hint === 'online');
    };
    if (!isOnline) hear('offline');
    loadComparison(engine, still);
    return {
      run: loop.run,
      stop() {
        hasStopped = true;
        stream.close();
        loop.stop();
      },
    };
  };
  const leadership = makeLeadership({
    databaseName,
    locks: navigator.locks,
    // A separate channel: workers of older code treat unknown messages as "offline".
    channel: openChannel<LeaderMessage>(`${databaseName}:leader`),
    clock: systemClock,
    random: Math.random,
    begin,
  });
  db.on('versionchange', () => {
    // Newer code or a logout: this worker writes nothing any more.
    db.close({ disableAutoOpen: true });
    leadership.end();
    return false;
  });

  return {
    lead: leadership.run,
    now: () => hear('now'),
    async write(copies: MutationCopy[]): Promise<Unstored | null> {
      const failed = await recover({ db, definitions: definitionOf, at: instant(systemClock.now()) }, copies);
      // Another tab may lead; it would not check the outbox for a minute.
      if (copies.length > 0) {
        channel.post('kick');
        hear('kick');
      }
      return failed && { keys: failed.left.map(({ entry }) => entry.key), kind: kindOf(failed.error) };
    },
  };
}

/** Late, so that its chunk does not slow down the first load. */
const COMPARE_AFTER_MS = 5_000;

/**
 * Optional: without its chunk the mirror is not compared, and outdated code compares nothing. Waits for the request hold, because loading a
 * chunk during an update could keep the old service worker in charge.
 */
function loadComparison(engine: Engine, still: RequestHold): void {
  systemClock.after(COMPARE_AFTER_MS, () => {
    assertWriteEpoch(engine.db)
      .then(still.over)
      .then(() => import('../protocol/compare.ts'))
      .then(
        ({ makeComparison }) => (engine.comparison = makeComparison(engine)),
        (error: unknown) => console.info('The mirror is not compared with the server', error),
      );
  });
}
