import type { Row, Table } from '../../../contract/entity.ts';
import type { GalleyDb, Mirrored, OutboxEntry, Touch } from '../../data/db.ts';
import { withPendingKeys, partsOf } from '../../data/apply-pending.ts';
import { touchOf } from '../../data/mutation.ts';
import { assertWriteEpoch } from '../../data/store-mutation.ts';
import { allStores, read, write } from '../protocol/sync-tables.ts';
import { rebaseRows } from '../protocol/rebase.ts';
import type { RestRow } from './pages.ts';
import { resolveLateArrivals } from './late-arrivals.ts';
import { canonical, completed } from './rows.ts';
import { finishRead, nextVersion, rebaseNow, type Reading, type RestAdapter } from './adapter.ts';

// Fifty rows in one call would wake every live query of the table.
const SLICE = 49;

type Covers = (entry: OutboxEntry) => boolean;

/**
 * Writes rows that changed, and returns their ids. Missing rows stay: a single or filtered page never deletes. `covers`: entries that this
 * answer confirms besides those of its rows.
 */
export async function applyRows(
  world: RestAdapter,
  table: Table,
  raw: RestRow[],
  reading: Reading,
  covers: Covers = () => false,
): Promise<string[]> {
  const { db } = world.engine;
  const rows = [...new Map(raw.map((row) => [row.id, row])).values()];
  const held = new Set(rows.map((row) => touchOf(table, row.id)));
  const isCovered: Covers = (entry) => covers(entry) || entry.touches.every((touch) => held.has(touch));
  await resolveLateArrivals(world, table, rows);
  const isQuiet = await db.transaction('r', table, 'shadow', 'outbox', async () => {
    const acked = await db.outbox.where('state').equals('acked').filter(isCovered).count();
    return acked === 0 && (await changed(db, table, rows, reading)).length === 0;
  });
  if (isQuiet) return [];
  return db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    if (await isOvertaken(db, table, reading)) return [];
    const news = await changed(db, table, rows, reading);
    const version = news.length > 0 ? await nextVersion(db) : 0;
    const fresh = news.map(({ row, isBased }) => ({ row: { ...row, version }, isBased }));
    const clean = fresh.filter(({ isBased }) => !isBased).map(({ row }) => row);
    for (let i = 0; i < clean.length; i += SLICE) await db.table<Row>(table).bulkPut(clean.slice(i, i + SLICE));
    const dirty = new Set<Touch>();
    for (const { row } of fresh.filter(({ isBased }) => isBased)) {
      await db.shadow.put({ touch: touchOf(table, row.id), base: row });
      dirty.add(touchOf(table, row.id));
    }
    for (const touch of await finishRead(world, reading, isCovered)) dirty.add(touch);
    await rebaseRows(await rebaseNow(world), dirty);
    return fresh.map(({ row }) => row.id);
  });
}

/** After a complete list: rows that it did not contain are gone at the server. Rows with pending mutations stay, on an empty base row. */
export async function sweepRows(world: RestAdapter, table: Table, ids: Set<string>, reading: Reading): Promise<void> {
  const { db } = world.engine;
  await db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    if (await isOvertaken(db, table, reading)) return;
    const shadows = await db.shadow.where('touch').startsWith(`${table}:`).toArray();
    const based = new Set(shadows.map(({ touch }) => touch));
    const gone = shadows.filter(({ touch, base }) => base !== null && !ids.has(touch.slice(table.length + 1)));
    await db.shadow.bulkPut(gone.map(({ touch }) => ({ touch, base: null })));
    const keys = (await db.table(table).toCollection().primaryKeys()) as string[];
    const stale = keys.filter((id) => !ids.has(id) && !based.has(touchOf(table, id)));
    for (let i = 0; i < stale.length; i += SLICE) await db.table(table).bulkDelete(stale.slice(i, i + SLICE));
    await write(db, 'plainReadings', { ...(await read(db, 'plainReadings')), [table]: reading.gen });
    const dirty = await finishRead(world, reading, (entry) => entry.touches.every((t) => t.startsWith(`${table}:`)));
    for (const { touch } of gone) dirty.add(touch);
    await rebaseRows(await rebaseNow(world), dirty);
  });
}

/** The row itself was requested and does not exist. */
export async function removeRow(world: RestAdapter, table: Table, id: string, reading: Reading): Promise<void> {
  const { db } = world.engine;
  await db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    if (await isOvertaken(db, table, reading)) return;
    const touch = touchOf(table, id);
    const dirty = await finishRead(world, reading, (entry) => entry.touches.every((t) => t === touch));
    if (await db.shadow.get(touch)) {
      await db.shadow.put({ touch, base: null });
      dirty.add(touch);
    } else await db.table(table).delete(id);
    await rebaseRows(await rebaseNow(world), dirty);
  });
}

/** Confirms entries of tables that no list will ever show. */
export async function releaseRows(world: RestAdapter, tables: Table[], reading: Reading): Promise<void> {
  const { db } = world.engine;
  const isTheirs: Covers = (entry) => entry.touches.every((touch) => tables.includes(partsOf(touch).table));
  await db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    await rebaseRows(await rebaseNow(world), await finishRead(world, reading, isTheirs));
  });
}

/** Another worker has since read the whole list: this answer would bring back older rows. */
const isOvertaken = async (db: GalleyDb, table: Table, { gen }: Reading): Promise<boolean> =>
  ((await read(db, 'plainReadings'))?.[table] ?? 0) > gen;

async function changed(
  db: GalleyDb,
  table: Table,
  raw: RestRow[],
  { at }: Reading,
): Promise<{ row: Row; isBased: boolean }[]> {
  const [rows, shadows] = await Promise.all([
    db.table<Mirrored>(table).bulkGet(raw.map((row) => row.id)),
    db.shadow.bulkGet(raw.map((row) => touchOf(table, row.id))),
  ]);
  return raw.flatMap((one, i) => {
    const shadow = shadows[i];
    const base = shadow ? shadow.base : (rows[i] ?? null);
    const known = base && withPendingKeys(base, []);
    const row = completed(table, one, known, at);
    return known && canonical(known) === canonical(row) ? [] : [{ row, isBased: shadow !== undefined }];
  });
}
