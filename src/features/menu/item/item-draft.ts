import { itemFields } from '../../../../contract/menu/item-fields.ts';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { WantedVariant } from '../../../../contract/menu/parts.ts';
import { draftOf as draftOfFields, readDraft, type DraftOf } from '../../../components/fields/field-drafts.ts';
import { decimal } from '../../../lib/money.ts';
import { serverNow } from '../../../lib/server-now.ts';

/** A variant while it is typed. */
export interface VariantDraft {
  id: string;
  name: string;
  price_amount: string;
  sku: string | null;
  is_default: boolean;
}

/** Its place is set where it is dragged; sizes are typed in a list of their own. */
const { sort_order: _, variants: __, pricing_type: ___, allergens_confirmed_at: ____, ...formFields } = itemFields;

/** A dish while it is edited. */
export interface ItemDraft extends DraftOf<typeof formFields> {
  /** Staff say what it costs when it is ordered. */
  has_open_price: boolean;
  /** Somebody confirmed that the lists of allergens are complete; unknown is not "none". */
  allergens_confirmed: boolean;
  variants: VariantDraft[];
}

export const draftOf = (item: MenuItem | null, currency: string): ItemDraft => ({
  ...draftOfFields(formFields, item ?? {}, currency),
  has_open_price: item?.pricing_type === 'open',
  allergens_confirmed: item !== null && item.allergens_confirmed_at !== null,
  variants: (item?.variants ?? []).map(({ id, name, price_amount, sku, is_default }) => ({
    id,
    name,
    price_amount: decimal(price_amount, currency),
    sku,
    is_default,
  })),
});

const { name, price_amount } = itemFields;
const sizeFields = { name, price_amount };

/** By field, "variants.1.price_amount" of a variant: which of the fields cannot be taken as they are. */
export type WrongFields = ReadonlySet<string>;

/** What was typed, as the call takes it; or which fields are wrong. */
export function valuesOf(draft: ItemDraft, currency: string): { values: ItemValues } | { wrong: WrongFields } {
  const wrong = new Set<string>();
  const variants = draft.variants.map(({ id, sku, is_default, ...typed }, i): WantedVariant => {
    const own = new Set<string>();
    const size = readDraft(sizeFields, typed, currency, own);
    for (const field of own) wrong.add(`variants.${i}.${field}`);
    return { id, ...size, sku, is_default };
  });
  const usual = variants.find(({ is_default }) => is_default) ?? variants[0];
  // With variants it is only what lists show that know of none.
  const isPriceless = usual !== undefined || (draft.has_open_price && draft.price_amount.trim() === '');
  const typed = isPriceless ? { ...draft, price_amount: '0' } : draft;
  const values: ItemValues = {
    ...readDraft(formFields, typed, currency, wrong),
    ...(usual && { price_amount: usual.price_amount }),
    pricing_type: usual ? 'variants' : draft.has_open_price ? 'open' : 'fixed',
    variants,
  };
  if (values.max_quantity !== null && values.max_quantity < values.min_quantity) wrong.add('max_quantity');
  return wrong.size > 0 ? { wrong } : { values };
}

export type ItemValues = ReturnType<typeof readDraft<typeof formFields>> & {
  pricing_type: NonNullable<MenuItem['pricing_type']>;
  variants: WantedVariant[];
};

/** The fields that an edit changed, with what was seen of the row. */
export function withSeen(
  item: MenuItem,
  changed: Partial<ItemValues>,
  isConfirmed: boolean,
  now: Date = new Date(serverNow()),
) {
  const wasConfirmed = item.allergens_confirmed_at !== null;
  return {
    ...changed,
    // Send the price that was seen, so that a price that somebody else has set meanwhile is not overwritten without asking.
    ...(changed.price_amount !== undefined && { expected_price_amount: item.price_amount }),
    ...(item.variants?.length &&
      changed.variants && {
        expected_variants: item.variants.map(({ id, price_amount: seen }) => ({ id, price_amount: seen })),
      }),
    ...(isConfirmed !== wasConfirmed && { allergens_confirmed_at: isConfirmed ? now.toISOString() : null }),
  };
}

/** The body of a new dish. */
export const newFields = (values: ItemValues, isConfirmed: boolean, now: Date = new Date(serverNow())) => ({
  ...values,
  allergens_confirmed_at: isConfirmed ? now.toISOString() : null,
});
