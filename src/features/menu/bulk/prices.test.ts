import { describe, expect, test } from 'vitest';
import { newItem } from '../../../../contract/menu/new-rows.ts';
import { changedPrice, formerPrices, newPrices, priceLines, type PriceChange } from './prices.ts';

const percent = (by: number, rounding: PriceChange['rounding'] = 'none'): PriceChange => ({
  kind: 'percent',
  by: by * 100,
  rounding,
});
const amount = (by: number, rounding: PriceChange['rounding'] = 'none'): PriceChange => ({
  kind: 'amount',
  by,
  rounding,
});

test.for([
  [1150, percent(10), 'GBP', 1265],
  [1150, percent(5), 'GBP', 1208],
  [1150, percent(5, 'step-5'), 'GBP', 1210],
  [1150, percent(5, 'step-10'), 'GBP', 1210],
  [1150, percent(5, 'step-50'), 'GBP', 1200],
  [1150, percent(5, 'ninety-nine'), 'GBP', 1199],
  [1250, amount(0, 'ninety-nine'), 'GBP', 1299],
  [20, amount(0, 'ninety-nine'), 'GBP', 99],
  [1150, amount(-75), 'GBP', 1075],
  [50, amount(-75), 'GBP', 0],
  [0, percent(10, 'ninety-nine'), 'GBP', 0],
  [1150, percent(5, 'step-10'), 'JPY', 1210],
  [1150, percent(5, 'step-5'), 'JPY', 1210],
  [1150, percent(5, 'ninety-nine'), 'JPY', 1199],
  [2345, percent(10, 'step-5'), 'KWD', 2600],
  [2345, percent(10, 'ninety-nine'), 'KWD', 2990],
  [99_999_999, percent(50), 'GBP', 100_000_000],
] as const)('%i with %o in %s is %i', ([before, change, currency, after]) => {
  expect(changedPrice(before, change, currency)).toBe(after);
});

describe('a dish with sizes', () => {
  const birth = { id: 'i', at: '2026-11-20T19:42:00.000Z', actor: null, version: 1 };
  const variants = [
    { id: 'small', name: 'Small', price_amount: 500 },
    { id: 'large', name: 'Large', price_amount: 900, is_default: true },
  ];
  const dosa = newItem({ name: 'Dosa', price_amount: 900, variants }, birth, {
    bookId: 'b',
    categoryId: 'c',
    currency: 'GBP',
  });

  test('gets a new price for each, and that of the usual one in lists', () => {
    expect(priceLines(dosa, amount(50), 'GBP')).toEqual([
      { key: 'small', name: 'Dosa, Small', before: 500, after: 550 },
      { key: 'large', name: 'Dosa, Large', before: 900, after: 950 },
    ]);
    const change = newPrices(dosa, amount(50), 'GBP')!;
    expect(change).toMatchObject({ price_amount: 950, expected_price_amount: 900 });
    expect(change.variants?.map(({ price_amount }) => price_amount)).toEqual([550, 950]);
    expect(change.expected_variants).toEqual([
      { id: 'small', price_amount: 500 },
      { id: 'large', price_amount: 900 },
    ]);
    expect(formerPrices(dosa, change)).toMatchObject({
      price_amount: 900,
      expected_price_amount: 950,
      expected_variants: [
        { id: 'small', price_amount: 550 },
        { id: 'large', price_amount: 950 },
      ],
    });
    expect(newPrices(dosa, amount(0), 'GBP')).toBeNull();
  });
});
