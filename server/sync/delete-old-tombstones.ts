import type pg from 'pg';
import { tables, type Table } from '../../contract/entity.ts';
import { oneByOne } from '../jobs/for-each-space.ts';
import type { Log } from '../platform/log.ts';
import { lockSpace } from '../db/space.ts';
import { withTransaction } from '../db/with-transaction.ts';

const KEEP_DAYS = 30;

/**
 * Deletes tombstones older than 30 days. A device with a cursor older than one of them must load afresh. A busy restaurant is left to the
 * next round. Uses the owner's pool; any number of processes may run it.
 */
export async function deleteOldTombstones(
  owner: pg.Pool,
  now: Date,
  log: Pick<Log, 'warn' | 'error'>,
): Promise<number> {
  const before = new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString();
  const ids = await withOldTombstones(owner, before);
  const counts = await oneByOne(log, 'delete_tombstones', ids, (restaurantId) => deleteOf(owner, restaurantId, before));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A restaurant itself is never deleted. */
const mirrored: Exclude<Table, 'restaurants'>[] = tables.filter((table) => table !== 'restaurants');

async function withOldTombstones(owner: pg.Pool, before: string): Promise<string[]> {
  const parts = mirrored.map((table) => `SELECT restaurant_id FROM ${table} WHERE deleted_at < $1`);
  const { rows } = await owner.query<{ restaurant_id: string }>(parts.join(' UNION '), [before]);
  return rows.map((row) => row.restaurant_id);
}

const deleteOf = (owner: pg.Pool, restaurantId: string, before: string): Promise<number> =>
  withTransaction(owner, null, 'write', async (client) => {
    await lockSpace(client, restaurantId);
    let count = 0;
    let newest = 0;
    for (const table of mirrored) {
      const { rows } = await client.query<{ version: string }>(
        `DELETE FROM ${table} WHERE restaurant_id = $1 AND deleted_at < $2 RETURNING version`,
        [restaurantId, before],
      );
      count += rows.length;
      newest = Math.max(newest, ...rows.map((row) => Number(row.version)));
    }
    await client.query('UPDATE spaces SET min_version = GREATEST(min_version, $2) WHERE restaurant_id = $1', [
      restaurantId,
      newest,
    ]);
    return count;
  });
