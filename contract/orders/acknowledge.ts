import type { Order } from './calls.ts';

/** Adds this device to those that have the order: a set union, independent of the order of arrival. Null if it is in it already. */
export function acknowledged(order: Order, deviceId: string, occurredAt: string): Order | null {
  const id = deviceId.toLowerCase();
  if (order.acknowledged_by_device_ids.includes(id)) return null;
  const isEarlier = order.seen_at === null || Date.parse(occurredAt) < Date.parse(order.seen_at);
  return {
    ...order,
    acknowledged_by_device_ids: [...order.acknowledged_by_device_ids, id].toSorted(),
    seen_at: isEarlier ? occurredAt : order.seen_at,
  };
}
