import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { businessDay } from '../contract/restaurant/business-day.ts';
import { isOpen } from '../contract/restaurant/opening-hours.ts';
import { openStatuses } from '../contract/orders/status.ts';
import { dishesByCategory, demoMenuRows } from './menu-rows.ts';
import { createRandom } from './random.ts';
import { CUTOFF, demoRestaurant, TIMEZONE } from './restaurant.ts';
import { makeTrade } from './trade.ts';

function tradeAt(start: string) {
  const now = new Date(start);
  const restaurant = demoRestaurant(now);
  const menu = dishesByCategory(demoMenuRows(now, { kind: 'user', id: null, name: 'Ravi Menon' }, restaurant));
  const kitchen = { random: createRandom(1), menu, ownerId: 'ravi' };
  return { restaurant, orders: makeTrade(kitchen, restaurant.opening_hours, now) };
}

const { orders } = tradeAt('2026-11-20T19:42:00.000Z');

describe('the demonstration’s trade', () => {
  test('adds up for every order', () => {
    const wrong = orders.filter((order) => {
      const fees = order.delivery_fee_amount + order.service_charge_amount + order.packaging_fee_amount;
      const isEnded = order.order_status === 'rejected' || order.order_status === 'cancelled';
      const adds = [
        order.lines.length > 0,
        order.lines.every(
          ({ total_amount, quantity, unit_amount, modifiers = [] }) =>
            total_amount === modifiers.reduce((sum, one) => sum + one.total_amount, quantity * unit_amount),
        ),
        order.lines.reduce((sum, line) => sum + line.total_amount, 0) === order.subtotal_amount,
        order.subtotal_amount - order.discount_amount + fees + order.tip_amount === order.total_amount,
        order.taxes[0]!.taxable_amount + order.tax_amount + order.tip_amount === order.total_amount,
        order.paid_amount + order.due_amount === (isEnded && order.paid_amount === 0 ? 0 : order.total_amount),
      ];
      return adds.includes(false);
    });
    expect(wrong).toEqual([]);
  });

  test("has timelines that lead to each order's status", () => {
    const wrong = orders.filter((order) => {
      const times = order.events.map((event) => event.at);
      const leads = [
        order.events[0]!.type === 'placed' && order.events[0]!.at === order.placed_at,
        order.events.at(-1)!.to === order.order_status,
        isDeepStrictEqual(times, times.toSorted()),
        order.events.every((event, i) => i === 0 || event.from === order.events[i - 1]!.to),
        order.order_type === 'delivery' || order.picked_up_at === null,
        (order.order_type === 'delivery') === (order.delivery_address !== null),
      ];
      return leads.includes(false);
    });
    expect(wrong).toEqual([]);
  });

  test('is busier on Friday evenings than at Tuesday lunch', () => {
    const hours = Map.groupBy(orders, (order) => new Date(order.placed_at).toISOString().slice(11, 13));
    const weekdays = Map.groupBy(orders, (order) =>
      new Date(`${businessDay(order.placed_at, TIMEZONE, CUTOFF)}T12:00Z`).getUTCDay(),
    );
    expect(hours.get('19')!.length).toBeGreaterThan(2 * hours.get('13')!.length);
    expect(weekdays.get(5)!.length).toBeGreaterThan(1.2 * weekdays.get(2)!.length);
    expect(weekdays.has(1)).toBe(false);
  });

  test.each([
    '2026-11-21T03:00:00.000Z',
    '2026-11-21T04:05:00.000Z',
    '2026-11-23T10:00:00.000Z',
    '2026-12-25T15:00:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
  ])('is open at %s with ten open orders on time', (start) => {
    const made = tradeAt(start);
    expect(isOpen(made.restaurant.opening_hours, TIMEZONE, start)).toBe(true);
    const open = made.orders.filter((order) => openStatuses.includes(order.order_status));
    expect(open).toHaveLength(10);
    const late = open
      .map((order) => (Date.parse(start) - Date.parse(order.due_at)) / 60_000)
      .filter((minutes) => minutes > 0);
    expect(late).toHaveLength(2);
    expect(Math.max(...late)).toBeLessThan(10);
    const outside = made.orders.filter((order) => !isOpen(made.restaurant.opening_hours, TIMEZONE, order.placed_at));
    // A business day that is only minutes old begins with what the previous evening left over.
    expect(outside.length).toBeLessThanOrEqual(13);
  });

  test('creates the same restaurant at each start', () => {
    const again = tradeAt('2026-11-20T19:42:00.000Z').orders;
    const visible = (list: typeof orders) =>
      list.map((order) => [order.order_no, order.customer, order.total_amount, order.placed_at]);
    expect(visible(again)).toEqual(visible(orders));
  });
});
