import type { BulkItem } from '../../../../contract/menu/bulk-calls.ts';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import { exponentOf } from '../../../lib/money.ts';

/** The contract's maximum price, minor units. */
const HIGHEST_PRICE = 100_000_000;

/** What is done to each price. `by`: minor units, or basis points; below zero to lower it. */
export interface PriceChange {
  kind: 'amount' | 'percent';
  by: number;
  rounding: Rounding;
}

/** To which prices results are rounded. `ninety-nine`: to the nearest that ends so, such as 11.99. */
export type Rounding = 'none' | 'step-5' | 'step-10' | 'step-50' | 'ninety-nine';

const hundredths = { 'step-5': 5, 'step-10': 10, 'step-50': 50 } as const;

/** A price after the change, minor units of the currency; never below zero. */
export function changedPrice(amount: number, { kind, by, rounding }: PriceChange, currency: string): number {
  const exact = kind === 'amount' ? amount + by : (amount * (10_000 + by)) / 10_000;
  return Math.min(HIGHEST_PRICE, Math.max(0, rounded(Math.max(0, exact), rounding, currency)));
}

function rounded(amount: number, rounding: Rounding, currency: string): number {
  if (rounding === 'none' || amount === 0) return Math.round(amount);
  // A currency without decimals is rounded in whole units: 5, 10, 50 yen.
  const hundredth = Math.max(1, 10 ** exponentOf(currency) / 100);
  if (rounding !== 'ninety-nine') {
    const step = hundredths[rounding] * hundredth;
    return Math.round(amount / step) * step;
  }
  const whole = 100 * hundredth;
  return Math.max(1, Math.round((amount + hundredth) / whole)) * whole - hundredth;
}

/** A price before and after, of an item or of one of its variants. */
export interface PriceLine {
  key: string;
  name: string;
  before: number;
  after: number;
}

/** All prices of an item, each with what it becomes. */
export function priceLines(item: MenuItem, change: PriceChange, currency: string): PriceLine[] {
  const line = (key: string, name: string, before: number) => ({
    key,
    name,
    before,
    after: changedPrice(before, change, currency),
  });
  const { variants = [] } = item;
  if (variants.length === 0) return [line(item.id, item.name, item.price_amount)];
  return variants.map(({ id, name, price_amount }) => line(id, `${item.name}, ${name}`, price_amount));
}

/** The new prices of an item, with those that the person saw; null if none changes. */
export function newPrices(item: MenuItem, change: PriceChange, currency: string): BulkItem | null {
  const of = (amount: number) => changedPrice(amount, change, currency);
  const variants = (item.variants ?? []).map(({ id, name, price_amount, sku, is_default }) => ({
    id,
    name,
    price_amount: of(price_amount),
    sku,
    is_default,
  }));
  // Of a dish with variants, lists that know of none show the price of the usual one.
  const usual = variants.find(({ is_default }) => is_default) ?? variants[0];
  const price_amount = usual ? usual.price_amount : of(item.price_amount);
  const isOther = variants.some((variant, i) => variant.price_amount !== item.variants![i]!.price_amount);
  if (price_amount === item.price_amount && !isOther) return null;
  return { id: item.id, ...(isOther && withVariants(item, variants)), ...withPrice(item, price_amount) };
}

/** What takes new prices back, as long as nobody else has set others. */
export function formerPrices(item: MenuItem, { price_amount, variants }: BulkItem): BulkItem {
  const now = { ...item, price_amount: price_amount ?? item.price_amount, variants: variants as MenuItem['variants'] };
  const former = (item.variants ?? []).map(({ id, name, price_amount: price, sku, is_default }) => ({
    id,
    name,
    price_amount: price,
    sku,
    is_default,
  }));
  return { id: item.id, ...(variants && withVariants(now, former)), ...withPrice(now, item.price_amount) };
}

const withPrice = (seen: Pick<MenuItem, 'price_amount'>, price_amount: number) =>
  price_amount === seen.price_amount ? {} : { price_amount, expected_price_amount: seen.price_amount };

const withVariants = (seen: Pick<MenuItem, 'variants'>, variants: NonNullable<BulkItem['variants']>) => ({
  variants,
  expected_variants: (seen.variants ?? []).map(({ id, price_amount }) => ({ id, price_amount })),
});
