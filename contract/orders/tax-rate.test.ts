import { expect, test } from 'vitest';
import type { TaxSettings } from '../restaurant/rows.ts';
import { newLine } from './manual-order.ts';
import { priceDish, taxRateOf, type Dish } from './price-dish.ts';
import { noSums, withSums } from './totals.ts';

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

test('the order names each rate as the restaurant does, whatever it is called later', () => {
  const item = { name: 'Dal', price_amount: 600, modifier_groups: [], allergens: [], allergens_confirmed_at: null };
  const named = (dish: object, known: TaxSettings | null = taxes) => {
    const outcome = priceDish(
      {
        item: { ...item, ...dish } as unknown as Dish['item'],
        category: null,
        book: null,
        groups: new Map(),
        taxes: known,
      },
      {},
      '2026-11-20T18:00:00.000Z',
    );
    if (outcome.kind !== 'priced') throw new Error(outcome.kind);
    const { dish: priced } = outcome;
    const line = newLine({ ...priced, id: 'a', menu_item_id: 'b', quantity: 1 });
    return withSums(noSums, [line]).taxes.map(({ name, rate_bp }) => [name, rate_bp]);
  };
  expect(named({})).toEqual([['Standard', 2000]]);
  expect(named({ is_alcoholic: true })).toEqual([['Drinks', 2500]]);
  expect(named({ tax_rate_bp: 500 })).toEqual([['Reduced', 500]]);
  expect(named({ tax_rate_bp: 700 })).toEqual([['Tax', 700]]);
  expect(named({}, null)).toEqual([]);
});

test('alcohol has its own usual rate, or the one of everything', () => {
  const others = { ...taxes, rates: taxes.rates.filter(({ applies_to }) => applies_to !== 'alcohol') };
  expect([rate({ is_alcoholic: true }, null), rate({ is_alcoholic: true }, null, others)]).toEqual([2500, 2000]);
});
