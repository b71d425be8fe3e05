import type { Table as DexieTable } from 'dexie';
import type { Row } from '../../../contract/entity.ts';
import { tables } from '../../../contract/sync/tables.ts';
import type { Counters, DoneEntry, GalleyDb, OutboxEntry, SyncValues } from '../../data/db.ts';

// What the engine's transactions share. Each is called inside one that holds all stores.

export const allStores = (db: GalleyDb): string[] => db.tables.map((table) => table.name);
export const mirrorTables = tables;

export async function read<N extends keyof SyncValues>(db: GalleyDb, name: N): Promise<SyncValues[N] | undefined> {
  return (await db.sync.get(name))?.value as SyncValues[N] | undefined;
}

export async function write<N extends keyof SyncValues>(db: GalleyDb, name: N, value: SyncValues[N]): Promise<void> {
  await db.sync.put({ name, value });
}

/** Conservation (R1): issued = outbox + done + dead + withdrawn; each rises in the transaction that moves the entry. */
export async function raise(db: GalleyDb, name: keyof Counters, by: number): Promise<void> {
  if (by === 0) return;
  const counter = await db.counters.get(name);
  await db.counters.put({ name, value: (counter?.value ?? 0) + by });
}

// From fifty rows on Dexie wakes every live query of the table, whatever it asked for.
const SLICE = 49;
/** So many rows concern most screens of their table; then the slices, each of which reads the old rows first, cost more than they spare. */
const MANY = 5 * SLICE;

/** Wakes only the live queries that the rows concern. */
export async function putSliced<T>(table: DexieTable<T>, rows: readonly T[]): Promise<void> {
  const slice = rows.length > MANY ? rows.length : SLICE;
  for (let i = 0; i < rows.length; i += slice) await table.bulkPut(rows.slice(i, i + slice));
}

export async function deleteSliced(table: DexieTable, keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += SLICE) await table.bulkDelete(keys.slice(i, i + SLICE));
}

/** How long a restore of the server may go back for what it takes away to be listed as lost, ms. */
export const DAY_MS = 24 * 3_600_000;
/** So many stay however old they are; of the last day all do, but for what would fill the disk. */
const JOURNAL = { least: 200, most: 10_000 };
/** Looked at beside as many as came: a journal of a busy day is not read at each of its changes. */
const MORE = 50;

/** What became of finished changes: those of the last day and the newest 200, for "Unsent changes" and for a restore of the server. */
export async function journal(
  db: GalleyDb,
  entries: OutboxEntry[],
  outcome: DoneEntry['outcome'],
  at: string,
  { clientId, standing }: { clientId?: string | undefined; standing?: Row | null } = {},
): Promise<void> {
  if (entries.length === 0) return;
  await db.done.bulkPut(
    entries.map(
      ({
        mid,
        wasRenamed,
        state: _state,
        attempts: _attempts,
        firstTryAt: _first,
        triedAt: _tried,
        lease: _lease,
        notice,
        ...entry
      }) => ({
        ...entry,
        ...(standing !== undefined && { standing }),
        // It was done already, or something else was: the screen says what, and who did it.
        ...(notice?.code === 'already_done' && notice.current !== undefined && { standing: notice.current as Row }),
        sentAt: at,
        outcome,
        ...(clientId !== undefined && mid !== null && !wasRenamed && { sentAs: { clientId, mid } }),
      }),
    ),
  );
  const count = await db.done.count();
  const oldest = await db.done
    .orderBy('seq')
    .limit(Math.min(Math.max(0, count - JOURNAL.least), entries.length + MORE))
    .toArray();
  const before = Date.parse(at) - DAY_MS;
  const old = oldest.filter(({ sentAt }, i) => count - i > JOURNAL.most || Date.parse(sentAt) < before);
  await db.done.bulkDelete(old.map(({ key }) => key));
}
