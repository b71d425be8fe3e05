import { addUp, hashOf, belongsInMirror, isOther, versionMark } from '../../../contract/sync/checksum.ts';
import type { Row, Table } from '../../../contract/entity.ts';
import type { Compared, CompareRequest, Cursor } from '../../../contract/sync/calls.ts';
import { instant } from '../../data/clock.ts';
import type { GalleyDb, Mirrored } from '../../data/db.ts';
import { touchOf } from '../../data/mutation.ts';
import { assertWriteEpoch } from '../../data/store-mutation.ts';
import type { Comparison, Engine } from '../runtime/engine.ts';
import { mirrorTables, read, write } from './sync-tables.ts';

/** Not while the first screens load. */
const BEGIN_MS = 10_000;
const EVERY_MS = 2 * 60_000;
/** Comparing takes at most 1/SHARE of the worker's time, however large the mirror is. */
const SHARE = 100;
/** If a fresh load did not fix a difference, do not repeat it within this time. */
const REPAIR_MS = 3_600_000;

/**
 * Compares the mirror with the server's checksums now and then, with a pull that has caught up (R41). If they differ, for whatever reason,
 * everything is loaded afresh. Pending mutations stay, and so do the rows on screen until the new ones arrive.
 */
export function makeComparison({ db, clock }: Pick<Engine, 'db' | 'clock'>): Comparison {
  let last = clock.now() + BEGIN_MS - EVERY_MS;
  let gap = EVERY_MS;
  let page: CompareRequest['page'] = null;

  return {
    ask() {
      // Compare the distance, so that a clock set back does not delay the next comparison.
      if (Math.abs(clock.now() - last) < gap) return undefined;
      last = clock.now();
      return { page };
    },
    async differs(cursor, compared) {
      const startedAt = clock.now();
      const found = await difference(db, cursor, compared);
      gap = Math.max(EVERY_MS, SHARE * (clock.now() - startedAt));
      // The mirror changed meanwhile; try again next time.
      if (found === undefined) return false;
      page = compared.next;
      if (found) console.warn(`The mirror differs from the server in ${found}`);
      return note(db, cursor, found !== null, clock.now());
    },
  };
}

/** The first table that differs; null if none does; undefined if the mirror has another version by now. */
async function difference(
  db: GalleyDb,
  cursor: Cursor,
  { floors, sums, parts }: Compared,
): Promise<Table | null | undefined> {
  for (const table of mirrorTables) {
    const part = parts.find((one) => one.table === table);
    const marks: number[] = [];
    const words: number[] = [];
    for (let after: string | null = ''; after !== null;) {
      const bases: Bases | null = await basesAfter(db, cursor, table, after);
      if (!bases) return undefined;
      for (const row of bases.rows) {
        if (!belongsInMirror(table, row, floors)) continue;
        marks.push(versionMark(row));
        if (part && row.id < (part.before ?? END) && row.id >= (part.last ?? '')) words.push(hashOf(table, row));
      }
      after = bases.last;
    }
    if (isOther(addUp(marks), sums[table]) || isOther(addUp(words), part)) return table;
  }
  return null;
}

/** Greater than every id. */
const END = '\uffff';
/** A mutation waits until this many rows have been read. */
const ROWS = 500;

interface Bases {
  rows: Row[];
  /** The next rows come after this id; null if there are none. */
  last: string | null;
}

/** Rows without pending mutations, some at a time: the server's rows as this device knows them. Null if the cursor has moved. */
function basesAfter(db: GalleyDb, cursor: Cursor, table: Table, after: string): Promise<Bases | null> {
  return db.transaction('r', db.table(table), db.shadow, db.sync, async () => {
    if (!(await isAt(db, cursor))) return null;
    const found: Mirrored[] = await db.table<Mirrored>(table).where('id').above(after).limit(ROWS).toArray();
    const last = found.length === ROWS ? found.at(-1)!.id : null;
    const shadows = await db.shadow
      .where('touch')
      .between(touchOf(table, after), touchOf(table, last ?? END), false, true)
      .toArray();
    const bases = new Map<string, Row>(found.map((row) => [row.id, row]));
    for (const { touch, base } of shadows) {
      const id = touch.slice(table.length + 1);
      if (base) bases.set(id, base);
      else bases.delete(id);
    }
    return { rows: [...bases.values()].map((row) => ({ ...row, _sync: undefined, _gen: undefined })), last };
  });
}

async function isAt(db: GalleyDb, { epoch, version }: Cursor): Promise<boolean> {
  const present = await read(db, 'cursor');
  return present?.version === version && present.epoch === epoch;
}

/** Stores a changed result of a comparison, and resets the cursor if the mirror differs. Returns whether everything is loaded afresh. */
function note(db: GalleyDb, cursor: Cursor, isOff: boolean, now: number): Promise<boolean> {
  return db.transaction('rw', db.sync, async () => {
    await assertWriteEpoch(db);
    const known = (await read(db, 'compared')) ?? { repairs: 0, repairedAt: '', isOff: false };
    const isFresh = Math.abs(now - Date.parse(known.repairedAt)) < REPAIR_MS;
    if (!isOff || isFresh) {
      if (isOff !== known.isOff) await write(db, 'compared', { ...known, isOff });
      return false;
    }
    if (!(await isAt(db, cursor))) return false;
    await write(db, 'compared', { repairs: known.repairs + 1, repairedAt: instant(now), isOff: false });
    await write(db, 'cursor', null);
    await write(db, 'snapshot', null);
    return true;
  });
}
