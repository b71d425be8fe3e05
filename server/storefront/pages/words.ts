import { hasHours, isAllDay, openLabel, openState } from '../../../contract/restaurant/opening-hours.ts';
import type { OrderingNow } from '../../../contract/restaurant/ordering.ts';
import type { OpeningHours, OrderType, Restaurant } from '../../../contract/restaurant/rows.ts';
import { dateLabel, timeOf, whenOf } from '../../platform/format.ts';
import { comingExceptions, type ComingException } from './coming-exceptions.ts';

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
