import type { Notification } from '../../../contract/notifications/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';

type Told = Pick<Notification, 'id' | 'type' | 'group_key' | 'read_at' | 'deleted_at'>;

/**
 * The number of things that need the person, each counted once: unanswered orders and other unread notifications. An order that was
 * just answered on this device does not count, although the server has not heard of it.
 */
export function attentionOf(pending: Pick<Order, 'id'>[], told: Told[]): number {
  const waiting = new Set(pending.map(({ id }) => `order:${id}`));
  for (const one of told) {
    if (one.read_at !== null || one.deleted_at !== null || asksForAnswer(one.type)) continue;
    waiting.add(one.group_key ?? one.id);
  }
  return waiting.size;
}

/** A notification about an unanswered order: the order itself tells whether it still waits. */
const asksForAnswer = (type: Notification['type']): boolean => type === 'order_new' || type === 'order_unanswered';

/** What the panel lists below the unanswered orders, which it lists with their actions. Once one is answered, it no longer waits. */
export function newsOf<One extends Pick<Notification, 'type' | 'resource_id' | 'deleted_at'>>(
  told: readonly One[],
  pending: readonly Pick<Order, 'id'>[],
): One[] {
  const waiting = new Set<string | null>(pending.map(({ id }) => id));
  return told.filter(
    ({ type, resource_id: id, deleted_at }) =>
      deleted_at === null && type !== 'order_unanswered' && !(type === 'order_new' && waiting.has(id)),
  );
}

export const isWaiting = (order: Pick<Order, 'order_status' | 'deleted_at'>): boolean =>
  order.order_status === 'pending' && order.deleted_at === null;
