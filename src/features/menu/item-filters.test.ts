import { expect, test, vi } from 'vitest';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { dish } from '../../../tests/support/rows.ts';
import { isAvailable } from './availability.ts';
import { itemMatcher, readItemFilters, writeItemFilters } from './item-filters.ts';

const now = Date.parse('2026-11-20T19:00:00.000Z');
const isOut = (item: MenuItem) => !isAvailable(item, new Date(now));
const none = readItemFilters('');

test('the item filters survive a round trip through the address', () => {
  const filters = {
    ...none,
    search: 'prawn',
    isVegetarian: true,
    isOut: true,
    allergens: ['milk', 'tree_nuts'],
    page: 2,
    limit: 30,
  };
  expect(readItemFilters(writeItemFilters(filters))).toEqual(filters);
  expect(writeItemFilters(none)).toBe('');
  expect(readItemFilters('?allergens=milk,plutonium&limit=7&page_no=x')).toEqual({ ...none, allergens: ['milk'] });
});

test('finds a dish by text, diet, allergen and availability', () => {
  const paneer = dish(100, {
    name: 'Saag paneer',
    description: 'Spinach and crème',
    dietary: ['vegetarian'],
    allergens: ['milk'],
  });
  const has = (fields: object) => itemMatcher({ ...none, ...fields }, isOut)(paneer);
  expect(has({ search: 'spinach PANEER' })).toBe(true);
  expect(has({ search: 'creme' })).toBe(true);
  expect(has({ search: 'lamb' })).toBe(false);
  expect(has({ isVegetarian: true })).toBe(true);
  expect(has({ allergens: ['fish', 'milk'] })).toBe(true);
  expect(has({ isOut: true })).toBe(false);
});

test('a dish whose absence has ended is not sold out', () => {
  const back = dish(100, { availability_status: 'sold_out', unavailable_until: '2026-11-20T18:59:00.000Z' });
  const out = dish(101, { availability_status: 'sold_out', unavailable_until: '2026-11-20T19:01:00.000Z' });
  expect([back, out].filter(itemMatcher({ ...none, isOut: true }, isOut))).toEqual([out]);
});

test('folds the words of a dish once, however often it is searched', () => {
  const menu = Array.from({ length: 1500 }, (_, n) => dish(n, { name: `Crème brûlée ${n}` }));
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    const found = ['c', 'cr', 'cre', 'crem', 'creme b', 'creme br'].map(
      (search) => menu.filter(itemMatcher({ ...none, search }, isOut)).length,
    );
    expect(found).toEqual(Array.from({ length: 6 }, () => 1500));
    // Each dish; what is searched for has no accents.
    expect(normalize).toHaveBeenCalledTimes(1500);
  } finally {
    normalize.mockRestore();
  }
});
