import { isDeepStrictEqual } from 'node:util';
import type { Counters, DeadLetter, DoneEntry, OutboxEntry } from '../../../src/data/db.ts';
import type { Commit, Raw } from '../disk.ts';
import type { Book, BookOptions } from './book.ts';
import type { Tries } from './tries.ts';

export interface QueuePart {
  book: Pick<Book, 'ended' | 'order' | 'entries'>;
  options: BookOptions;
  tries: Tries;
  wrong: (text: string) => void;
}

/** Checks the outbox, its order, and where entries go: R1, R4, R5, R14, R20, R22 to R24. */
export interface QueueWatch {
  conservation(raw: Raw): void;
  /** Adds the rows that mutations of this commit touch. */
  outbox(raw: Raw, touched: Commit['touched'], touches: Set<string>): void;
  forget(): void;
}

export function watchQueue({ book, options, tries, wrong }: QueuePart): QueueWatch {
  const { database, mutations } = options;
  let clientId: unknown;
  /** By key of a dead letter: the mutation that retries it. */
  const retries = new Map<string, string>();
  /** By tab: the newest mutation that reached the outbox. */
  const newest = new Map<string, string>();

  /** R1: issued = waiting + done + dead + withdrawn. */
  function conservation(raw: Raw): void {
    const counters = Object.fromEntries(
      raw.all<{ name: keyof Counters; value: number }>('counters').map(({ name, value }) => [name, value]),
    );
    const { issued = 0, done = 0, dead = 0, withdrawn = 0 } = counters;
    const waiting = raw.all('outbox').length;
    if (issued !== waiting + done + dead + withdrawn)
      wrong(`R1 issued ${issued} is not ${waiting} pending + ${done} done + ${dead} dead + ${withdrawn} withdrawn`);
  }

  /** R1, R4: each entry that leaves has an outcome, and none changes while it is being sent. */
  function outbox(raw: Raw, touched: Commit['touched'], touches: Set<string>): void {
    const keys = touched.get('outbox');
    if (!keys) return;
    const nowId = raw.get<{ value: unknown }>('sync', 'clientId')?.value;
    const isRenamed = nowId !== clientId;
    clientId = nowId;
    const arrived: OutboxEntry[] = [];
    const left: OutboxEntry[] = [];
    for (const seq of keys as Set<number>) {
      const before = book.entries.get(seq);
      const now = raw.get<OutboxEntry>('outbox', seq);
      for (const entry of [before, now]) for (const touch of entry?.touches ?? []) touches.add(touch);
      if (now) book.entries.set(seq, now);
      else book.entries.delete(seq);
      if (before && now) changed(before, now, isRenamed);
      else if (now) arrived.push(now);
      else if (before) left.push(before);
    }
    for (const entry of arrived) {
      const mutation = mutations.get(entry.key);
      book.order.set(entry.key, entry.seq);
      if (!mutation) wrong(`R4 ${entry.call} ${entry.key} is in the outbox, but nobody made this mutation`);
      else if (mutation.database !== database) wrong(`R13 ${entry.key} of ${mutation.database} is in this outbox`);
      else if (mutation.isRefused)
        wrong(`R20 ${entry.call} ${entry.key} is in the outbox, but was refused or given up`);
      const isChanged = Object.entries(mutation?.body ?? {}).find(
        ([name, value]) => !isExpectation(name) && !isDeepStrictEqual(entry.body[name], value),
      );
      if (isChanged)
        wrong(`R23 ${entry.call} ${entry.key} has another ${isChanged[0]} in the outbox than the person entered`);
      if (mutation?.instead) {
        const retry = retries.get(mutation.instead);
        if (retry && retry !== entry.key)
          wrong(`R27 ${entry.key} retries ${mutation.instead}, which ${retry} has retried already`);
        retries.set(mutation.instead, entry.key);
      }
      if (book.ended.has(entry.key))
        wrong(`R1 ${entry.key} is in the outbox again, though it is ${book.ended.get(entry.key)}`);
      inLine(entry);
    }
    builtUpon(raw, left);
    for (const entry of left) {
      const deadLetter = raw.get<DeadLetter>('dead_letters', entry.key);
      const done = raw.get<DoneEntry>('done', entry.key);
      const successor = arrived.find(
        (other) =>
          other.call === entry.call &&
          isDeepStrictEqual(other.path, entry.path) &&
          // Another size is another matter.
          other.body['variant_id'] === entry.body['variant_id'],
      );
      if (deadLetter && done) wrong(`R1 ${entry.key} is done and dead`);
      if (deadLetter) book.ended.set(entry.key, 'dead');
      else if (done) book.ended.set(entry.key, done.outcome);
      else if (successor && entry.firstTryAt === null && coalescing.has(entry.call)) {
        book.ended.set(entry.key, 'replaced');
        replaced(raw, entry, successor);
      } else wrong(`R1 ${entry.call} ${entry.key} left the outbox and is stored nowhere else`);
    }
  }

  /** R5: mutations that a tab cannot store at once keep their order. */
  function inLine({ call, key }: OutboxEntry): void {
    const { tab } = mutations.get(key) ?? {};
    if (tab === undefined) return;
    const before = newest.get(tab);
    // R22: the later mutation has the greater key.
    if (before !== undefined && before > key)
      wrong(`R5 ${call} ${key} of ${tab} is stored after ${before}, a later mutation`);
    else newest.set(tab, key);
  }

  /** R24: mutations that depend on a withdrawn creation are withdrawn, too, and do not become dead letters. */
  function builtUpon(raw: Raw, left: OutboxEntry[]): void {
    const isWithdrawn = ({ key }: OutboxEntry) => raw.get<DoneEntry>('done', key)?.outcome === 'withdrawn';
    for (const made of left.filter((entry) => creations.has(entry.call) && isWithdrawn(entry))) {
      const id = made.touches[0]!.split(':')[1]!;
      const isUpon = ({ path, body, touches }: OutboxEntry) =>
        touches.includes(made.touches[0]!) || JSON.stringify([path, body]).includes(`"${id}"`);
      const deadLetter = left.find((entry) => isUpon(entry) && raw.get('dead_letters', entry.key));
      if (deadLetter && options.truth()?.now(made.touches[0]!) === null)
        wrong(
          `R24 ${made.call} ${made.key} was withdrawn, but ${deadLetter.call} ${deadLetter.key}, which depends on it, is a dead letter`,
        );
    }
  }

  /** R23: a mutation that replaces another one contains all its fields, and no other mutation of the row lies between them. */
  function replaced(raw: Raw, entry: OutboxEntry, successor: OutboxEntry): void {
    const own = mutations.get(successor.key)?.body ?? {};
    const isLost = ([name, value]: [string, unknown]) =>
      !ofOperation.has(name) &&
      !isExpectation(name) &&
      !(name in own) &&
      !isDeepStrictEqual(successor.body[name], value);
    if (merging.has(entry.call) && Object.entries(entry.body).some(isLost))
      wrong(`R23 ${entry.call} ${successor.key} lacks fields of ${entry.key}, which it replaces`);
    for (const name of Object.keys(own).filter(isExpectation))
      if ('price_amount' in entry.body && successor.body[name] !== entry.body[name])
        wrong(
          `R23 ${successor.key} expects ${String(successor.body[name])}, ${entry.key} saw ${String(entry.body[name])} there`,
        );
    const between = raw
      .all<OutboxEntry>('outbox')
      .find(
        (e) => e.seq > entry.seq && e.seq < successor.seq && e.touches.some((touch) => entry.touches.includes(touch)),
      );
    if (between) wrong(`R23 ${successor.key} replaces ${entry.key} across ${between.call} ${between.key}`);
  }

  function changed(before: OutboxEntry, now: OutboxEntry, isRenamed: boolean): void {
    if (before.key !== now.key) wrong(`R4 ${before.key} was changed to ${now.key}`);
    const isLeaseMoved = before.lease && now.lease && before.lease.holder !== now.lease.holder && !isRenamed;
    const afterMs = (now.triedAt ?? 0) - (before.triedAt ?? 0);
    if (options.isLeased && !tries.hasJumped() && isLeaseMoved && afterMs < ANSWER_MS)
      wrong(`R14 ${now.call} ${now.key} is leased by another tab ${afterMs} ms after the first`);
    tries.note(before, now);
    if (before.mid !== null && now.mid !== before.mid && !isRenamed)
      wrong(`R4 ${now.key} was sent as mid ${before.mid} and is sent as ${now.mid} now`);
    const bytes = ({ call, ver, path, body }: OutboxEntry) => [call, ver, path, body];
    if (before.firstTryAt !== null && !isDeepStrictEqual(bytes(before), bytes(now)))
      wrong(`R4 ${now.key} differs from what was sent`);
  }

  return {
    conservation,
    outbox,
    forget() {
      clientId = undefined;
      newest.clear();
    },
  };
}

export const coalescing = new Set([
  'menu.setAvailability',
  'menu.setModifierAvailability',
  'menu.editItem',
  'menu.editCategory',
  'menu.editBook',
  'chats.markAsRead',
  'orders.setOrdering',
  'orders.setLineStatus',
  'reservations.edit',
]);
/** Edits whose fields are merged; of the other calls, the newest mutation stands. */
const merging = new Set(['menu.editItem', 'menu.editCategory', 'menu.editBook', 'reservations.edit']);
/** The value that the editor saw. A replacement takes over what the replaced mutation saw. */
const isExpectation = (name: string) => name.startsWith('expected_price');
const ofOperation = new Set(['occurred_at', 'op_id', 'was_offline', 'device_name']);
export const creations = new Set(['menu.createItem', 'menu.createCategory', 'reservations.create']);
/** How long a tab may wait for an answer. */
const ANSWER_MS = 30_000;
