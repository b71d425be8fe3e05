import { expect, test } from 'vitest';
import { newGroup } from '../../../contract/menu/new-groups.ts';
import { newItem } from '../../../contract/menu/new-rows.ts';
import { priceDish, type Dish } from '../../../contract/orders/price-dish.ts';
import { id } from '../../../tests/support/rows.ts';
import { chosenOf, listOf, mustChoose, pick, prefix, usualChoice } from './choice.ts';

const NOW = new Date('2026-11-20T18:30:00.000Z');
const birth = (n: number) => ({ id: id(n), at: NOW.toISOString(), actor: null, version: 1 });
const option = (n: number, name: string, price_amount: number, more: object = {}) => ({
  id: id(n),
  name,
  price_amount,
  ...more,
});

const sauces = newGroup(
  { name: 'Sauce', selection_type: 'single', modifiers: [option(31, 'Mild', 0), option(32, 'Hot', 20)] },
  birth(30),
);
const toppings = newGroup(
  {
    name: 'Toppings',
    selection_type: 'quantity',
    min_selected: 1,
    free_count: 1,
    modifiers: [
      option(41, 'Cheese', 100, { is_default: true, max_quantity: 3 }),
      option(42, 'Falafel', 250, { nested_group_ids: [sauces.id] }),
    ],
  },
  birth(40),
);
const words = newGroup({ name: 'Name on it', selection_type: 'text' }, birth(50));
const dish: Dish = {
  item: newItem(
    {
      name: 'Wrap',
      price_amount: 500,
      variants: [option(61, 'Small', 500), option(62, 'Large', 800, { is_default: true })],
      modifier_groups: [{ id: toppings.id }, { id: words.id }],
    },
    birth(60),
    { bookId: id(1), categoryId: id(2), currency: 'GBP' },
  ),
  category: null,
  book: null,
  groups: new Map([sauces, toppings, words].map((group) => [group.id, group])),
};
const at = (...ids: number[]) => ids.map(id).join('/');

test('begins with what is usual, and leaves out what is sold out', () => {
  expect(mustChoose(dish)).toBe(true);
  expect(usualChoice(dish, NOW)).toEqual({ variantId: id(62), picks: { [at(40, 41)]: 1 } });
});

test('lists choices with those below them, and comes back from the list', () => {
  let chosen = pick(usualChoice(dish, NOW), toppings, at(40, 42), 2);
  chosen = pick(chosen, sauces, at(40, 42, 30, 31), 1);
  chosen = pick(chosen, sauces, at(40, 42, 30, 32), 1);
  chosen = pick(chosen, words, `${id(50)}/text`, 'Joanna');
  const choice = listOf(chosen, dish);
  expect(choice).toEqual({
    variant_id: id(62),
    modifiers: [
      { group_id: id(40), modifier_id: id(41), quantity: 1 },
      { group_id: id(40), modifier_id: id(42), quantity: 2 },
      { group_id: id(30), modifier_id: id(32), depth: 1, quantity: 1 },
      { group_id: id(50), modifier_id: null, text: 'Joanna' },
    ],
  });
  expect(listOf(chosenOf(choice), dish)).toEqual(choice);
  // Large 8.00, the cheese is free, two falafel 5.00, each with hot sauce 0.20.
  const outcome = priceDish(dish, choice, NOW.toISOString());
  expect(outcome.kind === 'priced' && outcome.dish.modifiers?.map((one) => one.each_amount)).toEqual([0, 500, 40, 0]);
});

test('takes away what lies below a choice with it', () => {
  const chosen = pick(pick(usualChoice(dish, NOW), toppings, at(40, 42), 1), sauces, at(40, 42, 30, 31), 1);
  expect(pick(chosen, toppings, at(40, 42), 0).picks).toEqual({ [at(40, 41)]: 1 });
});

test('says "extra" and "no", and comes back from the list', () => {
  const fillings = newGroup(
    {
      name: 'Fillings',
      selection_type: 'multiple',
      modifiers: [
        option(71, 'Onions', 0, { is_default: true }),
        option(72, 'Feta', 100, { nested_group_ids: [sauces.id] }),
      ],
    },
    birth(70),
  );
  const pita: Dish = {
    ...dish,
    item: { ...dish.item, variants: [], modifier_groups: [{ id: fillings.id }] },
    groups: new Map([fillings, sauces].map((group) => [group.id, group])),
  };
  let chosen = prefix(usualChoice(pita, NOW), fillings, at(70, 71), 'no');
  chosen = pick(prefix(chosen, fillings, at(70, 72), 'extra'), sauces, at(70, 72, 30, 32), 1);
  const choice = listOf(chosen, pita);
  expect(choice.modifiers).toEqual([
    { group_id: id(70), modifier_id: id(71), prefix: 'no', quantity: 1 },
    { group_id: id(70), modifier_id: id(72), prefix: 'extra', quantity: 1 },
    { group_id: id(30), modifier_id: id(32), depth: 1, quantity: 1 },
  ]);
  expect(listOf(chosenOf(choice), pita)).toEqual(choice);
  // What is left out has nothing below it.
  expect(listOf(prefix(chosen, fillings, at(70, 72), 'no'), pita).modifiers).toHaveLength(2);
  expect(listOf(prefix(chosen, fillings, at(70, 72), null), pita).modifiers?.[1]).not.toHaveProperty('prefix');
});
