import type { Order } from '../../../contract/orders/calls.ts';
import { isWaiting } from './attention.ts';

/** How long before its deadline an acknowledged order rings again. */
export const LAST_CALL_MS = 2 * 60_000;

type Rung = Pick<
  Order,
  'id' | 'order_status' | 'deleted_at' | 'placed_at' | 'answer_by_at' | 'acknowledged_by_device_ids' | 'events'
>;

export interface Ringing {
  /** Ids of the orders that this device rings for. */
  ids: string[];
  /** No device has acknowledged an order for too long, or a deadline is near. */
  isUrgent: boolean;
  /** When the result may change by time alone, epoch ms. */
  changesAt: number | null;
}

/**
 * What this device rings for: every unanswered order. A device where somebody has acknowledged an order is quiet about it until the
 * last call. At its deadline the server rejects an order, so it no longer rings. `now` is epoch ms by the server's clock,
 * `urgentAfterMs` the time that the owner chose; it begins no sooner than this page rings, so that the page is seen before the alarm.
 */
export function ringingOf(
  orders: Rung[],
  {
    deviceId,
    now,
    openedAt,
    urgentAfterMs,
  }: { deviceId: string; now: number; openedAt: number; urgentAfterMs: number },
): Ringing {
  const ids: string[] = [];
  const changes: number[] = [];
  let isUrgent = false;
  for (const order of orders.filter((one) => isWaiting(one) && !isImported(one))) {
    const deadline = order.answer_by_at === null ? Infinity : Date.parse(order.answer_by_at);
    const lastCall = deadline - LAST_CALL_MS;
    const unheardAt = Math.max(Date.parse(order.placed_at), openedAt) + urgentAfterMs;
    changes.push(...[unheardAt, lastCall, deadline].filter((at) => at > now && at < Infinity));
    const isLastCall = now >= lastCall;
    if (now >= deadline || (order.acknowledged_by_device_ids.includes(deviceId) && !isLastCall)) continue;
    ids.push(order.id);
    isUrgent ||= isLastCall || (order.acknowledged_by_device_ids.length === 0 && now >= unheardAt);
  }
  return { ids, isUrgent, changesAt: changes.length === 0 ? null : Math.min(...changes) };
}

/** It waited elsewhere when an account was imported. */
const isImported = ({ events }: Pick<Order, 'events'>): boolean => events.some(({ type }) => type === 'imported');
