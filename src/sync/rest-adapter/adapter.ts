import { instant } from '../../data/clock.ts';
import type { GalleyDb, OutboxEntry, SyncValues, Touch } from '../../data/db.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { type Engine, rebaseOf } from '../runtime/engine.ts';
import { journal, raise, read, write } from '../protocol/sync-tables.ts';
import type { Rebase } from '../protocol/rebase.ts';
import type { Ask } from './api.ts';

/** An engine that uses only the specification's calls. */
export interface RestAdapter {
  engine: Engine;
  ask: Ask;
}

/** One reading of a collection. An acknowledged entry is confirmed by a reading that began after it: `gen` is at least its `ackVersion`. */
export interface Reading {
  gen: number;
  /** When it began, ISO. */
  at: string;
}

export async function beginReading(world: RestAdapter): Promise<Reading> {
  const { db } = world.engine;
  return writeTransaction(db, ['sync'], async () => {
    const gen = await nextGen(db);
    await write(db, 'gen', gen);
    const { at } = await rebaseNow(world);
    return { gen, at };
  });
}

/** Writes one value in its own transaction. Throws if newer code has taken over the database. */
export const writeSyncValue = <N extends keyof SyncValues>(
  db: GalleyDb,
  name: N,
  value: SyncValues[N],
): Promise<void> => writeTransaction(db, ['sync'], () => write(db, name, value));

/** A rebase at the server's current time. In a transaction over `sync`. */
export async function rebaseNow({ engine }: RestAdapter): Promise<Rebase> {
  const offset = (await read(engine.db, 'serverOffsetMs')) ?? 0;
  return rebaseOf(engine, instant(engine.clock.now() + offset));
}

/** The `gen` of the next reading. */
export const nextGen = async (db: GalleyDb): Promise<number> => ((await read(db, 'gen')) ?? 0) + 1;

/** The server's rows have no version. Their local one rises with each change, so that screens update. In a transaction over `sync`. */
export async function nextVersion(db: GalleyDb): Promise<number> {
  const version = ((await read(db, 'plainVersion')) ?? 0) + 1;
  await write(db, 'plainVersion', version);
  return version;
}

/** Ends the acknowledged entries that `reading` confirms and `covers` accepts. Returns the rows to rebase. Inside a transaction. */
export async function finishRead(
  world: RestAdapter,
  reading: Reading,
  covers: (entry: OutboxEntry) => boolean,
): Promise<Set<Touch>> {
  const { db, at } = await rebaseNow(world);
  const acked = await db.outbox.where('state').equals('acked').toArray();
  const done = acked.filter((entry) => (entry.ackVersion ?? 0) <= reading.gen && covers(entry));
  await db.outbox.bulkDelete(done.map((entry) => entry.seq));
  await raise(db, 'done', done.length);
  await journal(db, done, 'done', at);
  return new Set(done.flatMap((entry) => entry.touches));
}
