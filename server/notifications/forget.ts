import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Pools } from '../db/open.ts';
import { notifications } from '../db/schema.ts';
import { inSpace } from '../in-space.ts';
import type { Bus } from '../sync/bus.ts';

const KEEP_DAYS = 30;

/**
 * Takes away what was told more than 30 days ago, read or not, on the devices too. Answers how many. Any number of processes may do it.
 */
export async function forgetNews(
  { pools, bus }: { pools: Pick<Pools, 'owner' | 'app'>; bus: Bus },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString();
  const { rows } = await pools.owner.query<{ restaurant_id: string }>(
    'SELECT DISTINCT restaurant_id FROM notifications WHERE created_at < $1 AND deleted_at IS NULL',
    [before],
  );
  let count = 0;
  for (const { restaurant_id: id } of rows) {
    const { result, version } = await inSpace(pools.app, id, async ({ db, bump }) => {
      const old = and(
        eq(notifications.restaurant_id, id),
        lt(notifications.created_at, before),
        isNull(notifications.deleted_at),
      );
      const at = now.toISOString();
      const stamp = { deleted_at: at, updated_at: at, version: await bump() };
      return (await db.update(notifications).set(stamp).where(old).returning({ id: notifications.id })).length;
    });
    if (version !== null) bus.publish(id, version);
    count += result;
  }
  return count;
}
