import type { Table as DexieTable } from 'dexie';
import type { Row } from '../../../contract/entity.ts';
import { tables } from '../../../contract/sync/tables.ts';
import type { Counters, DoneEntry, GalleyDb, OutboxEntry, SyncValues } from '../../data/db.ts';

// Shared by the engine's transactions. Call these inside a transaction over all stores.

export const allStores = (db: GalleyDb): string[] => db.tables.map((table) => table.name);
export const mirrorTables = tables;

export async function read<N extends keyof SyncValues>(db: GalleyDb, name: N): Promise<SyncValues[N] | undefined> {
  return (await db.sync.get(name))?.value as SyncValues[N] | undefined;
}

export async function write<N extends keyof SyncValues>(db: GalleyDb, name: N, value: SyncValues[N]): Promise<void> {
  await db.sync.put({ name, value });
}

/** Conservation (R1): issued = outbox + done + dead + withdrawn. Each counter is raised in the transaction that moves the entry. */
export async function raise(db: GalleyDb, name: keyof Counters, by: number): Promise<void> {
  if (by === 0) return;
  const counter = await db.counters.get(name);
  await db.counters.put({ name, value: (counter?.value ?? 0) + by });
}

// From fifty rows on, Dexie wakes every live query of the table.
const SLICE = 49;
/** More rows concern most screens of their table anyway, and slices cost more because each reads the old rows first. */
const MANY = 5 * SLICE;

/** Wakes only live queries that the rows concern. */
export async function putSliced<T>(table: DexieTable<T>, rows: readonly T[]): Promise<void> {
  const slice = rows.length > MANY ? rows.length : SLICE;
  for (let i = 0; i < rows.length; i += slice) await table.bulkPut(rows.slice(i, i + slice));
}

export async function deleteSliced(table: DexieTable, keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += SLICE) await table.bulkDelete(keys.slice(i, i + SLICE));
}

/** Mutations confirmed within this time and lost by a restore are listed, ms. */
export const DAY_MS = 24 * 3_600_000;
/** Keeps at least this many entries, and at most this many of the last day. */
const JOURNAL = { least: 200, most: 10_000 };
/** How many old entries are checked besides the number added, so that a long journal is not read at each change. */
const MORE = 50;

/** Records finished mutations: those of the last day and the newest 200, for "Unsent changes" and for a restore of the server. */
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
        // It was done already, or differently: the screen shows what stands and who did it.
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
