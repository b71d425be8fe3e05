import { and, eq, isNull } from 'drizzle-orm';
import type { Call } from '../../contract/call.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { orders } from '../db/schema/orders.ts';
import { mutation_results } from '../db/schema/sync.ts';
import type { Env } from '../env.ts';
import { toOrder } from '../orders/store.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import type { Tx } from '../db/tx.ts';
import { openReply } from '../pipeline/stored-reply.ts';

/** The order that a customer's token opens; null: none. */
export async function orderOfToken(db: Tx, restaurantId: string, token: string): Promise<Order | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        eq(orders.public_token_hash, hashToken(token)),
        isNull(orders.deleted_at),
      ),
    )
    .limit(1);
  return row ? toOrder(row) : null;
}

/** The token of what a call made under an idempotency key, such as an order; null: nothing was made. */
export async function tokenOfKey(
  db: Tx,
  { call, restaurantId, key, env }: { call: Call; restaurantId: string; key: string; env: Env },
): Promise<string | null> {
  const [row] = await db
    .select({ reply: mutation_results.reply })
    .from(mutation_results)
    .where(
      and(
        eq(mutation_results.restaurant_id, restaurantId),
        eq(mutation_results.key, key),
        eq(mutation_results.outcome, 'applied'),
      ),
    )
    .limit(1);
  // Replies are not kept for ever.
  if (!row?.reply) return null;
  const { token } = openReply(call, env, { restaurantId, key }, row.reply) as { token?: unknown };
  return typeof token === 'string' ? token : null;
}
