import { instant } from '../../data/clock.ts';
import type { GalleyDb, OutboxEntry, SyncValues, Touch } from '../../data/db.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { type Engine, rebaseOf } from '../runtime/engine.ts';
import { journal, raise, read, write } from '../protocol/sync-tables.ts';
import type { Rebase } from '../protocol/rebase.ts';
import type { Ask } from './api.ts';

/** One engine that speaks the specification's calls. */
export interface RestAdapter {
  engine: Engine;
  ask: Ask;
}

/** One reading of a collection. An answer is confirmed by a reading that began after it: its `gen` is at least the entry's `ackVersion`. */
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

/** In a transaction of its own; not where newer code has taken the database over. */
export const writeSyncValue = <N extends keyof SyncValues>(
  db: GalleyDb,
  name: N,
  value: SyncValues[N],
): Promise<void> => writeTransaction(db, ['sync'], () => write(db, name, value));

/** As of now by the server's clock. In a transaction over `sync`. */
export async function rebaseNow({ engine }: RestAdapter): Promise<Rebase> {
  const offset = (await read(engine.db, 'serverOffsetMs')) ?? 0;
  return rebaseOf(engine, instant(engine.clock.now() + offset));
}

/** The number of the reading that will begin next. */
export const nextGen = async (db: GalleyDb): Promise<number> => ((await read(db, 'gen')) ?? 0) + 1;

/** Rows have no version of the server's; their own one rises with each change, so that screens notice. In a transaction over `sync`. */
export async function nextVersion(db: GalleyDb): Promise<number> {
  const version = ((await read(db, 'plainVersion')) ?? 0) + 1;
  await write(db, 'plainVersion', version);
  return version;
}

/** Ends what `reading` confirms of the acknowledged changes that it covers; answers the rows to make again. Inside a transaction. */
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
