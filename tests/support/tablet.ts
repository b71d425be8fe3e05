import type { Transaction } from 'dexie';
import { vi } from 'vitest';
import { tables, type Row, type Table } from '../../contract/entity.ts';
import type { Clock } from '../../src/data/clock.ts';
import type { GalleyDb, Mirrored } from '../../src/data/db.ts';
import { databaseName, makeDb } from '../../src/data/db.ts';
import { makeIds } from '../../src/data/ids.ts';
import { makeStore, type Store } from '../../src/data/store.ts';
import { makeComparison } from '../../src/sync/protocol/compare.ts';
import { makeMemory, type Engine } from '../../src/sync/runtime/engine.ts';
import { prepare } from '../../src/sync/protocol/identity.ts';
import { pullOnce } from '../../src/sync/protocol/pull.ts';
import { pushOnce } from '../../src/sync/protocol/push.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';
import type { PushResult } from '../../src/sync/protocol/push.ts';
import type { PullResult } from '../../src/sync/protocol/pull.ts';
import type { Transport } from '../../src/sync/protocol/transport.ts';
import { makeDisk, type Disk } from '../sim/disk.ts';
import { makeTime, type VirtualTime } from '../sim/virtual-clock.ts';
import { id } from './rows.ts';

export const START = Date.parse('2026-11-20T19:00:00.000Z');

/** One tab of one tablet: the local database, the store for mutations, and an engine that does one step at a time when told to. */
export interface Tablet {
  db: GalleyDb;
  store: Store;
  engine: Engine;
  time: VirtualTime;
  disk: Disk;
  push(): Promise<PushResult>;
  pull(): Promise<PullResult>;
  /** Waits until all work in progress has ended or waits for time to pass. */
  untilIdle(): Promise<void>;
  /** Advances the tablet's clock by `ms` and runs everything that is due. */
  pass(ms: number): Promise<void>;
  /** Pulls until nothing is left. */
  load(): Promise<void>;
  /** Pushes, then pulls, until neither has anything to do. */
  sync(): Promise<void>;
  row<T extends Table>(table: T, id: string): Promise<Mirrored<T> | null>;
  /** Ends the tab as a crash does: what is not on disk is gone. Opening another tablet on the same disk reloads the page. */
  kill(): void;
  /** Breaks the tab's database connections, as Safari does in the background. */
  loseConnections(): void;
  counters(): Promise<{ issued: number; done: number; dead: number; withdrawn: number }>;
}

export interface TabletOptions {
  transport: Transport;
  /** The disk of another tab of the same tablet. */
  disk?: Disk;
  time?: VirtualTime;
  isLeader?: boolean;
  holder?: string;
  isOffline?: () => boolean;
}

let opened = 0;

export async function openTablet(options: TabletOptions): Promise<Tablet> {
  const { transport, disk = makeDisk(), time = makeTime(START), isLeader = true, isOffline = () => false } = options;
  const { indexedDB, IDBKeyRange, kill, loseConnections } = disk.tab();
  const db = makeDb(databaseName(id(1), id(2)), { indexedDB, IDBKeyRange });
  const clock: Clock = { now: time.now, after: time.after };
  const n = ++opened;
  let made = 0;
  const newId = makeIds({
    now: time.now,
    randomize: (bytes) => {
      made += 1;
      bytes.fill(0).set([n >> 8, n & 0xff, made >> 8, made & 0xff], 12);
    },
  });
  const store = makeStore({ db, clock, newId, deviceName: () => 'Kitchen tablet', isOffline });
  const engine: Engine = {
    db,
    memory: makeMemory(),
    definitions: definitionOf,
    transport,
    clock,
    random: () => 0.5,
    newId,
    holder: options.holder ?? newId(),
    isLeader: () => isLeader,
  };
  engine.comparison = makeComparison(engine);
  await prepare(db, newId);
  const tablet: Tablet = {
    db,
    store,
    engine,
    time,
    disk,
    kill,
    loseConnections,
    untilIdle: () => untilIdle(disk),
    async pass(ms) {
      await untilIdle(disk);
      await time.pass(ms, () => untilIdle(disk));
    },
    push: () => pushOnce(engine),
    pull: () => pullOnce(engine),
    async load() {
      for (let pulled = await pullOnce(engine); pulled.kind === 'more';) pulled = await pullOnce(engine);
    },
    async sync() {
      for (let i = 0; i < 100; i++) {
        const sent = await pushOnce(engine);
        const pulled = await pullOnce(engine);
        if (sent.kind !== 'sent' && pulled.kind !== 'more') return;
      }
      throw new Error('The tablet does not come to rest');
    },
    row: async <T extends Table>(table: T, key: string) => {
      const row = (await db.table(table).get(key)) as Mirrored<T> | undefined;
      return row ?? null;
    },
    async counters() {
      const rows = await db.counters.toArray();
      const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
      return { issued: 0, done: 0, dead: 0, withdrawn: 0, ...values };
    },
  };
  return tablet;
}

/** Waits until no transaction has run for so many turns of the event loop that nothing can be under way. Waits for no real time. */
async function untilIdle(disk: Disk): Promise<void> {
  for (let still = 0; still < 30; still = disk.busy() > 0 ? 0 : still + 1)
    await new Promise((resolve) => setImmediate(resolve));
}

/** A row's server fields, without the sync layer's own. */
export function plain(row: Mirrored | null): Row | null {
  if (!row) return null;
  const { _sync, _gen, ...rest } = row;
  void _sync;
  void _gen;
  return rest; // a mirrored row without its own fields
}

/**
 * The invariants after every transaction: every mutation is in one place (R1); entries, marks and base rows match (R3); each row is
 * its base row with pending mutations applied (R6). Returns the violations in words.
 */
export async function breaches(db: GalleyDb): Promise<string[]> {
  return db.transaction('r', db.tables, async () => {
    const wrong: string[] = [];
    const [outbox, shadows, counts] = await Promise.all([
      db.outbox.orderBy('seq').toArray(),
      db.shadow.toArray(),
      db.counters.toArray(),
    ]);
    const {
      issued = 0,
      done = 0,
      dead = 0,
      withdrawn = 0,
    } = Object.fromEntries(counts.map(({ name, value }) => [name, value]));
    if (issued !== outbox.length + done + dead + withdrawn)
      wrong.push(`issued ${issued}, waiting ${outbox.length}, done ${done}, dead ${dead}, withdrawn ${withdrawn}`);
    const pending = new Set(outbox.flatMap((entry) => entry.touches));
    const based = new Set(shadows.map((shadow) => shadow.touch));
    for (const touch of pending.symmetricDifference(based)) wrong.push(`${touch} is pending or based, not both`);
    const mids = outbox.flatMap((entry) => (entry.state !== 'acked' && entry.mid !== null ? [entry.mid] : []));
    mids.forEach((mid, i) => {
      if (i > 0 && mid !== mids[i - 1]! + 1) wrong.push(`mid ${mid} follows ${mids[i - 1]}`);
    });
    for (const table of tables) {
      const shown = new Map(((await db.table(table).toArray()) as Mirrored[]).map((row) => [row.id, row]));
      for (const row of shown.values())
        if (row._sync && !based.has(`${table}:${row.id}`)) wrong.push(`${row.id} is marked and nothing is pending`);
      for (const { touch, base } of shadows) {
        if (!touch.startsWith(`${table}:`)) continue;
        let expected = plain(base);
        for (const entry of outbox.filter((e) => e.touches.includes(touch))) {
          try {
            expected = definitionOf(entry.call)!.change(expected, { path: entry.path, body: entry.body }, entry);
          } catch {
            if (entry.firstTryAt === null) wrong.push(`${entry.call} ${entry.key} does not fit and was never sent`);
          }
        }
        const now = plain(shown.get(touch.slice(table.length + 1)) ?? null);
        if (JSON.stringify(sorted(expected)) !== JSON.stringify(sorted(now))) wrong.push(`${touch} is not its fold`);
      }
    }
    return wrong;
  });
}

const sorted = (row: Row | null) =>
  row && Object.entries(plain(row as Mirrored) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));

/** The next `times` transactions of the tablet commit, but the connection is lost before it hears of that. */
export function loseAnswers({ db }: Tablet, times: number): void {
  type Work = (tx: Transaction) => Promise<unknown>;
  const real = db.transaction.bind(db) as (mode: string, stores: string[], work: Work) => Promise<unknown>;
  const lost = async (mode: string, stores: string[], work: Work) => {
    if (times-- <= 0) return real(mode, stores, work);
    await real(mode, stores, async (tx) => {
      const { idbtrans } = tx;
      const add = idbtrans.addEventListener.bind(idbtrans);
      idbtrans.addEventListener = (type: string, ...rest: [never]) => {
        if (type !== 'complete') add(type, ...rest);
      };
      return work(tx);
    });
    throw new Error('Connection lost');
  };
  vi.spyOn(db, 'transaction').mockImplementation(lost as never); // one of the overloads
}
