import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../contract/fields.ts';
import { notifications } from '../db/schema.ts';
import type { Tx } from '../pipeline/handler.ts';

interface Place {
  db: Tx;
  restaurantId: string;
  now: Date;
  /** When the person dealt with it, ISO; missing: now. */
  occurredAt?: string;
  bump(): Promise<number>;
}

/**
 * What was told about this is dealt with: its unread notifications count as read, on every device, from when it was done; what was told
 * later than that, from the moment at which it was told.
 */
export async function settle(c: Place, groupKey: string, by: Actor): Promise<void> {
  const unread = and(
    eq(notifications.restaurant_id, c.restaurantId),
    eq(notifications.group_key, groupKey),
    isNull(notifications.read_at),
    isNull(notifications.deleted_at),
  );
  const [any] = await c.db.select({ id: notifications.id }).from(notifications).where(unread).limit(1);
  if (!any) return;
  const at = c.now.toISOString();
  await c.db
    .update(notifications)
    .set({
      read_at: sql`greatest(${notifications.created_at}, ${c.occurredAt ?? at}::timestamptz)`,
      version: await c.bump(),
      updated_at: at,
      updated_by: by,
    })
    .where(unread);
}

export const aboutOrder = (orderId: string): string => `order:${orderId}`;
