import { expect, test } from 'vitest';
import type { OrderLine } from '../../../../contract/orders/calls.ts';
import { modifierLine, shortWho } from './labels.ts';

const modifier = (prefix: 'none' | 'extra' | 'less' | 'no', name: string, quantity = 1) => ({
  modifier_id: null,
  group_name: 'Changes',
  name,
  prefix,
  quantity,
  unit_amount: 0,
  total_amount: 0,
});

test('what is changed about a dish is one short sentence', () => {
  const modifiers = [modifier('no', 'Cream'), modifier('no', 'Cashew'), modifier('extra', 'Chilli', 2)];
  expect(modifierLine({ modifiers } as OrderLine)).toBe('No cream, no cashew, 2× extra chilli');
  expect(modifierLine({ modifiers: [modifier('none', 'Extra hot')] } as OrderLine)).toBe('Extra hot');
  expect(modifierLine({} as OrderLine)).toBe('');
});

test('a ticket is for a table, else for a person, else of a kind', () => {
  const who = (name: string, table_name: string | null = null) =>
    shortWho({ customer: { name, phone: null, email: null }, table_name, order_type: 'pickup' });
  expect([who('Kwame Mensah'), who('Cher'), who('Farah', 'Table 6'), who(' ')]).toEqual([
    'Kwame M.',
    'Cher',
    'Table 6',
    'Pickup',
  ]);
});
