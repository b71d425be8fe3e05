import { type GalleyDb, WRITE_EPOCH } from '../../data/db.ts';
import type { MakeId } from '../../data/ids.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { read, write } from './sync-tables.ts';
import { listLostMutations, type ServerState } from '../recovery/lost-mutations.ts';

/** Creates the client's own values at the first start, and raises the write epoch to shut out older code in other tabs. */
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
 * Takes a new client id that counts from 1, for a server that can no longer follow this client's count. Unconfirmed entries are sent again
 * under the same keys, which keep them from taking effect twice. `counted`: the last mid that the server may have processed under the old
 * client id. In a transaction over `outbox` and `sync`.
 */
export async function renameClient(db: GalleyDb, newId: MakeId, counted = Infinity): Promise<void> {
  await write(db, 'clientId', newId());
  await write(db, 'nextMid', 1);
  await db.outbox.toCollection().modify((entry) => {
    // The server may know it by its old number, so its count of the new client id says nothing about this entry.
    if (entry.mid !== null && entry.mid <= counted) entry.wasRenamed = true;
    if (entry.state === 'acked') return;
    Object.assign(entry, { mid: null, state: 'queued', lease: null });
  });
}

/**
 * The server was restored: loads everything afresh and sends again, under the same keys, what the new epoch has not confirmed. Does not
 * change the outbox otherwise. `at`: now, ISO.
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
