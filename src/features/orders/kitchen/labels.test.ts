import { expect, test } from 'vitest';
import { modifierParts, shortWho } from './labels.ts';

const modifier = (prefix: 'none' | 'extra' | 'less' | 'no', name: string, quantity = 1) => ({
  modifier_id: null,
  group_name: 'Changes',
  name,
  prefix,
  quantity,
  unit_amount: 0,
  total_amount: 0,
});

test('prefixes are marked, and choices below others stand behind them', () => {
  const below = { ...modifier('none', 'Fried egg'), depth: 1 };
  const modifiers = [
    modifier('no', 'Cream'),
    modifier('extra', 'Chilli', 2),
    modifier('none', 'Paneer'),
    below,
    { ...modifier('no', 'Salt'), depth: 2 },
    modifier('none', 'Extra hot'),
  ];
  expect(modifierParts({ modifiers })).toEqual([
    { prefix: 'NO', text: 'cream', below: [] },
    { prefix: 'EXTRA', text: '2× chilli', below: [] },
    {
      prefix: null,
      text: 'Paneer',
      below: [
        { prefix: null, text: 'Fried egg' },
        { prefix: 'NO', text: 'salt' },
      ],
    },
    { prefix: null, text: 'Extra hot', below: [] },
  ]);
  expect(modifierParts({})).toEqual([]);
});

test('a choice has the kitchen’s name of its group before it', () => {
  const modifiers = [
    { ...modifier('none', 'Rare'), group_kitchen_name: 'Temp' },
    { ...modifier('none', 'Mint', 2), group_kitchen_name: 'Dip' },
    { ...modifier('no', 'Garlic'), group_kitchen_name: 'Dip' },
  ];
  expect(modifierParts({ modifiers }).map(({ prefix, text }) => [prefix, text])).toEqual([
    [null, 'Temp: Rare'],
    [null, 'Dip: 2× Mint'],
    ['NO', 'garlic'],
  ]);
});

test('a ticket names its table, else the customer or type', () => {
  const who = (name: string, table_name: string | null = null) =>
    shortWho({ customer: { name, phone: null, email: null }, table_name, order_type: 'pickup' });
  expect([who('Kwame Mensah'), who('Cher'), who('Farah', 'Table 6'), who(' ')]).toEqual([
    'Kwame M.',
    'Cher',
    'Table 6',
    'Pickup',
  ]);
  expect(['Ana 🌮', 'Ana 👨‍👩‍👧', 'Ana E\u0301lise'].map((name) => who(name))).toEqual([
    'Ana 🌮.',
    'Ana 👨‍👩‍👧.',
    'Ana E\u0301.',
  ]);
});
