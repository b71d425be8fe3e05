import { describe, expect, test } from 'vitest';
import type { Order, OrderLine } from '../../../../contract/orders/calls.ts';
import { checkLine } from '../../../../contract/orders/allergy-check.ts';
import { allergyLabel, allergyStripLabel } from './allergy.ts';
import { isAhead, stationsOf, ticketsAt } from './tickets.ts';
import { totalsOf } from './totals.ts';

const line = (name: string, more: Partial<OrderLine> = {}) => ({ id: name, name, quantity: 1, ...more }) as OrderLine;
const order = (order_no: string, more: Partial<Order> = {}) =>
  ({
    id: order_no,
    order_no,
    deleted_at: null,
    order_status: 'accepted',
    is_asap: true,
    placed_at: `2026-11-20T19:${order_no}:00.000Z`,
    due_at: '2026-11-20T20:30:00.000Z',
    prep_minutes: null,
    lines: [line('Pilau rice')],
    allergens: [],
    customer_note: null,
    kitchen_note: null,
    ...more,
  }) as Order; // only the fields that the kitchen reads

const numbers = (orders: Order[]) => orders.map(({ order_no }) => order_no);

describe('tickets', () => {
  test('are oldest first, and those that are ready leave', () => {
    const orders = [
      order('14', { order_status: 'preparing' }),
      order('20', { order_status: 'pending' }),
      order('11', { order_status: 'ready' }),
      order('12'),
      order('18', { order_status: 'pending', deleted_at: '2026-11-20T19:19:00.000Z' }),
    ];
    expect(numbers(ticketsAt(orders, null))).toEqual(['12', '14', '20']);
  });

  test('scheduled for later come after immediate ones', () => {
    const later = order('01', { is_asap: false, due_at: '2026-11-20T21:00:00.000Z' });
    expect(numbers(ticketsAt([later, order('30')], null))).toEqual(['30', '01']);
  });

  test('enter the board at cooking time, new ones at once', () => {
    const later = order('01', { is_asap: false, due_at: '2026-11-20T21:00:00.000Z', prep_minutes: 25 });
    const at = (time: string) => isAhead(later, Date.parse(`2026-11-20T${time}:00.000Z`));
    expect([at('20:34'), at('20:35')]).toEqual([true, false]);
    const now = Date.parse('2026-11-20T19:00:00.000Z');
    expect(isAhead({ ...later, order_status: 'pending' }, now)).toBe(false);
    expect(isAhead({ ...later, order_status: 'preparing' }, now)).toBe(false);
    // Created by a device whose clock is fast: an immediate order is never scheduled.
    expect(isAhead(order('59'), now)).toBe(false);
  });

  test('leave a station with struck lines unless it is last', () => {
    const naan = line('Naan', { kitchen_station: 'Tandoor', line_status: 'ready' });
    const curry = line('Curry', { kitchen_station: 'Curry' });
    const cooking = order('10', { lines: [naan, curry] });
    expect(ticketsAt([cooking], 'Tandoor')).toEqual([]);
    expect(numbers(ticketsAt([cooking], 'Curry'))).toEqual(['10']);
    const done = order('10', { lines: [naan, { ...curry, line_status: 'ready' }] });
    expect(numbers(ticketsAt([done], 'Tandoor'))).toEqual(['10']);
    expect(stationsOf([cooking])).toEqual([
      { name: 'Curry', count: 1 },
      { name: 'Tandoor', count: 0 },
    ]);
  });

  test('an idle station of the menu keeps its place', () => {
    const curry = order('10', { lines: [line('Curry', { kitchen_station: 'Curry' })] });
    const ofMenu = ['Tandoor', 'Bar', null];
    expect(stationsOf([curry], ofMenu).map(({ name }) => name)).toEqual(['Bar', 'Curry', 'Tandoor']);
    expect(stationsOf([], ofMenu).map(({ name }) => name)).toEqual(['Bar', 'Tandoor']);
  });

  test('without a station belong to everybody', () => {
    expect(numbers(ticketsAt([order('10')], 'Fry'))).toEqual(['10']);
  });
});

test('the totals count what accepted orders still need', () => {
  const orders = [
    order('10', { lines: [line('Naan', { quantity: 4 }), line('Rice', { line_status: 'ready' })] }),
    order('11', { order_status: 'preparing', lines: [line('Naan', { quantity: 2 }), line('Dal')] }),
    order('12', { order_status: 'pending', lines: [line('Dal')] }),
  ];
  expect(totalsOf(orders, null)).toEqual([
    { name: 'Naan', quantity: 6 },
    { name: 'Dal', quantity: 1 },
  ]);
});

describe('an allergy', () => {
  const confirmed = { allergens: [], may_contain: [], allergens_confirmed_at: '2026-11-01T10:00:00.000Z' };
  const words = (allergens: string[], item: Parameters<typeof checkLine>[2], inLine: string[] = []) =>
    allergyLabel(checkLine({ allergens }, { allergens: inLine }, item, new Map()));

  test('flags the items that contain it or may contain it', () => {
    expect(words(['tree_nuts'], { ...confirmed, allergens: ['tree_nuts', 'milk'] })).toBe('Contains nuts');
    expect(words(['milk'], { ...confirmed, may_contain: ['milk'] })).toBe('May contain milk');
    expect(words(['milk'], confirmed, ['milk'])).toBe('Contains milk');
    expect(words(['Nuts'], { ...confirmed, allergens: ['peanuts'] })).toBe('Contains peanuts');
  });

  test('is not "none" for a dish nobody has confirmed', () => {
    expect(words(['milk'], { ...confirmed, allergens_confirmed_at: null })).toBe('Allergens not confirmed');
    expect(words(['milk'], undefined)).toBe('Allergens not confirmed');
    expect(words(['milk'], { ...confirmed, allergens: ['milk'], allergens_confirmed_at: null })).toBe(
      'Contains milk · allergens not confirmed',
    );
  });

  test('with an unknown name is never cleared by a menu', () => {
    expect(words(['kiwi'], confirmed)).toBe('Allergens not confirmed');
  });

  test('that a dish is confirmed to lack is not shown', () => {
    expect(words(['milk'], confirmed)).toBeNull();
    expect(words([], undefined)).toBeNull();
  });

  test('in a note alone is shown too', () => {
    expect(allergyStripLabel(order('10', { allergens: ['tree_nuts'] }))).toBe('Allergy: nuts');
    expect(allergyStripLabel(order('10', { customer_note: 'My son is allergic to cashews' }))).toBe(
      'Allergy: read the note',
    );
    expect(allergyStripLabel(order('10', { customer_note: 'Ring twice' }))).toBeNull();
  });
});
