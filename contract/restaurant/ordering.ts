import type { Args } from '../call.ts';
import { closesAt, hoursFor, isOpen, nextOpening } from './opening-hours.ts';
import type { setOrdering } from '../orders/calls.ts';
import type { OrderType, Restaurant } from './rows.ts';
import { DAY } from './zone.ts';

export type OrderingRules = Pick<
  Restaurant,
  | 'opening_hours'
  | 'timezone'
  | 'ordering_status'
  | 'ordering_paused_until'
  | 'extra_prep_minutes'
  | 'extra_prep_until'
  | 'default_prep_minutes'
>;

export type Ordering =
  | { isOpen: true }
  /** `opensAt`: if known. */
  | { isOpen: false; reason: 'closed' | 'paused'; opensAt: string | null };

/** Defaults of a new restaurant: it takes orders, without pause or rush. */
export const takesOrders = {
  ordering_status: 'open',
  ordering_paused_until: null,
  ordering_pause_reason: null,
  extra_prep_minutes: 0,
  extra_prep_until: null,
  ordering_changed_at: null,
  ordering_op_id: null,
} satisfies Partial<Restaurant>;

/** A pause without an end lasts until somebody ends it. */
export function isPaused(rules: OrderingRules, now: string | Date): boolean {
  if (rules.ordering_status !== 'paused') return false;
  return rules.ordering_paused_until === null || Date.parse(rules.ordering_paused_until) > new Date(now).getTime();
}

/** Whether the restaurant accepts an order for now; of one type, or of any that has no hours of its own. */
export function orderingAt(rules: OrderingRules, now: string | Date, type?: OrderType): Ordering {
  const { timezone, ordering_paused_until: until } = rules;
  const hours = type ? hoursFor(rules.opening_hours, type) : rules.opening_hours;
  if (isPaused(rules, now)) {
    const opensAt = until && (isOpen(hours, timezone, until) ? until : nextOpening(hours, timezone, until));
    return { isOpen: false, reason: 'paused', opensAt };
  }
  if (isOpen(hours, timezone, now)) return { isOpen: true };
  return { isOpen: false, reason: 'closed', opensAt: nextOpening(hours, timezone, now) };
}

/** `closing`: it is open, but an order for now would be ready after it closes. */
export type OrderingNow = Ordering | { isOpen: false; reason: 'closing'; closesAt: string; opensAt: string | null };

/** Whether an order may be ready at an instant: one rule for those for now and those for a time. */
export const canBeDueAt = (
  { opening_hours, timezone }: Pick<OrderingRules, 'opening_hours' | 'timezone'>,
  type: OrderType,
  at: string | Date,
): boolean => isOpen(hoursFor(opening_hours, type), timezone, at);

/** Whether an order for now is taken that is ready in `minutes`; default: what is promised for its type. */
export function orderingNow(
  rules: OrderingRules,
  now: string | Date,
  type: OrderType,
  minutes = prepMinutes(rules, type, now),
): OrderingNow {
  const ordering = orderingAt(rules, now, type);
  if (!ordering.isOpen || canBeDueAt(rules, type, dueIn(minutes, now))) return ordering;
  const hours = hoursFor(rules.opening_hours, type);
  return {
    isOpen: false,
    reason: 'closing',
    closesAt: closesAt(hours, rules.timezone, now)!, // it is open
    opensAt: nextOpening(hours, rules.timezone, now),
  };
}

/** When orders for now end that are ready in the promised time, ISO; null: none is taken now, or it never closes. */
export function lastOrderAt(rules: OrderingRules, now: string | Date, type: OrderType): string | null {
  if (!orderingNow(rules, now, type).isOpen) return null;
  const closes = Date.parse(closesAt(hoursFor(rules.opening_hours, type), rules.timezone, now)!); // it is open
  if (closes - new Date(now).getTime() > 7 * DAY) return null;
  return dueIn(-prepMinutes(rules, type, now), new Date(closes)).toISOString();
}

const dueIn = (minutes: number, now: string | Date) => new Date(new Date(now).getTime() + minutes * 60_000);

/** Minutes promised now: the usual ones or, if they are more, those of the dishes or the way (`least`), plus the extra of a rush. */
export function prepMinutes(rules: OrderingRules, type: OrderType, now: string | Date, least = 0): number {
  const usual = rules.default_prep_minutes;
  const base = type === 'delivery' ? usual.delivery : type === 'dine_in' ? usual.dine_in : usual.pickup;
  return Math.max(base, least) + rushMinutes(rules, now);
}

/** The extra of a rush; 0: there is none. */
export function rushMinutes(rules: OrderingRules, now: string | Date): number {
  const until = rules.extra_prep_until;
  return until === null || Date.parse(until) > new Date(now).getTime() ? Math.max(0, rules.extra_prep_minutes) : 0;
}

export type OrderingBody = Args<typeof setOrdering>['body'];
export type OrderingOutcome =
  | { kind: 'set'; restaurant: Restaurant }
  /** A later change wins; `restaurant` is unchanged. */
  | { kind: 'superseded'; restaurant: Restaurant };

/** Sets pause and rush. The newest `occurredAt` wins, then the greater `opId`, in whatever order they arrive. */
export function applyOrdering(
  restaurant: Restaurant,
  body: OrderingBody,
  { occurredAt, opId }: { occurredAt: string; opId: string },
): OrderingOutcome {
  const { ordering_changed_at: changedAt, ordering_op_id: standing } = restaurant;
  const difference = changedAt === null ? 1 : Date.parse(occurredAt) - Date.parse(changedAt);
  if (difference < 0 || (difference === 0 && opId.toLowerCase() <= (standing ?? '').toLowerCase()))
    return { kind: 'superseded', restaurant };
  const isPausing = body.ordering_status === 'paused';
  return {
    kind: 'set',
    restaurant: {
      ...restaurant,
      ordering_status: body.ordering_status,
      ordering_paused_until: isPausing ? (body.ordering_paused_until ?? null) : null,
      ordering_pause_reason: isPausing ? (body.ordering_pause_reason ?? null) : null,
      extra_prep_minutes: body.extra_prep_minutes,
      extra_prep_until: body.extra_prep_minutes > 0 ? (body.extra_prep_until ?? null) : null,
      ordering_changed_at: occurredAt,
      ordering_op_id: opId,
    },
  };
}

/** The restaurant without an expired pause or rush. Keeps when they were set, so that the newest change still wins. */
export function endedOrdering(restaurant: Restaurant, now: string | Date): Restaurant {
  const isOver = (until: string | null) => until !== null && Date.parse(until) <= new Date(now).getTime();
  const ended = { ...restaurant };
  if (restaurant.ordering_status === 'paused' && isOver(restaurant.ordering_paused_until))
    Object.assign(ended, { ordering_status: 'open', ordering_paused_until: null, ordering_pause_reason: null });
  if (restaurant.extra_prep_minutes > 0 && isOver(restaurant.extra_prep_until))
    Object.assign(ended, { extra_prep_minutes: 0, extra_prep_until: null });
  return ended;
}
