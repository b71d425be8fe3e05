import * as calls from '../../../contract/orders/calls.ts';
import { applyPayment } from '../../../contract/payments/apply.ts';
import { take, writeOff } from '../../../contract/payments/calls.ts';
import { applyWriteOff } from '../../../contract/payments/write-off.ts';
import { isRemovable } from '../../../contract/orders/remove.ts';
import { applyLineStatus } from '../../../contract/orders/lines.ts';
import { applyStatus, isRecall } from '../../../contract/orders/status.ts';
import { actorOf, mutation, update } from '../../data/mutation.ts';

/**
 * Moves an order on this device with the function that the server uses. The restaurant is not available in a rebase, so the server
 * decides what depends on it.
 */
export const setStatus = update({
  call: calls.setStatus,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { body }, info) => {
    const outcome = applyStatus(order, body, {
      occurredAt: info.occurredAt,
      opId: info.key,
      actor: actorOf(info),
      now: info.occurredAt,
      restaurant: null,
    });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
  // A recall: somebody else has moved the order since. Any other step that fails concerns a customer or a cook, so a person must see it.
  isOvertaken: (code, { body }) => code === 'status_changed' && isRecall(body),
});

/** Deletes an order by the server's rule: only if it was never paid or is closed. */
export const removeOrder = mutation({
  call: calls.remove,
  table: 'orders',
  effect: 'delete',
  rows: ({ body }) => [body.orderId],
  change: (order) => {
    if (order && !isRemovable(order)) throw new Error('order_has_payment');
    return null;
  },
});

/** Undoes a deletion that was sent: the row itself comes back from the server. */
export const restoreOrder = mutation({
  call: calls.restore,
  table: 'orders',
  effect: 'update',
  rows: ({ path }) => [path.id],
  change: (order) => order,
});

/** Strikes a line in the kitchen with the function that the server uses. */
export const setLineStatus = update({
  call: calls.setLineStatus,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { path, body }, info) => {
    const outcome = applyLineStatus(order, path.lineId, body, {
      occurredAt: info.occurredAt,
      opId: info.key,
      deviceName: info.deviceName,
    });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
  // Another device's later strike stands, or the dish or the whole order is gone.
  isOvertaken: (code) => code === 'superseded' || code === 'not_found',
});

/** Records money taken for an order. Its payment appears with the server's answer; until then it is derived from the outbox entry. */
export const takePayment = update({
  call: take,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { body }) => {
    const outcome = applyPayment(order, body);
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
});

/** Writes off what a completed order owes, or brings it back, with the function that the server uses. */
export const writeOffOrder = update({
  call: writeOff,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { body }, info) => {
    const actor = actorOf(info);
    const { occurredAt, key: opId } = info;
    const outcome = applyWriteOff(order, body, { occurredAt, opId, actor, now: occurredAt });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
});
