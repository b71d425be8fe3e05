import { expect, test } from 'vitest';
import type { TaxSettings } from '../restaurant/rows.ts';
import { taxRateOf, type Dish } from './price-dish.ts';

const taxes: TaxSettings = {
  tax_mode: 'inclusive',
  rates: [
    { id: '00000000-0000-4000-8000-000000000001', name: 'Standard', rate_bp: 2000, applies_to: 'all' },
    { id: '00000000-0000-4000-8000-000000000002', name: 'Drinks', rate_bp: 2500, applies_to: 'alcohol' },
    { id: '00000000-0000-4000-8000-000000000003', name: 'Reduced', rate_bp: 500, applies_to: 'chosen' },
  ],
};
const rate = (item: object, category: number | null, known: TaxSettings | null = taxes) =>
  taxRateOf({
    item: item as Dish['item'], // only its rate and whether it is alcoholic are read
    category: { tax_rate_bp: category, kitchen_station: null },
    taxes: known,
  });

test('a dish without a rate gets its category’s, then the restaurant’s usual one', () => {
  expect([rate({ tax_rate_bp: 0 }, 500), rate({}, 500), rate({}, null), rate({}, null, null)]).toEqual([
    0,
    500,
    2000,
    null,
  ]);
});

test('alcohol has its own usual rate, or the one of everything', () => {
  const others = { ...taxes, rates: taxes.rates.filter(({ applies_to }) => applies_to !== 'alcohol') };
  expect([rate({ is_alcoholic: true }, null), rate({ is_alcoholic: true }, null, others)]).toEqual([2500, 2000]);
});
