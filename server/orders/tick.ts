import { and, eq, isNull, lte } from 'drizzle-orm';
import { applyStatus } from '../../contract/orders/status.ts';
import { endedOrdering } from '../../contract/restaurant/ordering.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Actor } from '../../contract/fields.ts';
import { changedFields } from '../db/changed-fields.ts';
import type { Pools } from '../db/open.ts';
import { orders } from '../db/schema/orders.ts';
import { inEachSpace, type EachSpaceOptions } from '../jobs/for-each-space.ts';
import { newId } from '../platform/ids.ts';
import type { Space } from '../jobs/in-space.ts';
import { notify } from '../notifications/notify.ts';
import { aboutOrder } from '../notifications/settle.ts';
import { notifyUnanswered, unansweredOrdersSql } from './unanswered.ts';
import { moneyBackText } from './money-back-text.ts';
import { loadRestaurant, updateRestaurant } from '../restaurants/store.ts';
import { Refusal, type Enqueue } from '../pipeline/handler.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { moveOrder } from './move-order.ts';
import { toOrder } from './store.ts';

const galley: Actor = { kind: 'system', id: null, name: 'Galley' };

export interface Ticked {
  rejected: number;
  /** Number of orders that raised the alarm because no device acknowledged them in time. */
  escalated: number;
  /** Number of restaurants whose pause or rush ended. */
  ended: number;
}

/**
 * Does what time alone triggers: alarms for orders that no device acknowledged, rejection of unanswered orders, ends of pause and rush. Any
 * number of processes may call it; each restaurant is checked again under its space's lock, and its failure holds up no other.
 */
export async function tick(
  { jobs, ...options }: EachSpaceOptions & { pools: Pick<Pools, 'owner' | 'app'>; jobs: Pick<Jobs, 'enqueue'> },
  now: Date,
): Promise<Ticked> {
  const all: Ticked = { rejected: 0, escalated: 0, ended: 0 };
  const { rows } = await options.pools.owner.query<{ restaurant_id: string }>(due, [now.toISOString()]);
  const ids = rows.map(({ restaurant_id }) => restaurant_id);
  const ticked = await inEachSpace(options, 'tick', ids, (restaurantId, space) =>
    tickOne({
      ...space,
      restaurantId,
      now,
      actor: galley,
      enqueue: (job, about) => jobs.enqueue(space.db, job, about),
    }),
  );
  for (const one of ticked) {
    all.rejected += one.rejected;
    all.escalated += one.escalated;
    all.ended += one.ended;
  }
  return all;
}

const due = `
  SELECT restaurant_id FROM orders WHERE order_status = 'pending' AND answer_by_at <= $1 AND deleted_at IS NULL
  UNION
  SELECT restaurant_id FROM (${unansweredOrdersSql}) unheard
  UNION
  SELECT restaurant_id FROM restaurants WHERE deleted_at IS NULL
     AND ((ordering_status = 'paused' AND ordering_paused_until <= $1) OR (extra_prep_minutes > 0 AND extra_prep_until <= $1))`;

interface TickContext extends Space {
  restaurantId: string;
  now: Date;
  actor: Actor;
  enqueue: Enqueue;
}

async function tickOne(context: TickContext): Promise<Ticked> {
  const { restaurantId, now } = context;
  const restaurant = await loadRestaurant(context.db, restaurantId);
  const rejected = await rejectUnanswered(context, restaurant);
  const escalated = await notifyUnanswered(context);
  const ended = changedFields(restaurant, endedOrdering(restaurant, now));
  if (!ended) return { rejected, escalated, ended: 0 };
  const stamp = { version: await context.bump(), updated_at: now.toISOString(), updated_by: galley };
  await updateRestaurant(context.db, restaurantId, { ...ended, ...stamp });
  return { rejected, escalated, ended: 1 };
}

async function rejectUnanswered(context: TickContext, restaurant: Restaurant): Promise<number> {
  const { db, restaurantId, now } = context;
  const at = now.toISOString();
  const unanswered = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        eq(orders.order_status, 'pending'),
        lte(orders.answer_by_at, at),
        isNull(orders.deleted_at),
      ),
    )
    .orderBy(orders.answer_by_at, orders.id);
  for (const row of unanswered) {
    const order = toOrder(row);
    const operation = { occurredAt: at, opId: newId(now), actor: galley };
    const outcome = applyStatus(
      order,
      { order_status: 'rejected', reason: 'not_answered' },
      { ...operation, now: at, restaurant },
    );
    if (outcome.kind !== 'moved') continue;
    const moved = await moveOrder({ ...context, ...operation }, order, outcome.order);
    if (moved instanceof Refusal) throw new Error('A rejection needs no stock');
    await notify(context, {
      type: 'order_rejected_timeout',
      title: `Order #${order.order_no} was rejected`,
      body: `Nobody answered in time. ${moneyBackText(order, moved.back)}`.trim(),
      severity: 'warning',
      resource_type: 'order',
      resource_id: order.id,
      url: `/restaurant/orders/${order.id}`,
      group_key: aboutOrder(order.id),
    });
  }
  return unanswered.length;
}
