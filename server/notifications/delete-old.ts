import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Pools } from '../db/open.ts';
import { notifications } from '../db/schema/notifications.ts';
import { inEachSpace, type EachSpaceOptions } from '../jobs/for-each-space.ts';

const KEEP_DAYS = 30;

/**
 * Deletes notifications older than 30 days, read or not, with tombstones for devices. Returns how many. Any number of processes may do it.
 */
export async function deleteOldNotifications(
  options: EachSpaceOptions & { pools: Pick<Pools, 'owner' | 'app'> },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString();
  const { rows } = await options.pools.owner.query<{ restaurant_id: string }>(
    'SELECT DISTINCT restaurant_id FROM notifications WHERE created_at < $1 AND deleted_at IS NULL',
    [before],
  );
  const ids = rows.map(({ restaurant_id }) => restaurant_id);
  const counts = await inEachSpace(options, 'forget_news', ids, async (id, { db, bump }) => {
    const old = and(
      eq(notifications.restaurant_id, id),
      lt(notifications.created_at, before),
      isNull(notifications.deleted_at),
    );
    const at = now.toISOString();
    const stamp = { deleted_at: at, updated_at: at, version: await bump() };
    return (await db.update(notifications).set(stamp).where(old).returning({ id: notifications.id })).length;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
