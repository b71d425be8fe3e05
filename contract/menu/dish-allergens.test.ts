import { expect, test } from 'vitest';
import { dish, id } from '../../tests/support/rows.ts';
import { checkLine } from '../orders/allergy-check.ts';
import { priceDish } from '../orders/price-dish.ts';
import { allergensOfDish } from './dish-allergens.ts';
import { withLinked } from './linked.ts';
import { newGroup } from './new-groups.ts';

const at = '2026-11-20T12:00:00.000Z';
const birth = (n: number) => ({ id: id(n), at, actor: null, version: 0 });
const fries = dish(50, { name: 'Fries', allergens: ['gluten'], may_contain: ['sesame'], allergens_confirmed_at: at });
const cola = dish(51, { name: 'Cola', allergens: [], allergens_confirmed_at: null });
const dips = newGroup(
  {
    name: 'Dip',
    selection_type: 'single',
    modifiers: [
      { id: id(31), name: 'Satay', allergens: ['peanuts'] },
      { id: id(32), name: 'Ketchup' },
    ],
  },
  birth(30),
);
const sides = newGroup(
  {
    name: 'Side',
    selection_type: 'multiple',
    modifiers: [
      { id: id(41), name: 'Fries', linked_item_id: fries.id, nested_group_ids: [dips.id] },
      { id: id(42), name: 'Cola', linked_item_id: cola.id },
      { id: id(43), name: 'Gone', linked_item_id: id(99) },
    ],
  },
  birth(40),
);
const groups = withLinked(new Map([sides, dips].map((group) => [group.id, group])), (one) =>
  [fries, cola].find((item) => item.id === one),
);
const burger = dish(10, {
  allergens: [],
  may_contain: [],
  allergens_confirmed_at: at,
  modifier_groups: [{ id: id(40) }],
});
const chosen = (...names: [modifier: number, depth?: number, prefix?: 'no'][]) =>
  names.map(([n, depth = 0, prefix]) => ({
    group_id: depth === 0 ? sides.id : dips.id,
    modifier_id: id(n),
    depth,
    prefix: prefix ?? ('none' as const),
  }));
const lineOf = (modifiers: ReturnType<typeof chosen>) => {
  const outcome = priceDish({ item: burger, category: null, book: null, groups }, { modifiers }, at);
  return outcome.kind === 'priced' ? outcome.dish.allergens : outcome;
};

test('a dish is read with its choices, those below others and those that are dishes as well', () => {
  const { contains, isConfirmed, choices } = allergensOfDish(burger, groups);
  expect([contains, isConfirmed]).toEqual([[], true]);
  expect(choices).toEqual([
    { name: 'Fries', contains: ['gluten'], mayContain: ['sesame'], isConfirmed: true },
    { name: 'Cola', contains: [], mayContain: [], isConfirmed: false },
    { name: 'Gone', contains: [], mayContain: [], isConfirmed: false },
    { name: 'Satay', contains: ['peanuts'], mayContain: [], isConfirmed: true },
    { name: 'Ketchup', contains: [], mayContain: [], isConfirmed: false },
  ]);
});

test('an order’s line holds what was chosen, and nothing is known where a chosen dish is not confirmed', () => {
  expect(lineOf([])).toEqual([]);
  expect(lineOf(chosen([41], [31, 1]))).toEqual(['gluten', 'peanuts']);
  expect(lineOf(chosen([41, 0, 'no']))).toEqual([]);
  expect(lineOf(chosen([42]))).toBeUndefined();
});

test('a warning reads the choices of the line on the menu of now', () => {
  const check = (allergen: string, ...names: Parameters<typeof chosen>) =>
    checkLine({ allergens: [allergen] }, { allergens: [], modifiers: chosen(...names) }, burger, groups);
  const clear = { contains: [], mayContain: [], isUnconfirmed: false };
  expect(check('peanuts', [41])).toEqual(clear);
  expect(check('nuts', [41], [31, 1])).toEqual({ ...clear, contains: ['peanuts'] });
  expect(check('sesame', [41])).toEqual({ ...clear, mayContain: ['sesame'] });
  expect(check('peanuts', [41, 0, 'no'], [31, 1])).toEqual(clear);
  expect(check('peanuts', [42])).toEqual({ ...clear, isUnconfirmed: true });
  expect(check('peanuts', [43])).toEqual({ ...clear, isUnconfirmed: true });
});
