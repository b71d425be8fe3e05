import type { Args } from '../call.ts';
import type * as menu from './calls.ts';
import type { MenuBook, MenuCategory, MenuItem } from './calls.ts';
import type { Actor } from '../fields.ts';

// What a new row of the menu looks like before anybody else has said anything. Server and device make it with the same functions, so
// that a row created offline looks the same after it was sent.

export interface NewRowValues {
  id: string;
  /** When the row is made where it is made, ISO. */
  at: string;
  /** When the person did it, ISO; missing: `at`. */
  occurredAt?: string;
  actor: Actor | null;
  version: number;
}

type Body<C extends { body: unknown }> = Omit<C['body'], 'id' | 'occurred_at' | 'op_id'>;
export type NewBook = Body<Args<typeof menu.createBook>>;
export type NewCategory = Body<Args<typeof menu.createCategory>>;
export type NewItem = Body<Args<typeof menu.createItem>>;

export function newBook(body: NewBook, birth: NewRowValues, currency: string): MenuBook {
  const status = body.status ?? 'draft';
  return {
    ...born(birth),
    name: body.name,
    description: body.description ?? '',
    image_url: null,
    status,
    is_default: body.is_default ?? false,
    sort_order: body.sort_order ?? 0,
    order_types: body.order_types ?? [],
    availability_windows: body.availability_windows ?? [],
    currency,
    tax_mode: 'inclusive',
    source: 'manual',
    published_at: status === 'published' ? (birth.occurredAt ?? birth.at) : null,
  };
}

export function newCategory(body: NewCategory, birth: NewRowValues, bookId: string): MenuCategory {
  return {
    ...born(birth),
    menu_book_id: bookId,
    name: body.name,
    description: body.description ?? '',
    sort_order: body.sort_order ?? 0,
    is_active: body.is_active ?? true,
    kitchen_station: body.kitchen_station ?? null,
    availability_windows: [],
  };
}

export function newItem(
  body: NewItem,
  birth: NewRowValues,
  place: { bookId: string; categoryId: string; currency: string },
): MenuItem {
  return {
    ...born(birth),
    menu_book_id: place.bookId,
    category_id: place.categoryId,
    name: body.name,
    kitchen_name: body.kitchen_name ?? null,
    description: body.description ?? '',
    image_url: null,
    price_amount: body.price_amount,
    currency: place.currency,
    allergens: body.allergens ?? [],
    may_contain: body.may_contain ?? [],
    allergens_confirmed_at: body.allergens_confirmed_at ?? null,
    dietary: body.dietary ?? [],
    spice_level: body.spice_level ?? null,
    sort_order: body.sort_order ?? 0,
    availability_status: 'available',
    unavailable_until: null,
    availability_reason: null,
    availability_changed_at: null,
    availability_changed_by: null,
    availability_op_id: null,
    is_available: true,
  };
}

/** What an edit of the menu says of the row, without what it says of the operation. */
export function editedFields(body: object): Record<string, unknown> {
  const {
    occurred_at: _,
    op_id: __,
    device_name: ___,
    expected_price_amount: ____,
    ...fields
  } = body as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The row with what an edit names; what it does not name stays. A book is published at the first time that it says so: `at`, ISO. */
export function edited<R extends MenuBook | MenuCategory | MenuItem>(row: R, body: object, at: string): R {
  const next = { ...row, ...editedFields(body) } as R;
  if ('published_at' in next && next.status === 'published') next.published_at ??= at;
  return next;
}

const born = ({ id, at, actor, version }: NewRowValues) => ({
  id,
  version,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  updated_by: actor,
});
