import { exponentOf } from '../../server/platform/currency.ts';
import type { ExpectedItem, ExpectedMenu } from './compare.ts';

type Loose = Record<string, unknown>;

/**
 * What stands on a menu, from an `expected.json`: categories with items, a list of categories, or a list of items. `price_amount` is in
 * minor units; a `price` such as 12.5 or "12,50" is in major ones, of the `currency` if the file names one.
 */
export function readExpected(json: string): ExpectedMenu {
  const given = JSON.parse(json) as unknown;
  const currency = textOf((given as Loose)['currency']).toUpperCase();
  const exponent = /^[A-Z]{3}$/.test(currency) ? exponentOf(currency) : 2;
  const list = listOf(given, ['categories', 'sections', 'menu', 'items']);
  const hasItems = list.some((one) => listOf(one, ['items', 'dishes']).length > 0);
  const categories = hasItems ? list : [{ name: '', items: list }];
  return {
    ...(/^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    categories: categories.map((category) => ({
      name: textOf(category['name']) || textOf(category['category']),
      items: listOf(category, ['items', 'dishes']).map((item) => readItem(item, exponent)),
    })),
  };
}

function readItem(item: Loose, exponent: number): ExpectedItem {
  const variants = listOf(item, ['variants', 'sizes']).map((one) => ({
    name: textOf(one['name']),
    price_amount: readPrice(one, exponent) ?? 0,
  }));
  return {
    name: textOf(item['name']),
    price_amount: readPrice(item, exponent) ?? variants[0]?.price_amount ?? null,
    ...(variants.length > 0 ? { variants } : {}),
  };
}

function readPrice({ price_amount: amount, price }: Loose, exponent: number): number | null {
  if (typeof amount === 'number') return amount;
  const text = textOf(price).trim();
  const major = Number(text.replace(',', '.').replace(/[^\d.]/g, ''));
  return text !== '' && Number.isFinite(major) ? Math.round(major * 10 ** exponent) : null;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function listOf(value: unknown, keys: string[]): Loose[] {
  if (Array.isArray(value)) return value as Loose[];
  const object = (value ?? {}) as Loose;
  const key = keys.find((one) => Array.isArray(object[one]));
  return key ? (object[key] as Loose[]) : [];
}
