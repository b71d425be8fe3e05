import type pg from 'pg';
import { tables, type Table } from '../../contract/entity.ts';
import { oneByOne } from '../jobs/for-each-space.ts';
import type { Log } from '../platform/log.ts';
import { lockSpace } from '../db/space.ts';
import { withTransaction } from '../db/with-transaction.ts';

const KEEP_DAYS = 30;

/**
 * Purges tombstones older than 30 days, results without a client, and the content of confirmed results. Key and outcome of a device's
 * mutation stay for ever (decision 009). A device with a cursor older than a purged tombstone must load afresh. A busy restaurant is left
 * to the next round. Uses the owner's pool; any number of processes may run it.
 */
export async function purge(
  owner: pg.Pool,
  now: Date,
  log: Pick<Log, 'warn' | 'error'>,
): Promise<{ tombstones: number; results: number }> {
  const before = new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString();
  const ids = await withOldTombstones(owner, before);
  const counts = await oneByOne(log, 'purge', ids, (restaurantId) => purgeOne(owner, restaurantId, before));
  // The index mutation_results_at contains exactly the rows that still have content.
  const deleted = await owner.query('DELETE FROM mutation_results WHERE at < $1 AND mid IS NULL', [before]);
  const emptied = await owner.query(
    `UPDATE mutation_results m SET reply = NULL, notice = notice - 'current', error = error - 'current'
      WHERE m.at < $1 AND (m.reply IS NOT NULL OR jsonb_exists(m.notice, 'current') OR jsonb_exists(m.error, 'current'))
        AND EXISTS (SELECT 1 FROM sync_clients c
          WHERE c.restaurant_id = m.restaurant_id AND c.client_id = m.client_id AND c.confirmed_mid >= m.mid)`,
    [before],
  );
  return {
    tombstones: counts.reduce((sum, count) => sum + count, 0),
    results: (deleted.rowCount ?? 0) + (emptied.rowCount ?? 0),
  };
}

/** A restaurant itself is never purged. */
const purged: Exclude<Table, 'restaurants'>[] = tables.filter((table) => table !== 'restaurants');

async function withOldTombstones(owner: pg.Pool, before: string): Promise<string[]> {
  const parts = purged.map((table) => `SELECT restaurant_id FROM ${table} WHERE deleted_at < $1`);
  const { rows } = await owner.query<{ restaurant_id: string }>(parts.join(' UNION '), [before]);
  return rows.map((row) => row.restaurant_id);
}

const purgeOne = (owner: pg.Pool, restaurantId: string, before: string): Promise<number> =>
  withTransaction(owner, null, 'write', async (client) => {
    await lockSpace(client, restaurantId);
    let count = 0;
    let newest = 0;
    for (const table of purged) {
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
