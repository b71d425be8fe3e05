import { canBeDueAt } from '../../../../contract/restaurant/ordering.ts';
import { DAY } from '../../../../contract/restaurant/zone.ts';
import { earliestFor, SCHEDULE_DAYS } from '../../place-order.ts';
import type { BasketType } from './basket.ts';
import type { Website } from '../website.ts';
import { capital } from '../words.ts';
import { dayOf, timeOf } from '../../../platform/format.ts';

export interface SlotDay {
  day: string;
  slots: { at: string; time: string }[];
}

const STEP_MINUTES = 15;
/** Days are listed until there are so many times: nobody reads more. */
const SLOTS_MAX = 160;

/** The times for which an order that takes `minutes` may be placed, by day. An hour that a clock change repeats is there once as each instant. */
export function slotsOf(
  { restaurant, now }: Pick<Website, 'restaurant' | 'now'>,
  type: BasketType,
  minutes: number,
): SlotDay[] {
  const { timezone } = restaurant;
  // Coarser for what is days ahead.
  const step = (type === 'catering' ? 60 : STEP_MINUTES) * 60_000;
  const last = now.getTime() + SCHEDULE_DAYS * DAY;
  const days = new Map<string, SlotDay>();
  let count = 0;
  const first = Math.ceil(earliestFor(restaurant, type, now, minutes) / step) * step;
  for (let at = first; at <= last && count < SLOTS_MAX; at += step) {
    if (!canBeDueAt(restaurant, type, new Date(at))) continue;
    const day = capital(dayOf(at, timezone, now).replace(/^on /, ''));
    const list = days.get(day) ?? { day, slots: [] };
    days.set(day, list);
    list.slots.push({ at: new Date(at).toISOString(), time: timeOf(at, timezone) });
    count += 1;
  }
  return [...days.values()];
}
