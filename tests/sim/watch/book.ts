import type { Row } from '../../../contract/entity.ts';
import type { DeadLetter, DoneEntry, OutboxEntry } from '../../../src/data/db.ts';
import type { Commit, Disk, Raw } from '../disk.ts';
import { watchDeadLetters } from './dead-letters.ts';
import { watchMirror } from './mirror.ts';
import { watchQueue } from './queue.ts';
import { makeTries } from './tries.ts';

/** The server's state, as far as a device can be checked against it now. */
export interface Truth {
  epoch: string;
  effect(key: string):
    | {
        outcome: 'applied' | 'rejected';
        version: number;
        epoch: string;
        isSuperseded: boolean;
        wrote: string[];
        code: string | null;
        clientId: string;
      }
    | undefined;
  /** The count of this client when the epoch began; 0 if unknown or forgotten since. */
  countedFirst(clientId: string): number;
  /** All rows that ever had this version, in any epoch; null where only versions are known. */
  versionsOf(touch: string, version: number): Row[] | null;
  changes(from: number): { touch: string; version: number; isDeleted: boolean }[];
  version(): number;
  /** Cursors before this version are too old. */
  floor(): number;
  /** The current row; null if there is none. */
  now(touch: string): Row | null;
}

export interface TrackedMutation {
  database: string;
  call: string;
  /** The screen reported it as saved. */
  isSaved: boolean;
  /** The row did not allow it, which the screen said, or the person gave it up. */
  isRefused: boolean;
  /** Not stored but kept: its page was left, or the disk refused it. The next page stores it. */
  isAside: boolean;
  /** Key of the dead letter that it retries. It has no effect if the dead letter is gone before it is stored. */
  instead: string | null;
  tab: string;
  touches: string[];
  /** The body as the person made it. */
  body: Record<string, unknown>;
}

export type End = 'done' | 'dead' | 'withdrawn' | 'overtaken' | 'replaced' | 'dealt with';

/**
 * Checks one database after each of its transactions, from the stored values alone: nothing here calls the sync layer. Violations start
 * with the rule's number.
 */
export interface Book {
  database: string;
  /** The outcome of each mutation that left the outbox. */
  ended: Map<string, End>;
  /** Local order of each mutation. */
  order: Map<string, number>;
  /** Sent mutations that no longer fit their row. The server's answer decides. */
  unfit: Set<string>;
  /** Rows changed behind the sync layer's back and not repaired yet. */
  damaged: Set<string>;
  /** Damaged rows, including the repaired ones. */
  wasDamaged: Set<string>;
  entries: Map<number, OutboxEntry>;
  commits: number;
  /** Epoch of the cursor; empty during a fresh load. */
  epoch(): string;
  read(commit: Commit): void;
  /** A person resolved a dead letter, so it may be deleted. */
  dealWith(key: string, how: 'dismissed' | 'made good'): void;
  /** After a crash or power loss: everything reported as saved must still be stored. */
  recheck(why: string): void;
  /** The database was evicted or deleted. */
  forget(): void;
  /** A row was changed behind the sync layer's back. */
  damage(touch: string): void;
  /** A pull was answered. */
  pullAnswered(): void;
  /** Clocks jumped, or waits were ended: earlier times cannot be compared any more. */
  resetWaits(): void;
  /** The device's clock jumped: its waiting times cannot be checked any more. */
  clockJumped(): void;
  /** While on, there is no news, so nothing may be written. */
  expectNoWrites(isOn: boolean): void;
}

export interface BookOptions {
  database: string;
  disk: Disk;
  truth: () => Truth | null;
  mutations: Map<string, TrackedMutation>;
  writeEpochOf: (tab: string) => number;
  /** True without Web Locks: only leases keep tabs from sending the same mutation. */
  isLeased: boolean;
  /** Number of tries of this mutation that the server answered with an error. */
  faultsOf: (key: string) => number;
  now: () => number;
  wrong: (text: string) => void;
}

export function makeBook(options: BookOptions): Book {
  const { database, disk, mutations } = options;
  const wrong = (text: string) => options.wrong(`${text} [${database}]`);
  /** Saved mutations that a check did not find, with the reason for the check. */
  const suspects = new Map<string, string>();
  /** True while nothing happens anywhere. */
  let isNoWriteExpected = false;
  const tries = makeTries(options.now);
  const { pullAnswered, resetWaits, clockJumped } = tries;

  const book: Book = {
    database,
    ended: new Map(),
    order: new Map(),
    unfit: new Set(),
    damaged: new Set(),
    wasDamaged: new Set(),
    entries: new Map(),
    commits: 0,
    epoch: () => mirror.epoch(),
    read,
    dealWith: (key, how) => deadLetters.dealWith(key, how),
    recheck(why) {
      for (const key of missing(disk.raw(database))) suspects.set(key, why);
      // If another tab is moving a mutation, wait for its commit.
      const raw = disk.raw(database);
      if (raw && disk.busy() === 0) checkSuspects(raw);
      tries.crash();
    },
    forget() {
      for (const kept of [book.ended, book.order, book.entries, book.unfit, book.damaged, book.wasDamaged, suspects])
        kept.clear();
      for (const part of [queue, tries, mirror]) part.forget();
      for (const [key, mutation] of mutations) if (mutation.database === database) mutations.delete(key);
    },
    damage: (touch) => {
      book.damaged.add(touch);
      book.wasDamaged.add(touch);
    },
    pullAnswered,
    resetWaits,
    clockJumped,
    expectNoWrites: (isOn) => void (isNoWriteExpected = isOn),
  };
  const queue = watchQueue({ book, options, tries, wrong });
  const deadLetters = watchDeadLetters({ book, options, tries, wrong });
  const mirror = watchMirror({ book, options, wrong });

  function read({ tab, touched }: Commit): void {
    const raw = disk.raw(database);
    if (!raw) return;
    book.commits += 1;
    const epoch = raw.get<{ value: number }>('sync', 'writeEpoch')?.value ?? 0;
    if (epoch > options.writeEpochOf(tab)) wrong(`R16 ${tab} wrote though newer code owns the database`);
    if (isNoWriteExpected) checkNoWrite(tab, touched);
    queue.conservation(raw);
    const touches = new Set<string>();
    queue.outbox(raw, touched, touches);
    deadLetters.check(raw, touched);
    mirror.read(raw, touched, touches);
    if (touched.get('sync')?.has('lastPullAt')) pullAnswered();
    if (suspects.size > 0 && disk.busy() === 0) checkSuspects(raw);
  }

  /** R40: without news, nothing is written that would update a screen. */
  function checkNoWrite(tab: string, touched: Commit['touched']): void {
    for (const [store, keys] of touched)
      for (const key of keys)
        if (store !== 'sync' || !idle.has(key as string))
          wrong(`R40 ${tab} writes ${store} ${String(key)} though nothing has changed`);
  }

  function missing(raw: Raw | null): string[] {
    const places = new Set([
      ...(raw?.all<OutboxEntry>('outbox') ?? []).map((e) => e.key),
      ...(raw?.all<DoneEntry>('done') ?? []).map((e) => e.key),
      ...(raw?.all<DeadLetter>('dead_letters') ?? []).map((e) => e.key),
    ]);
    return [...mutations]
      .filter(
        ([key, mutation]) =>
          mutation.database === database && mutation.isSaved && !places.has(key) && !book.ended.has(key),
      )
      .map(([key]) => key);
  }

  function checkSuspects(raw: Raw): void {
    const still = new Set(missing(raw));
    for (const [key, why] of suspects)
      if (still.has(key)) wrong(`R2 ${mutations.get(key)!.call} ${key} was saved but is missing after ${why}`);
    suspects.clear();
  }

  disk.onCommit((commit) => {
    if (commit.database === database) read(commit);
  });
  return book;
}

/** The keys that a pull without changes may write. */
const idle = new Set(['lastPullAt', 'serverOffsetMs', 'status', 'compared']);
