import { businessDay } from '../contract/restaurant/business-day.ts';
import { isOpen } from '../contract/restaurant/opening-hours.ts';
import type { Order, OrderStatus } from '../contract/orders/calls.ts';
import type { OpeningHours } from '../contract/restaurant/rows.ts';
import { DAY, dateOfDay, dayOfDate, fromLocalParts, weekdayOfDay } from '../contract/restaurant/zone.ts';
import { MINUTE, type Kitchen, type Wanted } from './kitchen.ts';
import { makeOrder } from './orders.ts';
import { CUTOFF, TIMEZONE } from './restaurant.ts';

const DEMO_DAYS = 90;
const HOUR = 60 * MINUTE;
/** The number of a business day's first order. */
const FIRST_NUMBER = 101;

/** Orders on an ordinary day, by weekday from Sunday. */
const usual = [46, 40, 40, 42, 46, 60, 62];

/** Ninety days of trade up to `now`, oldest first. The newest orders are open, some in each status. */
export function makeTrade(kitchen: Kitchen, hours: OpeningHours, now: Date): Omit<Order, 'version'>[] {
  const at = now.getTime();
  const today = dayOfDate(businessDay(now, TIMEZONE, CUTOFF));
  const open = openOrders(at);
  const wanted: Omit<Wanted, 'number'>[] = [];
  for (let day = today - DEMO_DAYS + 1; day <= today; day += 1) {
    for (const placedAt of placingTimes(kitchen, hours, day)) {
      if (placedAt < at - 75 * MINUTE)
        wanted.push({ placedAt, now: at, status: endOf(kitchen), type: typeOf(kitchen) });
    }
  }
  const oldestFirst = [...wanted, ...open].sort((a, b) => a.placedAt - b.placedAt);
  const numbers = new Map<string, number>();
  return oldestFirst.map((one) => {
    const day = businessDay(new Date(one.placedAt), TIMEZONE, CUTOFF);
    const number = numbers.get(day) ?? FIRST_NUMBER;
    numbers.set(day, number + 1);
    return makeOrder(kitchen, { ...one, number: String(number) });
  });
}

/** The open orders: two new, two late, some in every status; and three that were just finished. */
function openOrders(now: number): Omit<Wanted, 'number'>[] {
  const list: [
    minutesAgo: number,
    status: OrderStatus,
    type: Order['order_type'],
    promised: number,
    isAllergic?: true,
  ][] = [
    [62, 'completed', 'pickup', 25],
    [53, 'completed', 'delivery', 42],
    [47, 'ready', 'delivery', 40, true],
    [45, 'completed', 'pickup', 30],
    [34, 'out_for_delivery', 'delivery', 38],
    [28, 'out_for_delivery', 'delivery', 31],
    [21, 'preparing', 'pickup', 19],
    [14, 'preparing', 'dine_in', 32],
    [11, 'preparing', 'delivery', 34, true],
    [9, 'accepted', 'pickup', 37],
    [6, 'accepted', 'delivery', 39],
    [3, 'pending', 'pickup', 30],
    [1, 'pending', 'delivery', 45],
  ];
  return list.map(([minutesAgo, status, type, promised, isAllergic]) => ({
    placedAt: now - minutesAgo * MINUTE,
    now,
    status,
    type,
    promised,
    isAllergic: isAllergic ?? false,
  }));
}

const typeOf = ({ random }: Kitchen): Order['order_type'] =>
  random.weighted([
    ['delivery', 50],
    ['pickup', 40],
    ['dine_in', 10],
  ]);

const endOf = ({ random }: Kitchen): OrderStatus =>
  random.weighted([
    ['completed', 94],
    ['cancelled', 3],
    ['rejected', 3],
  ]);

/** Around lunch and, more often, around dinner; only while it is open, and not in the last quarter of an hour. */
function placingTimes({ random }: Kitchen, hours: OpeningHours, day: number): number[] {
  const count = Math.round((usual[weekdayOfDay(day)] ?? 45) * (0.88 + random.next() * 0.24));
  const midnight = day * DAY;
  const times: number[] = [];
  for (let tries = 0; times.length < count && tries < count * 8; tries += 1) {
    const peak = random.weighted([
      [13, 25],
      [19.5, 60],
      [0, 15],
    ]);
    const hour =
      peak === 0 ? 5 + random.next() * 22 : peak + (random.next() + random.next() + random.next() - 1.5) * 2.4;
    const at = fromLocalParts(midnight + Math.round(hour * HOUR), TIMEZONE);
    const isServed = [0, 15].every((minutes) => isOpen(hours, TIMEZONE, new Date(at + minutes * MINUTE)));
    if (isServed && businessDay(new Date(at), TIMEZONE, CUTOFF) === dateOfDay(day)) times.push(at);
  }
  return times;
}
