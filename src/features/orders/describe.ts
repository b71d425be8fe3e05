import { nextSteps } from '../../../contract/orders/status.ts';
import * as calls from '../../../contract/orders/calls.ts';
import { take, writeOff } from '../../../contract/payments/calls.ts';
import type { Order, OrderStatus } from '../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { isOf } from '../../data/mutation.ts';
import { money } from '../../lib/money.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { statusLabel } from '../../ui/status-label.ts';
import { describeManualOrder, describeManualOrderRefusal, isManualOrder } from './describe-manual-order.ts';
import { methodLabel, reasonLabel } from './labels.ts';
import { numberOf } from '../../lib/order-number.ts';
import { capital } from '../../lib/capital.ts';

type Change = Pick<OutboxEntry, 'call' | 'path' | 'body'>;

const isNow: Record<OrderStatus, string> = {
  pending: 'is new again',
  accepted: 'is accepted',
  preparing: 'is being prepared',
  ready: 'is ready',
  out_for_delivery: 'is on its way',
  completed: 'is completed',
  rejected: 'is rejected',
  cancelled: 'is cancelled',
};

const toDo: Record<OrderStatus, string> = {
  pending: 'mark as new',
  accepted: 'accept',
  preparing: 'start',
  ready: 'mark as ready',
  out_for_delivery: 'out for delivery',
  completed: 'complete',
  rejected: 'reject',
  cancelled: 'cancel',
};

/** Describes a change of an order for the list of unsent changes: "Order #140 is on its way". */
export function describeOrder(change: Change, order: Order | null): Described {
  if (isManualOrder(change)) return describeManualOrder(change, order);
  const name = order ? `Order #${numberOf(order)}` : 'An order';
  const id = order?.id ?? change.path.id;
  const href = id ? links.order(id) : null;
  if (isOf(calls.remove, change))
    return { title: `${name} is deleted`, subject: `${name}, delete`, place: 'Orders', icon: 'order', href: null };
  if (isOf(calls.acknowledge, change))
    return { title: `${name} was seen here`, subject: `${name}, seen`, place: 'Bell', icon: 'bell', href };
  if (isOf(calls.restore, change))
    return { title: `${name} is restored`, subject: `${name}, restore`, place: 'Orders', icon: 'order', href };
  if (isOf(calls.setLineStatus, change)) return describeLine(change, order, name, href);
  if (isOf(take, change)) return describePayment(change, order, name, href);
  if (isOf(writeOff, change)) {
    const does = change.body.is_written_off === true ? 'written off' : 'to be paid again';
    return { title: `${name} is ${does}`, subject: `${name}, ${does}`, place: 'Payments', icon: 'order', href };
  }
  const status = change.body.order_status as OrderStatus;
  const isRecall = change.body.expected_status !== undefined && (status === 'preparing' || status === 'ready');
  return {
    title: `${name} ${isRecall ? `is called back to ${statusLabel(status).toLowerCase()}` : isNow[status]}`,
    subject: `${name}, ${isRecall ? 'recall' : toDo[status]}`,
    place: 'Orders',
    icon: status === 'out_for_delivery' ? 'delivery' : status === 'preparing' ? 'kitchen' : 'order',
    href,
  };
}

/** "£12.00 in cash for order #140" */
function describePayment(change: Change, order: Order | null, name: string, href: string | null): Described {
  const { amount, method } = change.body as { amount: number; method: string };
  const sum = order ? money(amount, order.currency) : 'A payment';
  return {
    title: `${sum} ${methodLabel(method)} for ${name.toLowerCase()}`.replace(/ +/g, ' '),
    subject: `${name}, payment`,
    place: 'Payments',
    icon: 'order',
    href,
  };
}

/** "Order #140: Garlic naan is done" */
function describeLine(change: Change, order: Order | null, name: string, href: string | null): Described {
  const dish = order?.lines.find((line) => line.id === change.path.lineId)?.name ?? 'an item';
  const isDone = change.body.line_status === 'ready';
  return {
    title: `${name}: ${dish} is ${isDone ? 'done' : 'not done after all'}`,
    subject: `${name}, ${isDone ? 'done' : 'undo done'} ${dish}`,
    place: 'Kitchen',
    icon: 'kitchen',
    href,
  };
}

/** Why a change of an order was refused, and the current state. */
export function describeOrderRefusal(deadLetter: DeadLetter, restaurant: Restaurant, now: number): Refusal {
  if (isManualOrder(deadLetter.entry)) return describeManualOrderRefusal(deadLetter, restaurant, now);
  if (isOf(take, deadLetter.entry)) return describePaymentRefusal(deadLetter, restaurant, now);
  const theirs = deadLetter.theirs as Order | null;
  const wanted = deadLetter.entry.body.order_status as OrderStatus | undefined;
  const code = deadLetter.error?.code ?? (deadLetter.reason === 'dependency' ? 'dependency' : 'apply_failed');
  const canAgain =
    theirs !== null &&
    wanted !== undefined &&
    nextSteps(theirs, restaurant, new Date(now)).some((step) => step.order_status === wanted);
  return {
    why: why(code, theirs, restaurant, now),
    pair: null,
    restoreLabel: canAgain && wanted ? `${capital(toDo[wanted])} anyway` : null,
    keepLabel: 'Understood',
  };
}

/** The money was taken all the same, so the sentence says what to do with it. */
function describePaymentRefusal(deadLetter: DeadLetter, restaurant: Restaurant, now: number): Refusal {
  const theirs = deadLetter.theirs as Order | null;
  const { amount } = deadLetter.entry.body as { amount: number };
  const sum = theirs ? money(amount, theirs.currency) : 'the money';
  const code = deadLetter.error?.code ?? (deadLetter.reason === 'dependency' ? 'dependency' : 'apply_failed');
  return {
    why: `${why(code, theirs, restaurant, now)} The payment was not recorded: give ${sum} back, or record it on another order.`,
    pair: null,
    restoreLabel: code === 'order_already_final' || code === 'not_found' ? null : 'Record it again',
    keepLabel: 'Understood',
  };
}

function why(code: string, theirs: Order | null, restaurant: Restaurant, now: number): string {
  switch (code) {
    case 'order_already_final':
    case 'status_changed':
    case 'transition_not_allowed':
      return theirs ? standsWords(theirs, restaurant, now) : 'The order had changed before this arrived.';
    case 'order_has_payment':
      return 'A paid order is not deleted, so that the figures stay true.';
    case 'not_found':
      return 'The order was deleted before this arrived.';
    case 'dependency':
      return 'An earlier change that this one needs was refused.';
    default:
      return theirs
        ? `The server refused this change. ${standsWords(theirs, restaurant, now)}`
        : 'The server refused this change. The order has not changed.';
  }
}

/** "It was already cancelled by the customer at 19:01 and refunded. The kitchen can stop." */
function standsWords(order: Order, { timezone }: Restaurant, now: number): string {
  const last = order.events.findLast((event) => event.to === order.order_status);
  const at = last?.at ?? order.updated_at;
  const who =
    last?.actor?.kind === 'customer'
      ? 'the customer'
      : (last?.device_name ?? last?.actor?.name ?? order.updated_by?.name);
  const by = who ? ` by ${who}` : '';
  const when = ` at ${untilLabel(at, timezone, now)}`;
  const reason = reasonLabel(order.rejection_reason ?? order.cancellation_reason);
  const refunded = order.payment_status === 'refunded' ? ' and refunded' : '';
  if (order.order_status === 'cancelled' || order.order_status === 'rejected') {
    return `The order was already ${statusLabel(order.order_status).toLowerCase()}${by}${when}${refunded}.${reason ? ` Reason: ${reason.toLowerCase()}.` : ''} The kitchen can stop.`;
  }
  if (order.order_status === 'completed') return `The order was already completed${by}${when}.`;
  return `The order is ${statusLabel(order.order_status).toLowerCase()} now, changed${by}${when}.`;
}

/**
 * The current state if a step or a strike did not take effect as it was made: who changed it, when, and to what. Null: it took
 * effect. `order` null: the order is deleted.
 */
export function describeStanding(
  change: Change,
  order: Order | null,
  { timezone }: Restaurant,
  now: number,
): string | null {
  const isOfLine = isOf(calls.setLineStatus, change);
  if (!isOfLine && !isOf(calls.setStatus, change)) return null;
  const { path, body } = change;
  if (!order) return 'The order was deleted before this arrived.';
  if (isOfLine) {
    const line = order.lines.find((one) => one.id === path.lineId);
    if (!line) return 'The dish was taken off the order before this arrived.';
    const state = line.line_status === 'ready' ? 'Done' : 'Not done';
    const isSame = (line.line_status ?? 'new') === body.line_status;
    const on = line.line_status_device ? ` on ${line.line_status_device}` : '';
    const when = line.line_status_at ? ` at ${untilLabel(line.line_status_at, timezone, now)}` : '';
    return isSame ? `${state} already${on}${when}.` : `${state} now, changed${on}${when}.`;
  }
  const last = order.events.findLast((event) => event.to === order.order_status);
  const who = last?.device_name ?? last?.actor?.name ?? order.updated_by?.name;
  const by = who ? ` by ${who}` : '';
  const when = ` at ${untilLabel(last?.at ?? order.updated_at, timezone, now)}`;
  const isSame = order.order_status === body.order_status;
  return isSame
    ? `${statusLabel(order.order_status)} already${by}${when}.`
    : `${statusLabel(order.order_status)} now, changed${by}${when}.`;
}
