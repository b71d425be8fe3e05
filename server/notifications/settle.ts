import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../contract/fields.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { Tx } from '../db/tx.ts';

interface SettleContext {
  db: Tx;
  restaurantId: string;
  now: Date;
  /** When the person resolved it, ISO; default: now. */
  occurredAt?: string;
  bump(): Promise<number>;
}

/**
 * Marks the group's unread notifications as read on every device, from when the person resolved it; later ones, from when they were
 * created.
 */
export async function settle(c: SettleContext, groupKey: string, by: Actor): Promise<void> {
  const [any] = await c.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(unreadOf(c.restaurantId, groupKey))
    .limit(1);
  if (any) await settling(c, groupKey, by, await c.bump());
}

/** The statement of it, for one that takes a version anyway. */
export function settling(c: Omit<SettleContext, 'bump'>, groupKey: string, by: Actor, version: number) {
  const at = c.now.toISOString();
  return c.db
    .update(notifications)
    .set({
      read_at: sql`greatest(${notifications.created_at}, ${c.occurredAt ?? at}::timestamptz)`,
      version,
      updated_at: at,
      updated_by: by,
    })
    .where(unreadOf(c.restaurantId, groupKey));
}

const unreadOf = (restaurantId: string, groupKey: string) =>
  and(
    eq(notifications.restaurant_id, restaurantId),
    eq(notifications.group_key, groupKey),
    isNull(notifications.read_at),
    isNull(notifications.deleted_at),
  );

export const aboutOrder = (orderId: string): string => `order:${orderId}`;
