import * as calls from '../../../contract/orders/calls.ts';
import { isRemovable } from '../../../contract/orders/remove.ts';
import { applyLineStatus } from '../../../contract/orders/lines.ts';
import { applyStatus, isRecall } from '../../../contract/orders/status.ts';
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
  // Of a recall: somebody else has moved the order since. Another step that fails leaves a customer or a cook with something else.
  isOvertaken: (code, { body }) => code === 'status_changed' && isRecall(body),
});

/** Deletes an order by the rule that the server has: only what was never paid or is closed. */
export const removeOrder = mutation({
  call: calls.remove,
  table: 'orders',
  rows: ({ body }) => [body.orderId],
  change: (order) => {
    if (order && !isRemovable(order)) throw new Error('order_has_payment');
    return null;
  },
});

/** Undo of a deletion that has been sent: the row itself comes back from the server. */
export const restoreOrder = mutation({
  call: calls.restore,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order) => order,
});

/** Strikes a line off in the kitchen, by the function that the server uses. */
export const setLineStatus = mutation({
  call: calls.setLineStatus,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { path, body }, tap) => {
    if (!order) throw new Error('not_found');
    const outcome = applyLineStatus(order, path.lineId, body, {
      occurredAt: tap.occurredAt,
      opId: tap.key,
      deviceName: tap.deviceName,
    });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
  // The other device's stroke stands; or the dish, or the whole order, is gone.
  isOvertaken: (code) => code === 'superseded' || code === 'not_found',
});
