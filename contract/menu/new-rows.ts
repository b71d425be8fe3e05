import type { Args } from '../call.ts';
import { valuesOf } from '../entity-fields.ts';
import { itemFields } from './item-fields.ts';
import { bookFields, categoryFields } from './menu-fields.ts';
import type * as menu from './calls.ts';
import type { ModifierGroup, WantedGroup, WantedModifierOption } from './modifiers.ts';
import type { MenuBook, MenuCategory, MenuItem } from './calls.ts';
import type { Variant, WantedVariant } from './parts.ts';
import type { Actor } from '../fields.ts';
import type { Restaurant } from '../restaurant/rows.ts';

// New menu rows with defaults. Server and device use the same functions, so that a row created offline looks the same after it was sent.

export interface NewRowValues {
  id: string;
  /** When the row is created here, ISO. */
  at: string;
  /** When the person did it, ISO; default: `at`. */
  occurredAt?: string;
  actor: Actor | null;
  version: number;
}

type Body<C extends { body: unknown }> = Omit<C['body'], 'id' | 'occurred_at' | 'op_id'>;
export type NewBook = Body<Args<typeof menu.createBook>>;
export type NewCategory = Body<Args<typeof menu.createCategory>>;
export type NewItem = Body<Args<typeof menu.createItem>>;

/** How prices of a new menu are meant where nobody says: as the restaurant's tax settings say, else inclusive. */
export const usualTaxMode = (restaurant: Pick<Restaurant, 'tax_settings'>): MenuBook['tax_mode'] =>
  restaurant.tax_settings?.tax_mode ?? 'inclusive';

/** `usual`: see usualTaxMode. The app names the mode of each menu that it adds, so that it is the same offline. */
export function newBook(
  body: NewBook,
  birth: NewRowValues,
  currency: string,
  usual: MenuBook['tax_mode'] = 'inclusive',
): MenuBook {
  const fields = valuesOf(bookFields, body);
  return {
    ...born(birth),
    ...fields,
    currency,
    tax_mode: body.tax_mode ?? usual,
    source: 'manual',
    published_at: fields.status === 'published' ? (birth.occurredAt ?? birth.at) : null,
  };
}

export function newCategory(body: NewCategory, birth: NewRowValues, bookId: string): MenuCategory {
  return { ...born(birth), menu_book_id: bookId, ...valuesOf(categoryFields, body) };
}

export function newItem(
  body: NewItem,
  birth: NewRowValues,
  parent: { bookId: string; categoryId: string; currency: string },
): MenuItem {
  return {
    ...born(birth),
    menu_book_id: parent.bookId,
    category_id: parent.categoryId,
    currency: parent.currency,
    ...valuesOf(itemFields, body),
    variants: withVariants([], body.variants ?? []),
    ...isOn,
    is_available: true,
  };
}

/** Nobody has said that it is sold out. */
const isOn = {
  availability_status: 'available',
  unavailable_until: null,
  availability_reason: null,
  availability_changed_at: null,
  availability_changed_by: null,
  availability_op_id: null,
} as const;

/** The variants that an edit names, in its order; one that is there already keeps its availability. */
function withVariants(standing: readonly Variant[], wanted: readonly WantedVariant[]): Variant[] {
  const known = new Map(standing.map((variant) => [variant.id, variant]));
  return wanted.map(({ id, name, price_amount, sku, is_default }, sort_order) => ({
    ...(known.get(id.toLowerCase()) ?? isOn),
    id: id.toLowerCase(),
    name,
    price_amount,
    sku: sku ?? null,
    is_default: is_default ?? false,
    sort_order,
  }));
}

/** The modifiers that an edit names, in its order; one that is there already keeps its availability. */
export function withModifiers(
  standing: ModifierGroup['modifiers'],
  wanted: readonly WantedModifierOption[],
): ModifierGroup['modifiers'] {
  const known = new Map(standing.map((modifier) => [modifier.id, modifier]));
  return wanted.map(
    (
      { id, name, price_amount, is_default, max_quantity, allergens, nested_group_ids, linked_item_id },
      sort_order,
    ) => ({
      ...(known.get(id.toLowerCase()) ?? isOn),
      id: id.toLowerCase(),
      name,
      price_amount: price_amount ?? 0,
      is_default: is_default ?? false,
      max_quantity: max_quantity ?? null,
      sort_order,
      allergens: allergens ?? [],
      nested_group_ids: (nested_group_ids ?? []).map((one) => one.toLowerCase()),
      linked_item_id: linked_item_id?.toLowerCase() ?? null,
    }),
  );
}

/** The fields of the row in an edit, without those of the operation. */
export function editedFields(body: object): Record<string, unknown> {
  const {
    occurred_at: _,
    op_id: __,
    device_name: ___,
    expected_price_amount: ____,
    expected_variants: _____,
    ...fields
  } = body as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The row with an edit applied; fields that it does not name stay. The first edit that publishes a book sets `published_at`. `at`: ISO. */
export function edited<R extends MenuBook | MenuCategory | MenuItem | ModifierGroup>(
  row: R,
  body: object,
  at: string,
): R {
  const next = { ...row, ...editedFields(body) } as R;
  if ('price_amount' in row && 'variants' in body)
    Object.assign(next, {
      variants: withVariants(row.variants ?? [], (body as Pick<NewItem, 'variants'>).variants ?? []),
    });
  if ('selection_type' in row && 'modifiers' in body)
    Object.assign(next, { modifiers: withModifiers(row.modifiers, (body as WantedGroup).modifiers ?? []) });
  if ('published_at' in next && next.status === 'published') next.published_at ??= at;
  return next;
}

export const born = ({ id, at, actor, version }: NewRowValues) => ({
  id,
  version,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  updated_by: actor,
});
