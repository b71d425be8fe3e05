import { closesAt, nextOpening } from './opening-hours.ts';
import type { Restaurant } from './rows.ts';
import { DAY, dayOfLocalParts, toLocalParts, weekdayOfDay } from './zone.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const WEEKS = 8;
/** How far back sales are looked at, ms. */
export const LOSS_HISTORY = WEEKS * 7 * DAY;

/** What was sold of a dish in one hour of the restaurant's clock, which begins at `at` (epoch ms). */
export interface HourSales {
  at: number;
  quantity: number;
  revenue: number;
}

export interface Loss {
  minutes: number;
  quantity: number;
  revenue: number;
}

type Hours = Pick<Restaurant, 'opening_hours' | 'timezone'>;

/**
 * What a dish would probably have sold in `[from, to)` (epoch ms), in which it was sold out: for each hour its average of the same weekday
 * and hour over the eight weeks before `from`, by the share of that hour's open minutes, less what was sold in it nevertheless.
 */
export function soldOutLoss(
  sales: readonly HourSales[],
  { from, to }: { from: number; to: number },
  rules: Hours,
): Loss {
  const { timezone } = rules;
  const average = averages(sales, from, timezone);
  const sold = new Map(sales.map((hour) => [hour.at, hour]));
  const loss = { minutes: 0, quantity: 0, revenue: 0 };
  let end = from;
  for (let at = from; at < to; at = end) {
    const start = hourStart(at, timezone);
    end = Math.min(to, start + HOUR);
    const open = openMinutes(start, start + HOUR, rules);
    const minutes = openMinutes(at, end, rules);
    if (open === 0 || minutes === 0) continue;
    loss.minutes += minutes;
    const usual = average.get(slotOf(at, timezone));
    if (!usual) continue;
    const share = minutes / open;
    const nevertheless = sold.get(start);
    const quantity = Math.max(0, usual.quantity * share - (nevertheless?.quantity ?? 0));
    loss.quantity += quantity;
    loss.revenue += (quantity * usual.revenue) / usual.quantity;
  }
  return loss;
}

/** By weekday and hour: the sales of the eight weeks before, a week. */
function averages(sales: readonly HourSales[], before: number, timezone: string) {
  const found = new Map<string, { quantity: number; revenue: number }>();
  for (const { at, quantity, revenue } of sales) {
    if (at >= before || at < before - LOSS_HISTORY) continue;
    const slot = slotOf(at, timezone);
    const sum = found.get(slot) ?? { quantity: 0, revenue: 0 };
    found.set(slot, { quantity: sum.quantity + quantity / WEEKS, revenue: sum.revenue + revenue / WEEKS });
  }
  return found;
}

/** "5 18": the weekday and the hour of the restaurant's clock. */
function slotOf(at: number, timezone: string): string {
  const local = toLocalParts(at, timezone);
  return `${weekdayOfDay(dayOfLocalParts(local))} ${Math.floor((local % DAY) / HOUR)}`;
}

const hourStart = (at: number, timezone: string) => {
  const local = toLocalParts(at, timezone);
  return at - (((local % HOUR) + HOUR) % HOUR);
};

/** Without opening hours, all are open. */
function openMinutes(from: number, to: number, { opening_hours: hours, timezone }: Hours): number {
  if (hours.days.length === 0) return (to - from) / MINUTE;
  let sum = 0;
  let at = from;
  while (at < to) {
    const close = closesAt(hours, timezone, new Date(at));
    if (close === null) {
      const next = nextOpening(hours, timezone, new Date(at));
      if (next === null) break;
      at = Date.parse(next);
      continue;
    }
    const end = Math.min(to, Date.parse(close));
    sum += end - at;
    at = end;
  }
  return sum / MINUTE;
}
