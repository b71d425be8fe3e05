import type { Args } from '../call.ts';
import { isOwed } from '../orders/is-owed.ts';
import { settled, writtenOffAmount } from '../orders/revenue.ts';
import { closedStatuses } from '../orders/status.ts';
import type { Order, OrderEvent } from '../orders/calls.ts';
import type { Actor } from '../fields.ts';
import type { writeOff } from './calls.ts';

export type WriteOffBody = Args<typeof writeOff>['body'];

interface WriteOffContext {
  occurredAt: string;
  opId: string;
  actor: Actor | null;
  /** When the server receives it; on the device, `occurredAt`. ISO. */
  now: string;
}

type WriteOffOutcome =
  | { kind: 'changed'; order: Order }
  /** It is so already, or there is nothing to write off or to bring back. */
  | { kind: 'noop'; order: Order }
  | { kind: 'refused'; code: 'transition_not_allowed' };

/** Whether it is shown as unpaid: until it is paid or written off, completed or not. */
export const isUnpaid = (order: Order): boolean =>
  isOwed(order) ||
  (order.payment_status === 'unpaid' && !closedStatuses.includes(order.order_status) && writtenOffAmount(order) === 0);

type Change = NonNullable<OrderEvent['changes']>[number];

/**
 * Writes off what a completed order owes, or brings it back: nobody will pay it. It stays a sale, and its history says who did it. An open
 * order is cancelled instead. Server and device use this function.
 */
export function applyWriteOff(order: Order, body: WriteOffBody, context: WriteOffContext): WriteOffOutcome {
  if (order.events.some(({ id }) => id === context.opId)) return { kind: 'noop', order };
  if (body.is_written_off && order.order_status !== 'completed')
    return { kind: 'refused', code: 'transition_not_allowed' };
  const amount = body.is_written_off ? order.due_amount : -writtenOffAmount(order);
  if (body.is_written_off ? amount <= 0 : amount === 0) return { kind: 'noop', order };
  const change: Change = {
    field: 'written_off',
    name: null,
    from: order.due_amount,
    to: order.due_amount - amount,
  };
  const event: OrderEvent = {
    id: context.opId,
    type: 'edited',
    from: null,
    to: null,
    at: context.occurredAt,
    arrived_at: context.now,
    actor: context.actor,
    device_name: body.device_name ?? null,
    note: body.note?.trim() || null,
    was_offline: body.was_offline ?? false,
    changes: [change],
  };
  return { kind: 'changed', order: settled({ ...order, events: [...order.events, event] }) };
}
