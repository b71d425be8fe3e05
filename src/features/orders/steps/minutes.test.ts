import { expect, test } from 'vitest';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { minuteChoices, otherMinutes, usualMinutes } from './minutes.ts';

const now = Date.parse('2026-11-20T19:42:00.000Z');
const restaurant = {
  default_prep_minutes: { pickup: 15, delivery: 40, dine_in: 20 },
  extra_prep_minutes: 0,
  extra_prep_until: null,
} as Restaurant; // fields that the minutes do not read are left out
const pickup = { order_type: 'pickup', order_status: 'pending', is_asap: true } as Order;

test('offers minutes around the usual ones; a rush shifts them', () => {
  expect(usualMinutes(pickup, restaurant, now)).toBe(15);
  expect(minuteChoices(15)).toEqual([5, 10, 15, 20, 25, 35, 45]);
  const rush = { ...restaurant, extra_prep_minutes: 20, extra_prep_until: '2026-11-20T20:00:00.000Z' };
  expect(usualMinutes(pickup, rush, now)).toBe(35);
  expect(usualMinutes(pickup, rush, Date.parse('2026-11-20T20:00:00.000Z'))).toBe(15);
});

test("only a new order's menu offers other minutes", () => {
  expect(otherMinutes(pickup, restaurant, now)).toEqual([5, 25, 35, 45]);
  expect(otherMinutes({ ...pickup, order_status: 'accepted' }, restaurant, now)).toEqual([]);
  expect(otherMinutes({ ...pickup, is_asap: false }, restaurant, now)).toEqual([]);
});
