import { expose } from 'comlink';
import { instant, systemClock } from '../data/clock.ts';
import { type GalleyDb, makeDb } from '../data/db.ts';
import { newId } from '../data/ids.ts';
import { OutdatedCode } from '../data/record.ts';
import type { RescuedTap } from '../data/rescue.ts';
import { openChannel } from './channel.ts';
import type { Engine } from './engine.ts';
import { httpTransport } from './http.ts';
import { type Loop, makeLoop } from './loop.ts';
import { recover } from './recover.ts';
import { definitionOf } from './registry.ts';
import { makeStill } from './still.ts';
import { makeStream } from './stream.ts';
import type { PlainWay } from './plain/way.ts';
import { wayFinder } from './way.ts';

export interface StartOptions {
  databaseName: string;
  token: string;
  /** Absolute address of the API. */
  base: string;
  /** Taps of a page that went away before they were written. */
  leftBehind: RescuedTap[];
}

// The token is here, in memory, and in the page's session; nothing else stores it.
let token = '';
let loop: Loop | null = null;

const worker = {
  /**
   * Writes what earlier pages left behind, waits for its turn to lead, then keeps this database in step with the server until the worker
   * is terminated. False: newer code owns the database, and nothing of it was touched.
   */
  async start(options: StartOptions): Promise<boolean> {
    token = options.token;
    if (loop) {
      loop.now();
      return true;
    }
    const started = assemble(options);
    loop = started.loop;
    try {
      await recover({ db: started.db, definitions: definitionOf, at: instant(systemClock.now()) }, options.leftBehind);
    } catch (error) {
      if (!(error instanceof OutdatedCode)) throw error;
      return false;
    }
    // Another tab may lead, and it does not look by itself for a minute.
    if (options.leftBehind.length > 0) started.kick();
    void lead(options.databaseName, started.run);
    return true;
  },
  /** The owner has signed in again. */
  async setToken(next: string): Promise<void> {
    token = next;
    loop?.now();
  },
};

export type SyncWorker = typeof worker;
expose(worker);

function assemble(options: StartOptions): { db: GalleyDb; loop: Loop; run: () => Promise<void>; kick: () => void } {
  const db = makeDb(options.databaseName);
  const still = makeStill(systemClock, (...request) => fetch(...request));
  let isLeader = false;
  let plain: PlainWay | null = null;
  const transport = httpTransport(options.base, () => token, still.fetch);
  const engine: Engine = {
    db,
    definitions: definitionOf,
    transport,
    clock: systemClock,
    random: Math.random,
    newId,
    holder: newId(),
    isLeader: () => isLeader,
  };
  // The stream follows the loop: whoever is answered can be poked, whatever the browser says of the connection.
  const made = makeLoop(
    engine,
    (way) => {
      if (way.kind === 'protocol') stream.open();
    },
    wayFinder(engine, {
      hello: transport.hello,
      async plain() {
        const { startPlain } = await import('./plain/start.ts');
        return (plain = startPlain(engine, options.base, () => token, still.fetch));
      },
    }),
  );
  const stream = makeStream({
    base: options.base,
    token: () => token,
    fetch: still.fetch,
    clock: systemClock,
    random: Math.random,
    onVersion: made.poke,
    onRefused: made.now,
  });
  const channel = openChannel(options.databaseName);
  const setOnline = (isOnline: boolean) => {
    // An open stream goes on receiving while the page counts as offline.
    if (!isOnline) stream.close();
    made.setOnline(isOnline);
  };
  channel.onHint((hint) => {
    if (hint === 'kick') made.kick();
    else if (hint === 'now') made.now();
    else if (hint === 'still') still.keep();
    else if (hint === 'go_on') still.end();
    else if (hint === 'online' || hint === 'offline') setOnline(hint === 'online');
    else {
      plain?.look(hint.slice('look '.length));
      made.kick();
    }
  });

  const run = async (hasLock: boolean): Promise<void> => {
    isLeader = hasLock;
    self.addEventListener('offline', () => setOnline(false));
    self.addEventListener('online', () => setOnline(true));
    if (navigator.onLine === false) setOnline(false);
    loadComparison(engine);
    await made.run();
  };
  db.on('versionchange', () => {
    // Newer code, or a logout: from here on this worker writes nothing.
    db.close({ disableAutoOpen: true });
    stream.close();
    made.stop();
    return false;
  });
  return { db, loop: made, run: () => run(Boolean(navigator.locks)), kick: () => channel.tell('kick') };
}

/** Nothing waits for it: without it, as when its chunk is gone, the mirror is not compared. */
function loadComparison(engine: Engine): void {
  import('./compare.ts').then(
    ({ makeComparison }) => (engine.comparison = makeComparison(engine)),
    (error: unknown) => console.info('The mirror is not compared with the server', error),
  );
}

/**
 * One queued request, no probe: two probes can both be told "you lead". Without Web Locks (plain http on a local network) every tab
 * works; leases and the server's count keep that harmless.
 */
async function lead(databaseName: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`${databaseName}:leader`, run);
  else await run();
}
