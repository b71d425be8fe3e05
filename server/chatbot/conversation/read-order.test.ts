import { describe, expect, test } from 'vitest';
import type { FactItem, Facts } from '../answer/facts.ts';
import { choose, readOrder, wantsOrder } from './read-order.ts';
import { isNo, isQuestion, isYes } from './words.ts';

const item = (name: string, more: Partial<FactItem> = {}): FactItem => ({
  id: name,
  name,
  description: '',
  category: 'Mains',
  price_amount: 900,
  hasOpenPrice: false,
  variants: [],
  group_ids: [],
  allergens: [],
  may_contain: [],
  areAllergensConfirmed: false,
  dietary: [],
  availability: 'available',
  ...more,
});
const facts = {
  name: 'Harbour Grill',
  items: [
    item('Chicken korma'),
    item('Lamb korma'),
    item('Garlic naan'),
    item('Fish and chips'),
    item('Pizza 4 formaggi'),
    item('Burger', { group_ids: ['extras'] }),
    item('Mango lassi', {
      variants: [
        { name: 'Small', price_amount: 350, is_available: true },
        { name: 'Large', price_amount: 500, is_available: true },
      ],
    }),
  ],
  groups: [
    {
      id: 'extras',
      name: 'Extras',
      modifiers: [{ id: 'cheese', name: 'Cheese', price_amount: 100, allergens: [], is_available: true }],
    },
  ],
} as unknown as Facts;

const dishesIn = (text: string) =>
  readOrder(text, facts).dishes.map(({ item: { name }, quantity, variant, modifiers, note }) =>
    [quantity, name, variant, ...modifiers.map(({ modifier_id: id }) => id), note]
      .filter((one) => one !== null)
      .join(' '),
  );

describe('the dishes of a message', () => {
  test.each([
    ['2 chicken korma and a garlic naan for pickup', ['2 Chicken korma', '1 Garlic naan']],
    ['Can I get two fish and chips, delivered?', ['2 Fish and chips']],
    ['chicken korma x2, garlic naan', ['2 Chicken korma', '1 Garlic naan']],
    ['3 × Garlic naan\n1 x lamb korma', ['3 Garlic naan', '1 Lamb korma']],
    ['1 pizza 4 formaggi', ['1 Pizza 4 formaggi']],
    ['a large mango lassi please', ['1 Mango lassi Large']],
    ['2 burgers with extra cheese', ['2 Burger cheese']],
    ['a burger without onions', ['1 Burger without onions']],
  ])('%s', (text, dishes) => expect(dishesIn(text)).toEqual(dishes));

  test('that are not on the menu are named, and not replaced by others', () => {
    expect(readOrder('2 unicorn steaks', facts)).toMatchObject({ dishes: [], unknown: ['unicorn steaks'] });
    expect(readOrder('a lobster korma', facts).dishes).toEqual([]);
  });

  test('of which there are several are unclear', () => {
    expect(readOrder('2 korma', facts)).toMatchObject({
      dishes: [],
      unclear: [{ quantity: 2, item_ids: ['Chicken korma', 'Lamb korma'] }],
    });
  });
});

describe('an order is begun', () => {
  test.each(['I’d like to order', '2 chicken korma', 'can I get a garlic naan', 'I want a korma', 'Order please'])(
    'by: %s',
    (text) => expect(wantsOrder(text, facts)).toBe(true),
  );
  test.each([
    'Chicken korma',
    'How much is 2 chicken korma?',
    'Is the garlic naan available?',
    'I’d like to know if the korma is spicy',
    'Can I have 2 chicken korma without nuts, I am allergic',
    'Where is my order?',
    'What is the minimum order?',
    'Can I place an order for tomorrow?',
    'I want to cancel my order of 2 chicken korma',
    'Can I have your telephone number?',
  ])('not by: %s', (text) => expect(wantsOrder(text, facts)).toBe(false));
});

test('a choice is made by number, name or what only one of them has', () => {
  expect(choose('2', ['Small', 'Large'])).toEqual([1]);
  expect(choose('the large one', ['Small', 'Large'])).toEqual([1]);
  expect(choose('extra large', ['Large', 'Extra large'])).toEqual([1]);
  expect(choose('lamb', ['Chicken korma', 'Lamb korma'])).toEqual([1]);
  expect(choose('korma', ['Chicken korma', 'Lamb korma'])).toEqual([]);
  expect(choose('3', ['Small', 'Large'])).toEqual([]);
});

test('yes and no are understood in each language, and only alone', () => {
  for (const text of ['YES', 'Yes please!', 'ok', 'Sí', 'oui', 'Ja bitte', 'sì', 'Sim']) expect(isYes(text)).toBe(true);
  for (const text of ['yes, for £1', 'is it yes', 'yes but without naan', '']) expect(isYes(text)).toBe(false);
  for (const text of ['No', 'cancel my order', 'never mind', 'Nein danke', 'não', 'annuler'])
    expect(isNo(text)).toBe(true);
  for (const text of ['no onions', 'no nuts please', 'not yet']) expect(isNo(text)).toBe(false);
  expect(['Do you deliver?', 'and what about 8 pm', 'how about 8'].map(isQuestion)).toEqual([true, false, false]);
});
