import type { Row } from '../../../contract/entity.ts';
import type { DeadLetter, DoneEntry, OutboxEntry } from '../../../src/data/db.ts';
import type { Commit, Disk, Raw } from '../disk.ts';
import { watchDeadLetters } from './dead-letters.ts';
import { watchMirror } from './mirror.ts';
import { watchQueue } from './queue.ts';
import { makeTries } from './tries.ts';

/** What the server knows, as far as a device can be held against it at this moment. */
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
  /** How far this history had counted a client when it began; 0: it did not know it, or has forgotten it since. */
  countedFirst(clientId: string): number;
  /** The rows that ever stood at this version, in any history; null where only versions are known. */
  versionsOf(touch: string, version: number): Row[] | null;
  changes(from: number): { touch: string; version: number; isDeleted: boolean }[];
  version(): number;
  /** Cursors from before this version are too old. */
  floor(): number;
  /** The row as it stands; null: there is none. */
  now(touch: string): Row | null;
}

export interface TrackedMutation {
  database: string;
  call: string;
  /** The screen said that it is saved. */
  isSaved: boolean;
  /** It could not be made on the row, and the screen said so; or the person gave it up. */
  isRefused: boolean;
  /** Not stored, and put aside: its page was left, or the screen said that the disk does not take it. The next page stores it. */
  isAside: boolean;
  /** Key of the letter that it makes good. Nothing comes of it when somebody has dealt with the letter before it is stored. */
  instead: string | null;
  tab: string;
  touches: string[];
  /** As it was tapped: what the change asks for, and of the operation. */
  body: Record<string, unknown>;
}

export type End = 'done' | 'dead' | 'withdrawn' | 'overtaken' | 'replaced' | 'dealt with';

/**
 * What must hold in one database after each of its transactions, worked out from the stored values alone: nothing here calls the layer.
 * Violations begin with the rule's number.
 */
export interface Book {
  database: string;
  /** Where each change that left the outbox has gone. */
  ended: Map<string, End>;
  /** Local order of each change. */
  order: Map<string, number>;
  /** Changes that do not fit on the row as it is: sent, and the server will say so. */
  unfit: Set<string>;
  /** Rows that something else than the layer has changed, and that are not the server's again yet. */
  damaged: Set<string>;
  /** Those, and the ones that are whole again. */
  wasDamaged: Set<string>;
  entries: Map<number, OutboxEntry>;
  commits: number;
  /** Of the cursor; empty while everything is loaded afresh. */
  epoch(): string;
  read(commit: Commit): void;
  /** The person has dealt with a letter; it may go. */
  dealWith(key: string, how: 'dismissed' | 'made good'): void;
  /** After a crash or a loss of power: what was said to be saved is here. */
  recheck(why: string): void;
  /** The browser has thrown the database away, or the owner has. */
  forget(): void;
  /** Somebody has written into the rows beside the layer. */
  damage(touch: string): void;
  /** A pull was answered. */
  heard(): void;
  /** Clocks have jumped, or everybody was told to hurry: what came before what cannot be told any more. */
  forgive(): void;
  /** The device's own clock has: how long it has waited cannot be told either. */
  jumped(): void;
  /** From here on, or no longer, there is nothing that a device could hear of. */
  hush(isOn: boolean): void;
}

export interface BookOptions {
  database: string;
  disk: Disk;
  truth: () => Truth | null;
  taps: Map<string, TrackedMutation>;
  writeEpochOf: (tab: string) => number;
  /** Nobody leads: what one tab is sending no other may take. */
  isLeased: boolean;
  /** On how many tries of this change the server has answered with a fault. */
  faultsOf: (key: string) => number;
  now: () => number;
  wrong: (text: string) => void;
}

export function makeBook(options: BookOptions): Book {
  const { database, disk, taps } = options;
  const wrong = (text: string) => options.wrong(`${text} [${database}]`);
  /** Saved, and nowhere when somebody looked: by key, after what. */
  const suspects = new Map<string, string>();
  /** Nothing happens anywhere. */
  let isHushed = false;
  const tries = makeTries(options.now);
  const { heard, forgive, jumped } = tries;

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
    dealWith: (key, how) => letters.dealWith(key, how),
    recheck(why) {
      for (const key of missing(disk.raw(database))) suspects.set(key, why);
      // Another tab may be half-way through moving a change, and the disk shows the half: then its commit tells.
      const raw = disk.raw(database);
      if (raw && disk.busy() === 0) lookAgain(raw);
      tries.crash();
    },
    forget() {
      for (const kept of [book.ended, book.order, book.entries, book.unfit, book.damaged, book.wasDamaged, suspects])
        kept.clear();
      for (const part of [queue, tries, mirror]) part.forget();
      for (const [key, tap] of taps) if (tap.database === database) taps.delete(key);
    },
    damage: (touch) => {
      book.damaged.add(touch);
      book.wasDamaged.add(touch);
    },
    heard,
    forgive,
    jumped,
    hush: (isOn) => void (isHushed = isOn),
  };
  const queue = watchQueue({ book, options, tries, wrong });
  const letters = watchDeadLetters({ book, options, tries, wrong });
  const mirror = watchMirror({ book, options, wrong });

  function read({ tab, touched }: Commit): void {
    const raw = disk.raw(database);
    if (!raw) return;
    book.commits += 1;
    const epoch = raw.get<{ value: number }>('sync', 'writeEpoch')?.value ?? 0;
    if (epoch > options.writeEpochOf(tab)) wrong(`R16 ${tab} wrote though newer code owns the database`);
    if (isHushed) quiet(tab, touched);
    queue.conservation(raw);
    const touches = new Set<string>();
    queue.outbox(raw, touched, touches);
    letters.letters(raw, touched);
    mirror.read(raw, touched, touches);
    if (touched.get('sync')?.has('lastPullAt')) heard();
    if (suspects.size > 0 && disk.busy() === 0) lookAgain(raw);
  }

  /** R40: without news nothing is written that a screen would wake for. */
  function quiet(tab: string, touched: Commit['touched']): void {
    for (const [store, keys] of touched)
      for (const key of keys)
        if (store !== 'sync' || !idle.has(key as string))
          wrong(`R40 ${tab} writes ${store} ${String(key)} and there is no news`);
  }

  function missing(raw: Raw | null): string[] {
    const places = new Set([
      ...(raw?.all<OutboxEntry>('outbox') ?? []).map((e) => e.key),
      ...(raw?.all<DoneEntry>('done') ?? []).map((e) => e.key),
      ...(raw?.all<DeadLetter>('dead_letters') ?? []).map((e) => e.key),
    ]);
    return [...taps]
      .filter(([key, tap]) => tap.database === database && tap.isSaved && !places.has(key) && !book.ended.has(key))
      .map(([key]) => key);
  }

  function lookAgain(raw: Raw): void {
    const still = new Set(missing(raw));
    for (const [key, why] of suspects)
      if (still.has(key)) wrong(`R2 ${taps.get(key)!.call} ${key} was saved and is gone after ${why}`);
    suspects.clear();
  }

  disk.onCommit((commit) => {
    if (commit.database === database) read(commit);
  });
  return book;
}

/** What the layer notes of a pull that brought nothing. */
const idle = new Set(['lastPullAt', 'serverOffsetMs', 'status', 'compared']);
