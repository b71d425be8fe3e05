import { isDeepStrictEqual } from 'node:util';
import { tables, type Row, type Table } from '../../../contract/entities.ts';
import type { Counters, DeadLetter, DoneEntry, OutboxEntry, ShadowRow } from '../../../src/data/db.ts';
import { definitionOf } from '../../../src/sync/registry.ts';
import type { Commit, Disk, Raw } from '../disk.ts';

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
      }
    | undefined;
  /** The rows that ever stood at this version, in any history; null where only versions are known. */
  versionsOf(touch: string, version: number): Row[] | null;
  changes(from: number): { touch: string; version: number; isDeleted: boolean }[];
  version(): number;
  /** Cursors from before this version are too old. */
  floor(): number;
  /** The row as it stands; null: there is none. */
  now(touch: string): Row | null;
}

export interface Tapped {
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

export type End = 'done' | 'dead' | 'withdrawn' | 'replaced' | 'dealt with';

type Shown = Row & { _sync?: { op_ids: string[] }; _gen?: number };

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
  taps: Map<string, Tapped>;
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
  let cursor: { epoch: string; version: number } | null = null;
  let clientId: unknown;
  let epochHeard: unknown;
  /** Of a first load that is running. */
  let place: { epoch: string; version: number; table: string } | null = null;
  let repairs = 0;
  const epochsLeft = new Set<unknown>();
  /** Saved, and nowhere when somebody looked: by key, after what. */
  const suspects = new Map<string, string>();
  const dealing = new Map<string, 'dismissed' | 'made good'>();
  /** Of each tab, the newest tap that has come to wait. */
  const newest = new Map<string, string>();
  /** Of each change, when it was taken to be sent: by the clock of the device, and in fact. */
  const tries = new Map<string, { triedAt: number; at: number }[]>();
  const firstTries = new Map<string, number>();
  /** Confirmed in this history, by key. */
  const confirmed = new Map<string, { call: string; epoch: string; version: number; at: number }>();
  let hasJumped = false;
  /** Nothing happens anywhere. */
  let isHushed = false;
  /** When the server last answered a pull; after a jump of the clock what the device has noted of it lies ahead, or far behind. */
  let heardAt = -Infinity;

  const book: Book = {
    database,
    ended: new Map(),
    order: new Map(),
    unfit: new Set(),
    damaged: new Set(),
    wasDamaged: new Set(),
    entries: new Map(),
    commits: 0,
    epoch: () => cursor?.epoch ?? '',
    read,
    dealWith: (key, how) => void dealing.set(key, how),
    recheck(why) {
      for (const key of missing(disk.raw(database))) suspects.set(key, why);
      // Another tab may be half-way through moving a change, and the disk shows the half: then its commit tells.
      const raw = disk.raw(database);
      if (raw && disk.busy() === 0) lookAgain(raw);
      tries.clear();
    },
    forget() {
      for (const map of [book.ended, book.order, book.entries, newest, tries, firstTries, confirmed, suspects])
        map.clear();
      book.unfit.clear();
      book.damaged.clear();
      book.wasDamaged.clear();
      cursor = null;
      clientId = undefined;
      epochHeard = undefined;
      place = null;
      epochsLeft.clear();
      repairs = 0;
      for (const [key, tap] of taps) if (tap.database === database) taps.delete(key);
    },
    damage: (touch) => {
      book.damaged.add(touch);
      book.wasDamaged.add(touch);
    },
    heard: () => void (heardAt = heardAt === Infinity ? options.now() + STALE_MS : Math.max(heardAt, options.now())),
    forgive: () => void (heardAt = Infinity),
    jumped: () => void (hasJumped = true),
    hush: (isOn) => void (isHushed = isOn),
  };

  function read({ tab, touched }: Commit): void {
    const raw = disk.raw(database);
    if (!raw) return;
    book.commits += 1;
    const epoch = raw.get<{ value: number }>('sync', 'writeEpoch')?.value ?? 0;
    if (epoch > options.writeEpochOf(tab)) wrong(`R16 ${tab} wrote though newer code owns the database`);
    if (isHushed) quiet(tab, touched);
    conservation(raw);
    const touches = new Set<string>();
    outbox(raw, touched, touches);
    letters(raw, touched);
    for (const touch of touched.get('shadow') ?? []) touches.add(touch as string);
    for (const table of tables) for (const id of touched.get(table) ?? []) touches.add(`${table}:${id as string}`);
    const truth = options.truth();
    for (const touch of touches) rowRule(raw, touch, truth);
    if (touched.get('sync')?.has('cursor')) newCursor(raw, truth);
    if (touched.get('sync')?.has('lastPullAt')) book.heard();
    if (touched.get('sync')?.has('snapshot')) newPlace(raw, touched, truth);
    if (touched.get('sync')?.has('epoch')) newEpoch(raw, truth);
    if (touched.get('sync')?.has('compared')) compared(raw);
    if (touched.has('done')) patience(raw, touched.get('done')!, truth);
    for (const touch of book.damaged) if (isWhole(raw, touch, truth)) book.damaged.delete(touch);
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
        ([name, said]) => !isDeepStrictEqual(entry.body[name], said),
      );
      if (isChanged) wrong(`R23 ${entry.call} ${entry.key} waits and says another ${isChanged[0]} than was tapped`);
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
      const isUpon = ({ path, touches }: OutboxEntry) =>
        touches.includes(made.touches[0]!) || Object.values(path).includes(id);
      const letter = left.find((entry) => isUpon(entry) && raw.get('dead_letters', entry.key));
      if (letter && options.truth()?.now(made.touches[0]!) === null)
        wrong(`R24 ${made.call} ${made.key} was taken back, and ${letter.call} ${letter.key} upon it is a letter`);
    }
  }

  /** R23: what takes the place of a change says all that it said, and no other change of the row stood between them. */
  function replaced(raw: Raw, entry: OutboxEntry, heir: OutboxEntry): void {
    const own = taps.get(heir.key)?.body ?? {};
    const isLost = ([name, said]: [string, unknown]) =>
      !ofOperation.has(name) && !(name in own) && !isDeepStrictEqual(heir.body[name], said);
    if (merging.has(entry.call) && Object.entries(entry.body).some(isLost))
      wrong(`R23 ${entry.call} ${heir.key} does not say what ${entry.key} said, whose place it takes`);
    const between = raw
      .all<OutboxEntry>('outbox')
      .find((e) => e.seq > entry.seq && e.seq < heir.seq && e.touches.some((touch) => entry.touches.includes(touch)));
    if (between) wrong(`R23 ${heir.key} takes the place of ${entry.key} over ${between.call} ${between.key}`);
  }

  function changed(before: OutboxEntry, now: OutboxEntry, isRenamed: boolean): void {
    if (before.key !== now.key) wrong(`R4 ${before.key} has become ${now.key}`);
    const isTaken = before.lease && now.lease && before.lease.holder !== now.lease.holder && !isRenamed;
    const afterMs = (now.triedAt ?? 0) - (before.triedAt ?? 0);
    if (options.isLeased && !hasJumped && isTaken && afterMs < ANSWER_MS)
      wrong(`R14 ${now.call} ${now.key} is taken by another tab ${afterMs} ms after the first`);
    if (now.firstTryAt !== null && !firstTries.has(now.key)) firstTries.set(now.key, options.now());
    if (now.triedAt !== undefined && now.triedAt !== before.triedAt)
      tries.set(now.key, [...(tries.get(now.key) ?? []), { triedAt: now.triedAt, at: options.now() }]);
    if (before.mid !== null && now.mid !== before.mid && !isRenamed)
      wrong(`R4 ${now.key} went under mid ${before.mid} and goes under ${now.mid} now`);
    const bytes = ({ call, ver, path, body }: OutboxEntry) => [call, ver, path, body];
    if (before.firstTryAt !== null && !isDeepStrictEqual(bytes(before), bytes(now)))
      wrong(`R4 ${now.key} has other bytes than those that were sent`);
  }

  /** R1: a letter stays until the person has dealt with it. */
  function letters(raw: Raw, touched: Commit['touched']): void {
    for (const key of (touched.get('dead_letters') ?? []) as Set<string>) {
      const letter = raw.get<DeadLetter>('dead_letters', key);
      if (letter) {
        // A tap that was left behind may end here without ever having waited; a restore of the server makes one of what was done.
        if (!taps.has(key)) wrong(`R1 a letter ${key} of a change that nobody has tapped`);
        book.ended.set(key, 'dead');
        // R26: the row as this device showed it with the change.
        const mine: Shown | null = letter.yours;
        if (mine && !book.unfit.has(key) && !mine._sync?.op_ids.includes(key))
          wrong(`R26 the letter of ${letter.entry.call} ${key} shows a row without the change as its own`);
        built(raw, letter);
        told(raw, letter);
        setAside(letter);
      } else if (dealing.has(key)) {
        book.ended.set(key, 'dealt with');
        const isHeirHere = [...(touched.get('outbox') ?? [])].some((seq) => raw.get('outbox', seq as number));
        if (dealing.get(key) === 'made good' && !isHeirHere)
          wrong(`R27 the letter ${key} is gone, and the change that makes it good is not there`);
      } else wrong(`R1 the letter ${key} is gone and nobody has dealt with it`);
    }
  }

  /** R26: what was built upon a row goes with it only when that row's making has become a letter. */
  function built(raw: Raw, { key, reason, entry }: DeadLetter): void {
    if (reason !== 'dependency') return;
    const ids = new Set([...entry.touches.map((touch) => touch.split(':')[1]!), ...Object.values(entry.path)]);
    const isMaking = (other: DeadLetter) =>
      other.key !== key && Object.values(other.entry.body).some((value) => ids.has(value as string));
    if (!raw.all<DeadLetter>('dead_letters').some(isMaking))
      wrong(`R26 ${entry.call} ${key} goes with a row, and no making of it was refused`);
  }

  /** R26: a letter has the server's reason, and the value that stands. */
  function told(raw: Raw, { key, reason, entry, error, theirs }: DeadLetter): void {
    const truth = options.truth();
    if (reason !== 'rejected' || truth?.epoch !== FIRST_EPOCH) return;
    const effect = truth.effect(key);
    if (effect?.outcome === 'rejected' && effect.code !== error?.code)
      wrong(`R26 the letter of ${entry.call} ${key} says ${error?.code}, the server said ${effect.code}`);
    const [touch] = entry.touches;
    if (error?.current && theirs && !isDeepStrictEqual(plain(theirs), plain(error.current as Row)))
      wrong(`R26 the letter of ${entry.call} ${key} does not show the row that the server said stands`);
    const standing = error?.current ?? (touch && !book.damaged.has(touch) ? baseOf(raw, touch) : null);
    if (standing && !theirs) wrong(`R26 the letter of ${entry.call} ${key} shows nothing that stands, and a row does`);
  }

  /** R12: what the server has not refused is set aside after tries that could not be read, or many on which it failed. */
  function setAside({ key, reason, entry, error }: DeadLetter): void {
    const truth = options.truth();
    // In the history in which it was sent; what a restore has taken away may have been refused in it.
    if (reason !== 'rejected' || truth?.epoch !== FIRST_EPOCH || truth.effect(key)) return;
    const isUnreadable = unreadable.has(error?.code ?? '');
    const least = isUnreadable ? 3 : 8;
    const met = Math.min(entry.attempts + 1, options.faultsOf(key));
    if (met < least) wrong(`R12 ${entry.call} ${key} is set aside after ${met} tries on which the server failed`);
    const waited = options.now() - (firstTries.get(key) ?? -Infinity);
    if (!isUnreadable && !hasJumped && waited < POISON_MS)
      wrong(`R12 ${entry.call} ${key} is set aside ${waited} ms after its first try`);
    // That a pull was answered since the try before proves that the fault lies in the change.
    const known = tries.get(key) ?? [];
    const before = known[known.findLastIndex(({ triedAt }) => triedAt === entry.triedAt) - 1];
    if (before && heardAt < before.at) wrong(`R12 ${entry.call} ${key} is set aside while the server answers nothing`);
  }

  /** R3, R6, R7: shadow, mark and fold of one row stand together; a clean row is one that the server had. */
  function rowRule(raw: Raw, touch: string, truth: Truth | null): void {
    const colon = touch.indexOf(':');
    const table = touch.slice(0, colon) as Table;
    const id = touch.slice(colon + 1);
    const shown = raw.get<Shown>(table, id) ?? null;
    const shadow = raw.get<ShadowRow>('shadow', touch);
    const pending = raw.all<OutboxEntry>('outbox').filter((entry) => entry.touches.includes(touch as never));
    const isDamaged = book.damaged.has(touch);
    if (pending.length === 0) {
      if (shadow) wrong(`R7 ${touch} has a shadow and nothing pending`);
      if (shown?._sync) wrong(`R3 ${touch} shows ${shown._sync.op_ids.join()}, which does not wait`);
      if (shown && !isDamaged) serverRow(touch, plain(shown), truth);
      return;
    }
    if (!shadow) return wrong(`R3 ${touch} has pending changes and no shadow`);
    if (shadow.base && !isDamaged) serverRow(touch, plain(shadow.base), truth);
    let row: Row | null = shadow.base && plain(shadow.base);
    const folded: string[] = [];
    for (const entry of pending) {
      const { key, occurredAt, deviceName, path, body } = entry;
      try {
        row = definitionOf(entry.call)!.change(row, { path, body }, { key, occurredAt, deviceName });
        folded.push(key);
      } catch {
        book.unfit.add(key);
        if (entry.firstTryAt === null) wrong(`R6 ${entry.call} ${key} does not fit on ${touch} and waits unsent`);
      }
    }
    if (!isDeepStrictEqual(row && plain(row), shown && plain(shown)))
      wrong(
        `R6 ${touch} is not its base with what is pending: ${differences(row && plain(row), shown && plain(shown))}`,
      );
    if (shown && !isDeepStrictEqual(shown._sync?.op_ids ?? [], folded))
      wrong(`R3 ${touch} names other changes than those folded in`);
  }

  function serverRow(touch: string, row: Row, truth: Truth | null): void {
    const known = truth?.versionsOf(touch, row.version);
    if (known && !known.some((other) => isDeepStrictEqual(other, row)))
      wrong(`R7 ${touch} of version ${row.version} is none that the server ever had`);
  }

  /** R8: everything up to the cursor is here, and the cursor never goes back within an epoch. */
  function newCursor(raw: Raw, truth: Truth | null): void {
    const before = cursor;
    cursor = raw.get<{ value: typeof cursor }>('sync', 'cursor')?.value ?? null;
    if (!cursor) return;
    const heard = raw.get<{ value: unknown }>('sync', 'epoch')?.value;
    if (heard !== cursor.epoch)
      wrong(`R36 the cursor is of ${cursor.epoch}, and the device counts for ${String(heard)}`);
    const isSame = before?.epoch === cursor.epoch;
    if (isSame && cursor.version < before.version) wrong(`R8 the cursor went back to ${cursor.version}`);
    if (!truth || truth.epoch !== cursor.epoch) return;
    for (const { touch, version, isDeleted } of truth.changes(isSame ? before.version : 0)) {
      if (version > cursor.version || book.damaged.has(touch)) continue;
      const row = baseOf(raw, touch);
      if (isDeleted && row) wrong(`R8 ${touch} was deleted at ${version} and is here at ${cursor.version}`);
      if (!isDeleted && (!row || row.version < version))
        wrong(`R8 ${touch} of version ${version} is ${row ? `at ${row.version}` : 'missing'} at ${cursor.version}`);
    }
  }

  /** R35: a first load that was broken off goes on where it stood, while the server can follow. */
  function newPlace(raw: Raw, touched: Commit['touched'], truth: Truth | null): void {
    const before = place;
    place = raw.get<{ value: { position: typeof place } | null }>('sync', 'snapshot')?.value?.position ?? null;
    const hasReason = ['cursor', 'epoch', 'compared'].some((name) => touched.get('sync')!.has(name));
    if (before && !place && !hasReason && truth?.epoch === before.epoch && before.version >= truth.floor())
      wrong(`R35 the first load stood at ${before.table} and begins anew`);
  }

  /** R36: what was confirmed beyond the point to which the server was restored, within the last day, is a letter. */
  function newEpoch(raw: Raw, truth: Truth | null): void {
    const before = epochHeard;
    epochHeard = raw.get<{ value: unknown }>('sync', 'epoch')?.value;
    if (before !== epochHeard) {
      if (epochsLeft.has(epochHeard))
        wrong(`R36 the device goes back to the history ${String(epochHeard)}, which it has left`);
      if (typeof before === 'string') epochsLeft.add(before);
    }
    if (!truth || typeof before !== 'string' || before === epochHeard || truth.epoch !== epochHeard) return;
    for (const { key, call, outcome, ackVersion } of raw.all<DoneEntry>('done'))
      if (outcome === 'done' && (ackVersion ?? 0) > truth.version() && !truth.effect(key))
        wrong(`R36 ${call} ${key} was confirmed, is lost by the restore and counts as done`);
    for (const [key, { call, epoch, version, at }] of confirmed)
      if (epoch === before && version > truth.version() && options.now() - at < DAY_MS && !truth.effect(key))
        if (book.ended.get(key) === 'done')
          wrong(`R36 ${call} ${key} was confirmed, is lost by the restore and forgotten`);
    for (const { key, reason, entry } of raw.all<DeadLetter>('dead_letters')) {
      const effect = truth.effect(key);
      const isThere = effect?.outcome === 'applied' && effect.version === entry.ackVersion;
      if (reason === 'lost' && isThere && effect.epoch !== truth.epoch)
        wrong(`R36 ${entry.call} ${key} is listed as lost by the restore, and the server still has it`);
    }
  }

  /** R41: a mirror that is right is not loaded afresh. */
  function compared(raw: Raw): void {
    const before = repairs;
    repairs = raw.get<{ value: { repairs: number } }>('sync', 'compared')?.value.repairs ?? 0;
    if (repairs > before && book.damaged.size === 0)
      wrong('R41 the mirror was loaded afresh and nothing was wrong with it');
  }

  function baseOf(raw: Raw, touch: string): Row | null | undefined {
    const shadow = raw.get<ShadowRow>('shadow', touch);
    const [table, id] = touch.split(':') as [Table, string];
    return shadow ? shadow.base : raw.get<Shown>(table, id);
  }

  function isWhole(raw: Raw, touch: string, truth: Truth | null): boolean {
    const [base, now] = [baseOf(raw, touch), truth?.now(touch)];
    return base && now ? isDeepStrictEqual(plain(base), now) : !base && !now;
  }

  /** R9: a change is let go only when the pull has brought its effect. */
  function patience(raw: Raw, keys: Set<unknown>, truth: Truth | null): void {
    const at = raw.get<{ value: typeof cursor }>('sync', 'cursor')?.value;
    if (!truth || !at) return;
    for (const key of keys as Set<string>) {
      const done = raw.get<DoneEntry>('done', key);
      if (done?.outcome !== 'done') continue;
      const effect = truth.effect(key);
      if (at.epoch !== truth.epoch) {
        if (effect?.epoch === truth.epoch)
          wrong(`R9 ${done.call} ${key} was let go in the history ${at.epoch}, its effect is in ${effect.epoch}`);
      } else if (!effect) wrong(`R4 ${done.call} ${key} counts as done and the server does not know it`);
      else if (effect.outcome !== 'applied') wrong(`R4 ${done.call} ${key} counts as done and was refused`);
      else if (effect.isSuperseded)
        wrong(`R1 ${done.call} ${key} counts as done, and somebody's newer one stands in its place`);
      else if (effect.version > at.version)
        wrong(`R9 ${done.call} ${key} was let go at ${at.version}, its effect is version ${effect.version}`);
      else {
        confirmed.set(key, { call: done.call, epoch: truth.epoch, version: effect.version, at: options.now() });
        for (const touch of effect.wrote) {
          const row = baseOf(raw, touch);
          if (row && row.version < effect.version && !book.damaged.has(touch))
            wrong(
              `R9 ${done.call} ${key} was let go and ${touch} is still ${row.version}, its effect is ${effect.version}`,
            );
        }
      }
    }
  }

  disk.onCommit((commit) => {
    if (commit.database === database) read(commit);
  });
  return book;
}

export const coalescing = new Set([
  'menu.setAvailability',
  'menu.editItem',
  'menu.editCategory',
  'menu.editBook',
  'chats.markAsRead',
  'orders.setOrdering',
]);

/** Their fields are put together; of the others the newest stands. */
const merging = new Set(['menu.editItem', 'menu.editCategory', 'menu.editBook']);
const ofOperation = new Set(['occurred_at', 'op_id', 'was_offline', 'device_name']);

const creations = new Set(['menu.createItem', 'menu.createCategory']);
const FIRST_EPOCH = 'epoch-1';
/** What is done is listed as lost for a day; an hour less, since the server's clock says so and not this one. */
const DAY_MS = 23 * 3_600_000;
const POISON_MS = 10 * 60_000;
/** So long a tab may wait for the answer to what it sends. */
const ANSWER_MS = 30_000;
/** What the layer notes of a pull that brought nothing. */
const idle = new Set(['lastPullAt', 'serverOffsetMs', 'status', 'compared']);
/** The device notes anew when the last news came, once that is so old; or ahead by more than a small jump. */
const STALE_MS = 35_000;
/** What the API says of a body that it does not read, and what the network is made to say. */
const unreadable = new Set(['invalid_fields', 'scripted_400', 'scripted_413', 'scripted_422']);

export const plain = (row: Shown): Row => {
  if (!('_sync' in row) && !('_gen' in row)) return row;
  const { _sync, _gen, ...rest } = row;
  return rest;
};

export function differences(a: object | null, b: object | null): string {
  if (!a || !b) return `${a ? 'a row' : 'none'} / ${b ? 'a row' : 'none'}`;
  const [x, y] = [a, b] as Record<string, unknown>[];
  return Object.keys({ ...x, ...y })
    .filter((name) => !isDeepStrictEqual(x![name], y![name]))
    .map((name) => `${name} ${JSON.stringify(x![name])} / ${JSON.stringify(y![name])}`)
    .join('; ');
}
