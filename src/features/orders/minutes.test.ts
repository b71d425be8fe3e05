import { expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { minuteChoices, otherMinutes, usualMinutes } from './minutes.ts';

const now = Date.parse('2026-11-20T19:42:00.000Z');
const restaurant = {
  default_prep_minutes: { pickup: 15, delivery: 40, dine_in: 20 },
  extra_prep_minutes: 0,
  extra_prep_until: null,
} as Restaurant; // what the minutes do not look at is left out
const pickup = { order_type: 'pickup', order_status: 'pending', is_asap: true } as Order;

test('the minutes on offer are round the usual ones, and a rush moves them all', () => {
  expect(usualMinutes(pickup, restaurant, now)).toBe(15);
  expect(minuteChoices(15)).toEqual([5, 10, 15, 20, 25, 35, 45]);
  const rush = { ...restaurant, extra_prep_minutes: 20, extra_prep_until: '2026-11-20T20:00:00.000Z' };
  expect(usualMinutes(pickup, rush, now)).toBe(35);
  expect(usualMinutes(pickup, rush, Date.parse('2026-11-20T20:00:00.000Z'))).toBe(15);
});

test('the menu of a new order offers other minutes, that of an accepted one or one for later does not', () => {
  expect(otherMinutes(pickup, restaurant, now)).toEqual([5, 25, 35, 45]);
  expect(otherMinutes({ ...pickup, order_status: 'accepted' }, restaurant, now)).toEqual([]);
  expect(otherMinutes({ ...pickup, is_asap: false }, restaurant, now)).toEqual([]);
});
