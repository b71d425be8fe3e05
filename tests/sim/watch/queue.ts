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

/** What waits, in which order, and where it goes: R1, R4, R5, R14, R20, R22 to R24. */
export interface QueueWatch {
  conservation(raw: Raw): void;
  /** Adds the rows that the changes of this commit touch. */
  outbox(raw: Raw, touched: Commit['touched'], touches: Set<string>): void;
  forget(): void;
}

export function watchQueue({ book, options, tries, wrong }: QueuePart): QueueWatch {
  const { database, taps } = options;
  let clientId: unknown;
  /** Of each tab, the newest tap that has come to wait. */
  /** By the key of a dead letter: the mutation that makes it good. */
  const heirs = new Map<string, string>();
  const newest = new Map<string, string>();

  /** R1: issued = waiting + done + dead + withdrawn. */
  function conservation(raw: Raw): void {
    const counters = Object.fromEntries(
      raw.all<{ name: keyof Counters; value: number }>('counters').map(({ name, value }) => [name, value]),
    );
    const { issued = 0, done = 0, dead = 0, withdrawn = 0 } = counters;
    const waiting = raw.all('outbox').length;
    if (issued !== waiting + done + dead + withdrawn)
      wrong(`R1 issued ${issued} is not ${waiting} waiting + ${done} done + ${dead} dead + ${withdrawn} withdrawn`);
  }

  /** R1, R4: each change that leaves has a place, and none changes under way. */
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
      const tap = taps.get(entry.key);
      book.order.set(entry.key, entry.seq);
      if (!tap) wrong(`R4 ${entry.call} ${entry.key} waits and nobody has tapped it`);
      else if (tap.database !== database) wrong(`R13 ${entry.key} of ${tap.database} waits here`);
      else if (tap.isRefused) wrong(`R20 ${entry.call} ${entry.key} waits, and it was refused or given up`);
      const isChanged = Object.entries(tap?.body ?? {}).find(
        ([name, said]) => !isExpectation(name) && !isDeepStrictEqual(entry.body[name], said),
      );
      if (isChanged) wrong(`R23 ${entry.call} ${entry.key} waits and says another ${isChanged[0]} than was tapped`);
      if (tap?.instead) {
        const heir = heirs.get(tap.instead);
        if (heir && heir !== entry.key) wrong(`R27 ${entry.key} makes ${tap.instead} good, as ${heir} has done`);
        heirs.set(tap.instead, entry.key);
      }
      if (book.ended.has(entry.key)) wrong(`R1 ${entry.key} waits again, though it is ${book.ended.get(entry.key)}`);
      inLine(entry);
    }
    builtUpon(raw, left);
    for (const entry of left) {
      const letter = raw.get<DeadLetter>('dead_letters', entry.key);
      const done = raw.get<DoneEntry>('done', entry.key);
      const heir = arrived.find((other) => other.call === entry.call && isDeepStrictEqual(other.path, entry.path));
      if (letter && done) wrong(`R1 ${entry.key} is done and dead`);
      if (letter) book.ended.set(entry.key, 'dead');
      else if (done) book.ended.set(entry.key, done.outcome);
      else if (heir && entry.firstTryAt === null && coalescing.has(entry.call)) {
        book.ended.set(entry.key, 'replaced');
        replaced(raw, entry, heir);
      } else wrong(`R1 ${entry.call} ${entry.key} left the outbox for nowhere`);
    }
  }

  /** R5: what a tab cannot write at once waits in line, and no later tap of it overtakes. */
  function inLine({ call, key }: OutboxEntry): void {
    const { tab } = taps.get(key) ?? {};
    if (tab === undefined) return;
    const before = newest.get(tab);
    // R22: the later tap has the greater key.
    if (before !== undefined && before > key) wrong(`R5 ${call} ${key} of ${tab} comes after ${before}, a later tap`);
    else newest.set(tab, key);
  }

  /** R24: what was built upon a row that is not made after all goes with its making, and is no letter. */
  function builtUpon(raw: Raw, left: OutboxEntry[]): void {
    const isWithdrawn = ({ key }: OutboxEntry) => raw.get<DoneEntry>('done', key)?.outcome === 'withdrawn';
    for (const made of left.filter((entry) => creations.has(entry.call) && isWithdrawn(entry))) {
      const id = made.touches[0]!.split(':')[1]!;
      const isUpon = ({ path, body, touches }: OutboxEntry) =>
        touches.includes(made.touches[0]!) || JSON.stringify([path, body]).includes(`"${id}"`);
      const letter = left.find((entry) => isUpon(entry) && raw.get('dead_letters', entry.key));
      if (letter && options.truth()?.now(made.touches[0]!) === null)
        wrong(`R24 ${made.call} ${made.key} was taken back, and ${letter.call} ${letter.key} upon it is a letter`);
    }
  }

  /** R23: what takes the place of a change says all that it said, and no other change of the row stood between them. */
  function replaced(raw: Raw, entry: OutboxEntry, heir: OutboxEntry): void {
    const own = taps.get(heir.key)?.body ?? {};
    const isLost = ([name, said]: [string, unknown]) =>
      !ofOperation.has(name) && !isExpectation(name) && !(name in own) && !isDeepStrictEqual(heir.body[name], said);
    if (merging.has(entry.call) && Object.entries(entry.body).some(isLost))
      wrong(`R23 ${entry.call} ${heir.key} does not say what ${entry.key} said, whose place it takes`);
    for (const name of Object.keys(own).filter(isExpectation))
      if ('price_amount' in entry.body && heir.body[name] !== entry.body[name])
        wrong(`R23 ${heir.key} expects ${String(heir.body[name])}, ${entry.key} saw ${String(entry.body[name])} there`);
    const between = raw
      .all<OutboxEntry>('outbox')
      .find((e) => e.seq > entry.seq && e.seq < heir.seq && e.touches.some((touch) => entry.touches.includes(touch)));
    if (between) wrong(`R23 ${heir.key} takes the place of ${entry.key} over ${between.call} ${between.key}`);
  }

  function changed(before: OutboxEntry, now: OutboxEntry, isRenamed: boolean): void {
    if (before.key !== now.key) wrong(`R4 ${before.key} has become ${now.key}`);
    const isTaken = before.lease && now.lease && before.lease.holder !== now.lease.holder && !isRenamed;
    const afterMs = (now.triedAt ?? 0) - (before.triedAt ?? 0);
    if (options.isLeased && !tries.hasJumped() && isTaken && afterMs < ANSWER_MS)
      wrong(`R14 ${now.call} ${now.key} is taken by another tab ${afterMs} ms after the first`);
    tries.note(before, now);
    if (before.mid !== null && now.mid !== before.mid && !isRenamed)
      wrong(`R4 ${now.key} went under mid ${before.mid} and goes under ${now.mid} now`);
    const bytes = ({ call, ver, path, body }: OutboxEntry) => [call, ver, path, body];
    if (before.firstTryAt !== null && !isDeepStrictEqual(bytes(before), bytes(now)))
      wrong(`R4 ${now.key} has other bytes than those that were sent`);
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
  'menu.editItem',
  'menu.editCategory',
  'menu.editBook',
  'chats.markAsRead',
  'orders.setOrdering',
  'orders.setLineStatus',
]);
/** Their fields are put together; of the others the newest stands. */
const merging = new Set(['menu.editItem', 'menu.editCategory', 'menu.editBook']);
/** What stood there when it was made; of what takes the place of another change it is what that one saw. */
const isExpectation = (name: string) => name.startsWith('expected_price');
const ofOperation = new Set(['occurred_at', 'op_id', 'was_offline', 'device_name']);
export const creations = new Set(['menu.createItem', 'menu.createCategory']);
/** So long a tab may wait for the answer to what it sends. */
const ANSWER_MS = 30_000;
