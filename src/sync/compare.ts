import { addUp, bounded, hashOf, markOf } from '../../contract/checksum.ts';
import type { Row, Table } from '../../contract/entities.ts';
import type { Compared, CompareAsked, Cursor, Sum } from '../../contract/sync.ts';
import { instant } from '../data/clock.ts';
import type { GalleyDb, Mirrored } from '../data/db.ts';
import { touchOf } from '../data/mutation.ts';
import { holdEpoch } from '../data/record.ts';
import type { Comparison, Engine } from './engine.ts';
import { mirrorTables, read, write } from './ledger.ts';

/** Not while the first screens are on their way. */
const BEGIN_MS = 10_000;
const EVERY_MS = 2 * 60_000;
/** However large the mirror is, comparing takes one part in so many of the worker's time. */
const SHARE = 100;
/** A difference that loading afresh has not mended is not mended by doing it again at once. */
const REPAIR_MS = 3_600_000;

/** How many rows of a bounded table are surely all here. Less than it keeps: when some of them are deleted, older ones take their place. */
const sure = (table: keyof typeof bounded): number => Math.floor(bounded[table].keep * 0.9);

/**
 * Holds the mirror against the server's sums now and then, with a pull that has caught up (R41). What differs, for whatever reason, is
 * loaded afresh: what waits stays, and so does what is shown, until the new rows are there.
 */
export function makeComparison({ db, clock }: Pick<Engine, 'db' | 'clock'>, keep = sure): Comparison {
  let last = clock.now() + BEGIN_MS - EVERY_MS;
  let gap = EVERY_MS;
  let page: CompareAsked['page'] = null;

  return {
    async ask() {
      // By the distance: a clock that was set back does not put it off.
      if (Math.abs(clock.now() - last) < gap) return undefined;
      last = clock.now();
      return { floors: await floorsOf(db, keep), page };
    },
    async differs(cursor, { floors }, compared) {
      const startedAt = clock.now();
      const found = await difference(db, cursor, floors, compared);
      gap = Math.max(EVERY_MS, SHARE * (clock.now() - startedAt));
      // The mirror has moved on meanwhile: the next time, then.
      if (found === undefined) return false;
      page = compared.next;
      if (found !== null) console.warn(`The mirror differs from the server in ${found}`);
      return note(db, { cursor, isOff: found !== null, now: clock.now() });
    },
  };
}

async function floorsOf(db: GalleyDb, keep: typeof sure): Promise<CompareAsked['floors']> {
  const floors: CompareAsked['floors'] = {};
  for (const [name, { by }] of Object.entries(bounded)) {
    const table = name as keyof typeof bounded;
    const size = keep(table);
    if ((await db.table(table).count()) < size) continue;
    const floor = await floorOf(db, table, by, size);
    if (floor) floors[table] = floor;
  }
  return floors;
}

/** From when on the newest `size` rows are. */
async function floorOf(db: GalleyDb, table: Table, by: string, size: number): Promise<string | undefined> {
  const rows = db.table<Record<string, string>>(table);
  if (by in rows.schema.idxByName) {
    const newest = rows.orderBy(by).reverse();
    return (await newest.offset(size - 1).first())?.[by];
  }
  // Messages have no index by time alone, and as many of them are rare.
  const keys = (await db.chat_messages.orderBy('[chat_id+created_at]').keys()) as unknown as [string, string][];
  return keys
    .map(([, at]) => at)
    .toSorted()
    .at(-size);
}

/** The first table that differs; null: none does; undefined: it cannot be told, since the mirror is of another version by now. */
async function difference(
  db: GalleyDb,
  cursor: Cursor,
  floors: CompareAsked['floors'],
  { sums, parts }: Compared,
): Promise<string | null | undefined> {
  const isKept = (table: Table, row: Row) => {
    const floor = floors[table];
    const by = table in bounded ? bounded[table as keyof typeof bounded].by : null;
    return floor === undefined || by === null || (row as unknown as Record<string, string>)[by]! >= floor;
  };
  const sumOf = async (table: Table, range: Range, worth: (row: Row) => number): Promise<Sum | null> => {
    const numbers: number[] = [];
    for (let after: string | null = null; ;) {
      const some = await basesOf(db, cursor, table, { ...range, after });
      if (!some) return null;
      for (const row of some.rows) if (isKept(table, row)) numbers.push(worth(row));
      if (some.last === null) return addUp(numbers);
      after = some.last;
    }
  };
  // Table names of the wire that this code does not know are no concern of it.
  for (const table of mirrorTables) {
    for (const part of parts.filter((one) => one.table === table)) {
      const words = await sumOf(table, { from: part.last, before: part.before }, (row) => hashOf(table, row));
      if (!words) return undefined;
      if (isOther(words, part)) return table;
    }
    const theirs = sums[table];
    const marks = theirs && (await sumOf(table, { from: null, before: null }, markOf));
    if (marks === null) return undefined;
    if (theirs && marks && isOther(marks, theirs)) return table;
  }
  return null;
}

const isOther = (a: Sum, b: Sum): boolean => a.rows !== b.rows || a.sum !== b.sum;

interface Range {
  /** Ids from this one on. */
  from: string | null;
  before: string | null;
}

/** A tap waits for at most so many rows that are being read. */
const ROWS = 500;

/**
 * Some of the server's rows as this device knows them, in the order of their ids: what is pending on them is not in them. Null: the
 * cursor is another one by now.
 */
async function basesOf(
  db: GalleyDb,
  cursor: Cursor,
  table: Table,
  { from, before, after }: Range & { after: string | null },
): Promise<{ rows: Row[]; last: string | null } | null> {
  return db.transaction('r', db.table(table), db.shadow, db.sync, async () => {
    const present = await read(db, 'cursor');
    if (present?.version !== cursor.version || present.epoch !== cursor.epoch) return null;
    const low = after ?? from ?? '';
    const high = before ?? '\uffff';
    const isFirst = after === null;
    const found: Mirrored[] = await db
      .table<Mirrored>(table)
      .where('id')
      .between(low, high, isFirst, false)
      .limit(ROWS)
      .toArray();
    const last = found.length === ROWS ? found.at(-1)!.id : null;
    const shadows = await db.shadow
      .where('touch')
      .between(touchOf(table, low), touchOf(table, last ?? high), isFirst, last !== null)
      .toArray();
    const bases = new Map<string, Row>(found.map((row) => [row.id, row]));
    for (const { touch, base } of shadows) {
      const id = touch.slice(table.length + 1);
      if (base) bases.set(id, base);
      else bases.delete(id);
    }
    return { rows: [...bases.values()].map(plain), last };
  });
}

function plain(row: Row): Row {
  const { _sync, _gen, ...rest } = row as Mirrored;
  void _sync;
  void _gen;
  return rest;
}

/** Keeps what a comparison said, when it is news, and has everything loaded afresh when the mirror is off. Answers whether it has. */
async function note(
  db: GalleyDb,
  { cursor, isOff, now }: { cursor: Cursor; isOff: boolean; now: number },
): Promise<boolean> {
  return db.transaction('rw', db.sync, async () => {
    await holdEpoch(db);
    const known = (await read(db, 'compared')) ?? { repairs: 0, repairedAt: null, isOff: false };
    const isFresh = known.repairedAt !== null && Math.abs(now - Date.parse(known.repairedAt)) < REPAIR_MS;
    if (!isOff || isFresh) {
      if (isOff !== known.isOff) await write(db, 'compared', { ...known, isOff });
      return false;
    }
    const present = await read(db, 'cursor');
    if (present?.version !== cursor.version || present.epoch !== cursor.epoch) return false;
    await write(db, 'compared', { repairs: known.repairs + 1, repairedAt: instant(now), isOff: false });
    await write(db, 'cursor', null);
    await write(db, 'snapshot', null);
    return true;
  });
}
