import { and, count, eq, gte, isNull, notInArray } from 'drizzle-orm';
import { fromLocalParts, toLocalParts } from '../../contract/restaurant/zone.ts';
import type { Usage } from '../../contract/subscriptions/calls.ts';
import { chat_messages } from '../db/schema/chats.ts';
import { orders } from '../db/schema/orders.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';

/** What this calendar month has, in the restaurant's time zone. */
export async function countUsage(db: Tx, restaurantId: string, now: Date): Promise<Usage> {
  const { timezone } = await loadRestaurant(db, restaurantId);
  const from = new Date(startOfMonth(now, timezone)).toISOString();
  const [placed] = await db
    .select({ n: count() })
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        gte(orders.placed_at, from),
        isNull(orders.deleted_at),
        notInArray(orders.order_status, ['rejected', 'cancelled']),
      ),
    );
  const [answered] = await db
    .select({ n: count() })
    .from(chat_messages)
    .where(
      and(
        eq(chat_messages.restaurant_id, restaurantId),
        gte(chat_messages.created_at, from),
        eq(chat_messages.author, 'bot'),
      ),
    );
  return { orders: placed?.n ?? 0, bot_messages: answered?.n ?? 0 };
}

function startOfMonth(now: Date, timezone: string): number {
  const local = new Date(toLocalParts(now.getTime(), timezone));
  return fromLocalParts(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1), timezone);
}
