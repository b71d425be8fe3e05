import { canBeDueAt } from '../../../contract/restaurant/ordering.ts';
import { businessDay } from '../../../contract/restaurant/business-day.ts';
import { SCHEDULE_DAYS } from '../../storefront/place-order.ts';
import { hoursFor } from '../../../contract/restaurant/opening-hours.ts';
import { hoursOfDate } from '../answer/days.ts';
import { dateText, timeText } from '../answer/format.ts';
import { periodsText } from '../answer/hours.ts';
import type { PendingOrder } from './pending.ts';
import { datesIn, readings, timeOf } from './read-reservation.ts';
import { localDate, type Turn } from './turn.ts';
import { bare } from './words.ts';

type When = Pick<PendingOrder, 'date' | 'time' | 'isHalfOpen'>;

/** As soon as possible. */
export const soonest: When = { date: null, time: null, isHalfOpen: false };

export const isSoonest = (text: string): boolean =>
  /^(?:(?:for|it|just|then|please|no) )*(?:now|asap|as soon as (?:possible|you can)|right (?:now|away)|straight away|the soonest|the earliest)(?: (?:please|possible|then))*$/.test(
    bare(text),
  );

/** What a message says of the time. `isExpected`: it was asked for. Null: nothing. */
export function whenIn({ c, facts, restaurant }: Turn, text: string, isExpected: boolean): When | null {
  const { timezone, opening_hours: hours } = restaurant;
  const dates = datesIn(text, { now: c.now, timezone, cutoff: facts.cutoff, locale: facts.locale, hours });
  const stated = timeOf(text, isExpected);
  if (dates.length === 0 && stated === null) return null;
  return { ...(dates[0] === undefined ? {} : { date: dates[0] }), ...stated };
}

/** The instant for which the order is; null: as soon as possible, or not settled. */
export function scheduledFor(
  { c, restaurant }: Turn,
  { date, time, isHalfOpen = false, order_type }: When & Pick<PendingOrder, 'order_type'>,
): string | null {
  if (time == null) return null;
  const on = date ?? businessDay(c.now, restaurant.timezone, restaurant.business_day_cutoff_time);
  const types = order_type ? [order_type] : (['pickup', 'delivery'] as const);
  const isPossible = (at: string) =>
    Date.parse(at) > c.now.getTime() &&
    types.some((type) => restaurant.order_type.includes(type) && canBeDueAt(restaurant, type, at));
  return readings({ date: on, time, isHalfOpen }, restaurant.timezone).toSorted().find(isPossible) ?? null;
}

/** A day without a time, or a time at which nothing can be had. */
export const isUnsettled = (turn: Turn, order: PendingOrder): boolean =>
  (order.date != null || order.time != null) && scheduledFor(turn, order) === null;

export function whyUnsettled({ c, restaurant, language, say }: Turn, { date, time, order_type }: PendingOrder): string {
  const on = date ?? localDate(c.now.toISOString(), restaurant.timezone);
  const { periods } = hoursOfDate(hoursFor(restaurant.opening_hours, order_type ?? 'pickup'), on);
  const day = dateText(on, language);
  const open = periods.length > 0 ? say.openOn(day, periodsText(periods, language)) : say.closedOn(day);
  return time == null ? open : `${say.notAt(time, day)} ${open}`;
}

/** The time as it was understood. */
export function settledWhen(turn: Turn, order: PendingOrder): When {
  const at = scheduledFor(turn, order);
  const { timezone } = turn.restaurant;
  return at === null ? soonest : { date: localDate(at, timezone), time: timeText(at, timezone), isHalfOpen: false };
}

export const whenText = ({ say, language, restaurant: { timezone } }: Turn, at: string): string =>
  say.at(dateText(localDate(at, timezone), language), timeText(at, timezone));

/** What the storefront says against a time, in the words of a chat. */
export function whyUntimely({ say }: Turn, fault: string): string {
  if (fault === 'Sooner than it can be made') return say.tooSoon;
  if (fault === 'Too far ahead') return say.tooFar(SCHEDULE_DAYS);
  return fault === 'Closed at that time' ? say.closedThen : say.notThen;
}
