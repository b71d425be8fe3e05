import { hasHours, isAllDay, openLabel, openState } from '../../../contract/restaurant/opening-hours.ts';
import type { OrderingNow } from '../../../contract/restaurant/ordering.ts';
import type { OpeningHours, OrderType, Restaurant } from '../../../contract/restaurant/rows.ts';
import { DAY, dayOfLocalParts, toLocalParts } from '../../../contract/restaurant/zone.ts';
import { exponentOf } from '../../platform/currency.ts';
import { comingExceptions, type ComingException } from './coming-exceptions.ts';

const LOCALE = 'en-GB';

/** 3840 GBP → "£38.40". */
export function money(amount: number, currency: string): string {
  let known = formats.get(currency);
  if (!known) {
    const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency });
    formats.set(currency, (known = { format, unit: 10 ** exponentOf(currency) }));
  }
  return known.format.format(amount / known.unit);
}

const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>();

/** "18:30" on the restaurant's clock. */
export const timeOf = (at: string | number, timezone: string): string =>
  new Date(toLocalParts(new Date(at).getTime(), timezone)).toISOString().slice(11, 16);

/** "today", "tomorrow", "on Monday", "on Monday 30 November". */
export function dayOf(at: string | number, timezone: string, now: Date): string {
  const day = dayOfLocalParts(toLocalParts(new Date(at).getTime(), timezone));
  const ahead = day - dayOfLocalParts(toLocalParts(now.getTime(), timezone));
  if (ahead === 0) return 'today';
  if (ahead === 1) return 'tomorrow';
  const format = ahead > 1 && ahead < 7 ? weekdayFormat : dateFormat;
  return `on ${format.format(day * DAY)}`;
}

const weekdayFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });
const dateFormat = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** "Monday 30 November". */
export const dateLabel = (date: string): string => dateFormat.format(Date.parse(`${date}T00:00:00Z`));

/** "20 November 2026, 18:56". */
export const dateTimeLabel = (at: string, timezone: string): string =>
  `${fullDateFormat.format(toLocalParts(Date.parse(at), timezone))}, ${timeOf(at, timezone)}`;

const fullDateFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "tomorrow at 12:00". */
export const whenOf = (at: string | number, timezone: string, now: Date): string =>
  `${dayOf(at, timezone, now)} at ${timeOf(at, timezone)}`;

export interface OpeningState {
  isOpen: boolean;
  label: string;
}

/** "Open until 23:00", "Closed. Opens tomorrow at 12:00." */
export function openingState(restaurant: Restaurant, ordering: OrderingNow, now: Date): OpeningState {
  const { opening_hours: hours, timezone } = restaurant;
  if (ordering.isOpen) {
    const state = openState(hours, timezone, now);
    return { isOpen: true, label: state.isOpen ? openLabel(state, timezone) : 'Open' };
  }
  if (ordering.reason === 'closing')
    return { isOpen: false, label: `Closes at ${timeOf(ordering.closesAt, timezone)}, too soon for an order for now` };
  const back = ordering.opensAt === null ? null : whenOf(ordering.opensAt, timezone, now);
  if (ordering.reason === 'paused')
    return {
      isOpen: false,
      label: back === null ? 'Not taking orders at the moment' : `Not taking orders. Back ${back}`,
    };
  if (!hasHours(hours)) return { isOpen: false, label: 'Opening hours not set yet' };
  return { isOpen: false, label: back === null ? 'Closed' : `Closed. Opens ${back}` };
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The week from Monday on, and the exceptions that are still to come. Empty: nobody entered opening hours. */
export function hoursOf(
  hours: OpeningHours,
  timezone: string,
  now: Date,
): { day: string; hours: string; label?: string }[] {
  if (!hasHours(hours)) return [];
  const labelOf = (day: Pick<ComingException, 'is_open' | 'periods'> | undefined) =>
    day?.is_open && day.periods.length > 0
      ? day.periods
          .map((period) => (isAllDay(period) ? 'All day' : `${period.open_time} to ${period.close_time}`))
          .join(', ')
      : 'Closed';
  return [
    ...[1, 2, 3, 4, 5, 6, 0].map((weekday) => ({
      day: weekdays[weekday]!,
      hours: labelOf(hours.days.find((one) => one.weekday === weekday)),
    })),
    ...comingExceptions(hours, timezone, now)
      .slice(0, 6)
      .map((one) => ({ day: dateLabel(one.date), hours: labelOf(one), label: one.label })),
  ];
}

export const typeLabels: Record<OrderType, string> = {
  pickup: 'Pickup',
  delivery: 'Delivery',
  dine_in: 'Eat in',
  catering: 'Catering',
  reservation: 'Book a table',
};

const allergenNames: Record<string, string> = { tree_nuts: 'nuts', soy: 'soya' };
export const allergenLabel = (allergen: string): string => allergenNames[allergen] ?? allergen.replaceAll('_', ' ');

/** "Milk, nuts" */
export const allergenList = (allergens: readonly string[]): string => capital(allergens.map(allergenLabel).join(', '));

export const dietaryLabel = (dietary: string): string => capital(dietary.replaceAll('_', ' '));

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const count = (many: number, one: string, more = `${one}s`): string => `${many} ${many === 1 ? one : more}`;
