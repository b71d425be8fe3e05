import * as calls from '../../../contract/orders.ts';
import { applyLineStatus } from '../../../contract/order-lines.ts';
import { applyStatus } from '../../../contract/order-status.ts';
import { mutation } from '../../data/mutation.ts';

/**
 * Moves an order on this device by the function that the server uses. The restaurant is not at hand in a rebase, so what depends on it
 * is left to the server.
 */
export const setStatus = mutation({
  call: calls.setStatus,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { body }, tap) => {
    if (!order) throw new Error('not_found');
    const outcome = applyStatus(order, body, {
      occurredAt: tap.occurredAt,
      opId: tap.key,
      actor: { kind: 'user', id: null, name: tap.deviceName },
      now: tap.occurredAt,
      restaurant: null,
    });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
});

/** Hides an order. The server deletes only what was never paid or is closed. */
export const removeOrder = mutation({
  call: calls.remove,
  table: 'orders',
  rows: ({ body }) => [body.orderId],
  change: () => null,
});

/** Strikes a line off in the kitchen, by the function that the server uses. */
export const setLineStatus = mutation({
  call: calls.setLineStatus,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { path, body }, tap) => {
    if (!order) throw new Error('not_found');
    const outcome = applyLineStatus(order, path.lineId, body, { occurredAt: tap.occurredAt, opId: tap.key });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
});
