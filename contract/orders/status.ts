import { businessDay } from '../restaurant/business-day.ts';
import type { Args } from '../call.ts';
import { RECALL_WINDOW_MS } from '../limits.ts';
import { cancellationReasons, rejectionReasons, type Order, type OrderStatus, type setStatus } from './calls.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import type { Actor } from '../fields.ts';

export type StatusBody = Args<typeof setStatus>['body'];
/** The restaurant's rules that decide which steps an order may take. */
export type StatusRules = Pick<Restaurant, 'delivery_type' | 'timezone' | 'business_day_cutoff_time'>;

/** How far an order has come. Rejected and cancelled have no rank. */
const ranks: Partial<Record<OrderStatus, number>> = {
  pending: 0,
  accepted: 1,
  preparing: 2,
  ready: 3,
  out_for_delivery: 4,
  completed: 5,
};

export const rankOf = (status: OrderStatus): number | null => ranks[status] ?? null;
export const isFinal = (status: OrderStatus) =>
  status === 'completed' || status === 'rejected' || status === 'cancelled';
export const openStatuses: OrderStatus[] = ['pending', 'accepted', 'preparing', 'ready', 'out_for_delivery'];
/** "Closed" in the list of orders: ended without a handover. */
export const closedStatuses: OrderStatus[] = ['rejected', 'cancelled'];
/** Nobody gets it any more, and nothing may be kept for it. */
export const isUnserved = ({ order_status, deleted_at }: Pick<Order, 'order_status' | 'deleted_at'>): boolean =>
  deleted_at !== null || closedStatuses.includes(order_status);

/** The only ways back. Each needs an explicit recall. */
const recalls: Partial<Record<OrderStatus, OrderStatus>> = {
  ready: 'preparing',
  out_for_delivery: 'ready',
  completed: 'ready',
};

/** Labels of the buttons. */
export type StepLabel = 'Accept' | 'Reject' | 'Start' | 'Ready' | 'Out for delivery' | 'Complete' | 'Cancel' | 'Recall';

export interface Step {
  label: StepLabel;
  order_status: OrderStatus;
  kind: 'forward' | 'recall' | 'close';
  /** For the body of a recall, which applies only while the order has this status. */
  expected_status?: OrderStatus;
  needsReason: boolean;
}

/** The steps that a screen offers for an order now, the usual one first; none for a closed order. */
export function nextSteps(
  order: Pick<Order, 'order_status' | 'order_type' | 'completed_at'>,
  restaurant: StatusRules | null,
  now: string | Date,
): Step[] {
  const status = order.order_status;
  const back = recalls[status];
  const canRecall = back !== undefined && (status !== 'completed' || isRecallable(order.completed_at, restaurant, now));
  return [
    ...forwardSteps
      .filter((step) => step.from.includes(status) && fits(order, step.order_status, restaurant))
      .map(asStep),
    ...(canRecall
      ? [{ label: 'Recall', order_status: back, kind: 'recall', expected_status: status, needsReason: false } as const]
      : []),
    ...closeSteps.filter((step) => step.from.includes(status)).map(asStep),
  ];
}

export type StatusOutcome =
  | { kind: 'moved'; order: Order }
  /** The order is there already or further on, or was recalled since: a success without effect. */
  | { kind: 'noop'; order: Order }
  | { kind: 'refused'; code: 'order_already_final' | 'status_changed' | 'transition_not_allowed' }
  | { kind: 'refused'; code: 'invalid_fields'; field_errors: Record<string, string> };

export interface StatusContext {
  /** When the person did it, ISO. */
  occurredAt: string;
  opId: string;
  actor: Actor | null;
  /** When the server receives it; on the device, `occurredAt`. ISO. */
  now: string;
  /** Null if not known: rules that need it are then left to the server. */
  restaurant: StatusRules | null;
}

/**
 * Moves an order by the table of steps and the merge rule (decision 019). The result has the new event, with the operation's id, and the
 * times of skipped steps. The caller sets version and updated_at.
 */
export function applyStatus(order: Order, body: StatusBody, context: StatusContext): StatusOutcome {
  const wrong = wrongFields(body);
  if (wrong) return { kind: 'refused', code: 'invalid_fields', field_errors: wrong };
  if (order.events.some((event) => event.id === context.opId)) return { kind: 'noop', order };

  const from = order.order_status;
  const to = body.order_status;
  if (isRecall(body)) return recall(order, body, context);
  if (from === to) return { kind: 'noop', order };

  if (to === 'rejected' || to === 'cancelled') {
    if (isFinal(from)) return { kind: 'refused', code: 'order_already_final' };
    if (body.expected_status && body.expected_status !== from) return { kind: 'refused', code: 'status_changed' };
    if (to === 'rejected' && from !== 'pending') return { kind: 'refused', code: 'transition_not_allowed' };
    return { kind: 'moved', order: withEvent(closed(order, body, context.occurredAt), order, body, context) };
  }

  if (from === 'rejected' || from === 'cancelled') return { kind: 'refused', code: 'order_already_final' };
  if (to === 'pending' || !fitsType(order, to)) return { kind: 'refused', code: 'transition_not_allowed' };
  if ((rankOf(to) ?? 0) <= (rankOf(from) ?? 0)) return { kind: 'noop', order };
  // A "ready" made before the recall but arriving after it must not undo it.
  if (order.recalled_at && Date.parse(context.occurredAt) < Date.parse(order.recalled_at))
    return { kind: 'noop', order };
  if (!isForward(order, to, context.restaurant)) return { kind: 'refused', code: 'transition_not_allowed' };
  return { kind: 'moved', order: withEvent(movedOn(order, body, context.occurredAt), order, body, context) };
}

interface Offer {
  label: StepLabel;
  order_status: OrderStatus;
  kind: 'forward' | 'close';
  from: OrderStatus[];
}

const forwardSteps: Offer[] = [
  { label: 'Accept', order_status: 'accepted', kind: 'forward', from: ['pending'] },
  { label: 'Start', order_status: 'preparing', kind: 'forward', from: ['pending', 'accepted'] },
  { label: 'Ready', order_status: 'ready', kind: 'forward', from: ['accepted', 'preparing'] },
  { label: 'Out for delivery', order_status: 'out_for_delivery', kind: 'forward', from: ['ready'] },
  { label: 'Complete', order_status: 'completed', kind: 'forward', from: ['ready', 'out_for_delivery'] },
];

const closeSteps: Offer[] = [
  { label: 'Reject', order_status: 'rejected', kind: 'close', from: ['pending'] },
  { label: 'Cancel', order_status: 'cancelled', kind: 'close', from: openStatuses },
];

const asStep = ({ label, order_status, kind }: Offer): Step => ({
  label,
  order_status,
  kind,
  needsReason: order_status === 'rejected',
});

/** The table, plus a jump of a device that missed a step: pending to ready. */
function isForward(order: Order, to: OrderStatus, restaurant: StatusRules | null): boolean {
  const from = order.order_status;
  const inTable = forwardSteps.some((step) => step.order_status === to && step.from.includes(from));
  return (inTable || (from === 'pending' && to === 'ready')) && fits(order, to, restaurant);
}

type Typed = Pick<Order, 'order_status' | 'order_type'>;

const fitsType = (order: Typed, to: OrderStatus) => to !== 'out_for_delivery' || order.order_type === 'delivery';

/** A delivery may skip "out for delivery" only with a partner's courier. */
function fits(order: Typed, to: OrderStatus, restaurant: StatusRules | null): boolean {
  if (!fitsType(order, to)) return false;
  if (to !== 'completed' || order.order_type !== 'delivery' || order.order_status !== 'ready') return true;
  return restaurant === null || restaurant.delivery_type === 'delivery_partner' || restaurant.delivery_type === 'both';
}

/** True for a step back. A forward step may have `expected_status`, too, but the merge rule decides about it. */
export function isRecall({ expected_status, order_status }: StatusBody): boolean {
  const expected = expected_status && rankOf(expected_status);
  const to = rankOf(order_status);
  return typeof expected === 'number' && to !== null && to < expected;
}

function recall(order: Order, body: StatusBody, context: StatusContext): StatusOutcome {
  const from = order.order_status;
  if (body.expected_status !== from)
    return { kind: 'refused', code: isFinal(from) ? 'order_already_final' : 'status_changed' };
  if (recalls[from] !== body.order_status) return { kind: 'refused', code: 'transition_not_allowed' };
  // The time of the tap counts: a recall made in time may wait for the network.
  if (from === 'completed' && !isRecallable(order.completed_at, context.restaurant, context.occurredAt)) {
    return { kind: 'refused', code: 'transition_not_allowed' };
  }
  const recalled_at = later(order.recalled_at, context.occurredAt);
  const back: Order = {
    ...order,
    order_status: body.order_status,
    completed_at: null,
    picked_up_at: null,
    recalled_at,
  };
  if (body.order_status === 'preparing') back.ready_at = null;
  return { kind: 'moved', order: withEvent(back, order, body, context) };
}

function isRecallable(completedAt: string | null, restaurant: StatusRules | null, at: string | Date): boolean {
  if (completedAt === null) return false;
  if (new Date(at).getTime() - Date.parse(completedAt) > RECALL_WINDOW_MS) return false;
  if (!restaurant) return true;
  const day = (instant: string | Date) =>
    businessDay(instant, restaurant.timezone, restaurant.business_day_cutoff_time);
  return day(completedAt) === day(at);
}

const stepTimes = [
  ['accepted', 'accepted_at'],
  ['preparing', 'preparing_at'],
  ['ready', 'ready_at'],
  ['out_for_delivery', 'picked_up_at'],
  ['completed', 'completed_at'],
] as const;

function movedOn(order: Order, body: StatusBody, at: string): Order {
  const moved: Order = { ...order, order_status: body.order_status };
  const rank = rankOf(body.order_status) ?? 0;
  for (const [status, field] of stepTimes) {
    if (status === 'out_for_delivery' && body.order_status !== status) continue;
    if ((rankOf(status) ?? 0) <= rank) moved[field] ??= at;
  }
  if (body.prep_minutes !== undefined) {
    moved.prep_minutes = body.prep_minutes;
    // A scheduled order is due at its own time; the minutes tell when its preparation starts.
    if (order.is_asap) {
      moved.estimated_ready_at = new Date(Date.parse(at) + body.prep_minutes * 60_000).toISOString();
      // The delivery time is not known here, but an order is never due before it is ready.
      moved.due_at =
        order.order_type === 'delivery' ? later(order.due_at, moved.estimated_ready_at) : moved.estimated_ready_at;
    }
  }
  // Without minutes the promise from placing the order stays.
  moved.estimated_ready_at ??= order.due_at;
  return moved;
}

function closed(order: Order, body: StatusBody, at: string): Order {
  const note = body.note ?? null;
  if (body.order_status === 'rejected') {
    const reason = body.reason as Order['rejection_reason'];
    return { ...order, order_status: 'rejected', rejected_at: at, rejection_reason: reason, rejection_note: note };
  }
  const reason = (body.reason ?? null) as Order['cancellation_reason'];
  return {
    ...order,
    order_status: 'cancelled',
    cancelled_at: at,
    cancellation_reason: reason,
    cancellation_note: note,
  };
}

function withEvent(
  next: Order,
  before: Order,
  body: StatusBody,
  { occurredAt, opId, actor, now }: StatusContext,
): Order {
  const event: Order['events'][number] = {
    id: opId,
    type: isRecall(body) ? 'recall' : 'status',
    from: before.order_status,
    to: next.order_status,
    at: occurredAt,
    arrived_at: now,
    actor,
    device_name: body.device_name ?? null,
    note: body.note ?? null,
    was_offline: body.was_offline ?? false,
  };
  return { ...next, events: [...before.events, event] };
}

/** Errors that do not depend on the order; null if there are none. */
function wrongFields({ order_status, reason, prep_minutes }: StatusBody): Record<string, string> | null {
  const wrong: Record<string, string> = {};
  if (order_status === 'rejected') {
    if (reason === undefined) wrong.reason = 'Say why it is rejected';
    else if (!isOneOf(rejectionReasons, reason)) wrong.reason = 'Not a reason for a rejection';
  } else if (order_status === 'cancelled') {
    if (reason !== undefined && !isOneOf(cancellationReasons, reason)) wrong.reason = 'Not a reason for a cancellation';
  } else if (reason !== undefined) wrong.reason = 'Goes with rejected or cancelled only';
  if (prep_minutes !== undefined && order_status !== 'accepted' && order_status !== 'preparing') {
    wrong.prep_minutes = 'Goes with accepted or preparing only';
  }
  return Object.keys(wrong).length > 0 ? wrong : null;
}

const isOneOf = (known: readonly string[], value: string) => known.includes(value);

const later = (a: string | null, b: string) => (a !== null && Date.parse(a) > Date.parse(b) ? a : b);
