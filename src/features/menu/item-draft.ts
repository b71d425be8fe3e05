import type { Window } from '../../../contract/menu/windows.ts';
import type { MenuItem, WantedVariant } from '../../../contract/menu/calls.ts';
import { changedOf } from '../../lib/changed-of.ts';
import { decimal, parseMoney } from '../../lib/money.ts';
import { serverNow } from '../../lib/server-now.ts';

/** The contract's maximum price, minor units. */
const HIGHEST_PRICE = 100_000_000;
const LONGEST_MINUTES = 600;

/** A variant while it is typed. */
export interface VariantDraft {
  id: string;
  name: string;
  price: string;
  sku: string | null;
  is_default: boolean;
}

/** A dish while it is edited. */
export interface ItemDraft extends Pick<
  MenuItem,
  'name' | 'description' | 'image_url' | 'allergens' | 'may_contain' | 'dietary' | 'spice_level'
> {
  images: string[];
  price: string;
  kitchen_name: string;
  kitchen_station: string;
  prep_minutes: string;
  sku: string;
  is_alcoholic: boolean;
  /** Years; empty: none. */
  min_age: string;
  /** Staff say what it costs when it is ordered. */
  has_open_price: boolean;
  /** Per cent; empty: the category's. */
  tax_rate: string;
  /** Null: as the menu says. */
  is_tax_inclusive: boolean | null;
  /** Somebody confirmed that the lists of allergens are complete; unknown is not "none". */
  allergens_confirmed: boolean;
  variants: VariantDraft[];
  modifier_groups: { id: string }[];
  availability_windows: Window[];
  order_types: NonNullable<MenuItem['order_types']>;
  /** Pieces; empty: as many as wanted. */
  min_quantity: string;
  max_quantity: string;
  /** What it cost before; empty: nothing else. */
  compare_at: string;
  /** Kilocalories of one piece; empty: not stated. */
  calories: string;
  is_featured: boolean;
}

export const draftOf = (item: MenuItem | null, currency: string): ItemDraft => ({
  name: item?.name ?? '',
  description: item?.description ?? '',
  image_url: item?.image_url ?? null,
  images: item?.images ?? [],
  price: item ? decimal(item.price_amount, currency) : '',
  kitchen_name: item?.kitchen_name ?? '',
  kitchen_station: item?.kitchen_station ?? '',
  prep_minutes: item?.prep_minutes ? String(item.prep_minutes) : '',
  sku: item?.sku ?? '',
  is_alcoholic: item?.is_alcoholic ?? false,
  min_age: item?.min_age ? String(item.min_age) : '',
  has_open_price: item?.pricing_type === 'open',
  tax_rate: typeof item?.tax_rate_bp === 'number' ? String(item.tax_rate_bp / 100) : '',
  is_tax_inclusive: item?.is_tax_inclusive ?? null,
  allergens: item?.allergens ?? [],
  may_contain: item?.may_contain ?? [],
  allergens_confirmed: item !== null && item.allergens_confirmed_at !== null,
  dietary: item?.dietary ?? [],
  spice_level: item?.spice_level ?? null,
  variants: (item?.variants ?? []).map(({ id, name, price_amount, sku, is_default }) => ({
    id,
    name,
    price: decimal(price_amount, currency),
    sku,
    is_default,
  })),
  modifier_groups: item?.modifier_groups ?? [],
  availability_windows: item?.availability_windows ?? [],
  order_types: item?.order_types ?? [],
  min_quantity: (item?.min_quantity ?? 1) > 1 ? String(item!.min_quantity) : '',
  max_quantity: item?.max_quantity ? String(item.max_quantity) : '',
  compare_at: typeof item?.compare_at_amount === 'number' ? decimal(item.compare_at_amount, currency) : '',
  calories: typeof item?.calories === 'number' ? String(item.calories) : '',
  is_featured: item?.is_featured ?? false,
});

/** By field, "variants.1.price" of a variant: which of the fields cannot be taken as they are. */
export type WrongFields = ReadonlySet<string>;

/** What was typed, as the call takes it; or which fields are wrong. */
export function valuesOf(draft: ItemDraft, currency: string): { values: ItemValues } | { wrong: WrongFields } {
  const wrong = new Set<string>();
  const need = <T>(field: string, value: T | null): T => {
    if (value === null) wrong.add(field);
    return value as T; // looked at only when nothing is wrong
  };
  const price = (text: string) => {
    const typed = parseMoney(text, currency);
    return typed !== null && typed >= 0 && typed <= HIGHEST_PRICE ? typed : null;
  };
  const variants = draft.variants.map(({ id, name, price: typed, sku, is_default }, i): WantedVariant => ({
    id,
    name: need(`variants.${i}.name`, name.trim() || null),
    price_amount: need(`variants.${i}.price`, price(typed)),
    sku,
    is_default,
  }));
  const least = draft.min_quantity.trim() === '' ? 1 : need('min_quantity', wholeOf(draft.min_quantity, 1, 99));
  const most = draft.max_quantity.trim() === '' ? null : need('max_quantity', wholeOf(draft.max_quantity, 1, 99));
  if (most !== null && most < least) wrong.add('max_quantity');
  const usual = variants.find(({ is_default }) => is_default) ?? variants[0];
  const values: ItemValues = {
    name: need('name', draft.name.trim() || null),
    description: draft.description,
    image_url: draft.image_url,
    images: draft.images,
    // With variants it is only what lists show that know of none.
    price_amount: usual
      ? usual.price_amount
      : draft.has_open_price && draft.price.trim() === ''
        ? 0
        : need('price', price(draft.price)),
    pricing_type: variants.length > 0 ? 'variants' : draft.has_open_price ? 'open' : 'fixed',
    sku: draft.sku.trim() || null,
    is_alcoholic: draft.is_alcoholic,
    min_age: draft.min_age.trim() === '' ? null : need('min_age', wholeOf(draft.min_age, 1, 99)),
    kitchen_name: draft.kitchen_name.trim() || null,
    kitchen_station: draft.kitchen_station.trim() || null,
    prep_minutes:
      draft.prep_minutes.trim() === '' ? null : need('prep_minutes', wholeOf(draft.prep_minutes, 1, LONGEST_MINUTES)),
    tax_rate_bp: draft.tax_rate.trim() === '' ? null : need('tax_rate', basisPointsOf(draft.tax_rate)),
    is_tax_inclusive: draft.is_tax_inclusive,
    allergens: draft.allergens,
    may_contain: draft.may_contain,
    dietary: draft.dietary,
    spice_level: draft.spice_level,
    variants,
    modifier_groups: draft.modifier_groups,
    availability_windows: draft.availability_windows,
    order_types: draft.order_types,
    min_quantity: least,
    max_quantity: most,
    compare_at_amount: draft.compare_at.trim() === '' ? null : need('compare_at', price(draft.compare_at)),
    calories: draft.calories.trim() === '' ? null : need('calories', wholeOf(draft.calories, 0, 20_000)),
    is_featured: draft.is_featured,
  };
  return wrong.size > 0 ? { wrong } : { values };
}

export type ItemValues = Pick<
  MenuItem,
  | 'name'
  | 'description'
  | 'image_url'
  | 'price_amount'
  | 'kitchen_name'
  | 'allergens'
  | 'may_contain'
  | 'dietary'
  | 'spice_level'
> &
  Required<
    Pick<
      MenuItem,
      | 'images'
      | 'kitchen_station'
      | 'prep_minutes'
      | 'pricing_type'
      | 'sku'
      | 'is_alcoholic'
      | 'min_age'
      | 'tax_rate_bp'
      | 'is_tax_inclusive'
      | 'modifier_groups'
      | 'availability_windows'
      | 'order_types'
      | 'min_quantity'
      | 'max_quantity'
      | 'compare_at_amount'
      | 'calories'
      | 'is_featured'
    >
  > & { variants: WantedVariant[] };

/** "12.5" → 1250; null: no rate. */
export function basisPointsOf(text: string): number | null {
  const typed = text.trim().replace('%', '').replace(',', '.').trim();
  const rate = /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null;
  return rate !== null && rate <= 10_000 ? rate : null;
}

/** A whole number from `least` to `most`; null: it is none. */
function wholeOf(text: string, least: number, most: number): number | null {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1;
  return number >= least && number <= most ? number : null;
}

/** Only the fields that differ from the row as it was opened. */
export function changedFields(
  item: MenuItem,
  values: ItemValues,
  isConfirmed: boolean,
  /** What the form read when it was opened; null: it could not be read. */
  before: ItemValues | null,
  now: Date = new Date(serverNow()),
) {
  const changed = changedOf(values, before ?? item);
  const wasConfirmed = item.allergens_confirmed_at !== null;
  return {
    ...changed,
    // Send the price that was seen, so that a price that somebody else has set meanwhile is not overwritten without asking.
    ...(changed.price_amount !== undefined && { expected_price_amount: item.price_amount }),
    ...(item.variants?.length &&
      changed.variants && {
        expected_variants: item.variants.map(({ id, price_amount }) => ({ id, price_amount })),
      }),
    ...(isConfirmed !== wasConfirmed && { allergens_confirmed_at: isConfirmed ? now.toISOString() : null }),
  };
}

/** The body of a new dish. */
export const newFields = (values: ItemValues, isConfirmed: boolean, now: Date = new Date(serverNow())) => ({
  ...values,
  allergens_confirmed_at: isConfirmed ? now.toISOString() : null,
});
