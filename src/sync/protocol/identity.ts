import { type GalleyDb, WRITE_EPOCH } from '../../data/db.ts';
import type { MakeId } from '../../data/ids.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { read, write } from './sync-tables.ts';
import { listLostMutations, type ServerState } from '../recovery/lost-mutations.ts';

/** The client's own values, made at the first start. Newer code shuts out older code, which may still run in another tab. */
export async function prepare(db: GalleyDb, newId: MakeId): Promise<void> {
  await writeTransaction(db, ['sync'], async () => {
    if (((await read(db, 'writeEpoch')) ?? 0) < WRITE_EPOCH) await write(db, 'writeEpoch', WRITE_EPOCH);
    if ((await read(db, 'made')) === undefined) await write(db, 'made', newId());
    if ((await read(db, 'clientId')) !== undefined) return;
    await db.sync.bulkPut([
      { name: 'clientId', value: newId() },
      { name: 'nextMid', value: 1 },
      { name: 'epoch', value: null },
      { name: 'cursor', value: null },
      { name: 'gen', value: 0 },
      { name: 'snapshot', value: null },
      { name: 'isComplete', value: false },
      { name: 'serverOffsetMs', value: 0 },
      { name: 'lastPullAt', value: null },
    ]);
  });
}

/**
 * A client of a new name that counts from 1: when the server cannot follow this client's count any more. What was in flight goes out
 * again under the same keys, which keep it from taking effect twice. `counted`: how far the server may have come under the old name. In a
 * transaction over `outbox` and `sync`.
 */
export async function renameClient(db: GalleyDb, newId: MakeId, counted = Infinity): Promise<void> {
  await write(db, 'clientId', newId());
  await write(db, 'nextMid', 1);
  await db.outbox.toCollection().modify((entry) => {
    // The server may have it by its old number: what it counts under the new name says nothing of it.
    if (entry.mid !== null && entry.mid <= counted) entry.wasRenamed = true;
    if (entry.state === 'acked') return;
    Object.assign(entry, { mid: null, state: 'queued', lease: null });
  });
}

/**
 * The server was restored to another history: everything is loaded afresh, and everything that this history has not confirmed goes out
 * again, under the same keys. The outbox itself is not touched otherwise. `at`: now, ISO.
 */
export async function changeEpoch(
  db: GalleyDb,
  newId: MakeId,
  { epoch, at, ...standing }: ServerState & { epoch: string; at: string },
): Promise<void> {
  await listLostMutations(db, standing, at);
  await db.outbox.toCollection().modify((entry) => {
    Object.assign(entry, { state: 'queued', ackVersion: null, notice: null });
  });
  await renameClient(db, newId, standing.lastMid);
  await write(db, 'epoch', epoch);
  await write(db, 'cursor', null);
  await write(db, 'snapshot', null);
}
