import * as calls from '../../../contract/menu.ts';
import { applyAvailability } from '../../../contract/availability.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import type { Actor } from '../../../contract/values.ts';
import { mutation, type Tap } from '../../data/mutation.ts';

export const createBook = mutation({
  call: calls.createBook,
  table: 'menu_books',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { body }, tap) =>
    row ?? {
      ...fresh(needId(body.id), tap),
      name: body.name,
      description: body.description ?? '',
      image_url: null,
      status: body.status ?? 'draft',
      is_default: body.is_default ?? false,
      sort_order: body.sort_order ?? 0,
      order_types: body.order_types ?? [],
      availability_windows: body.availability_windows ?? [],
      // The server knows the restaurant's currency; until it answers, screens show the restaurant's own.
      currency: DEFAULT_CURRENCY,
      tax_mode: 'inclusive',
      source: 'manual',
      published_at: body.status === 'published' ? tap.occurredAt : null,
    },
});

export const editBook = mutation({
  call: calls.editBook,
  table: 'menu_books',
  rows: ({ path }) => [path.id],
  change: (row, { body }, tap) => edited(row, body, tap),
});

/** Only the book itself: its categories and items are not shown without it, and the server deletes them with it. */
export const removeBook = mutation({
  call: calls.removeBook,
  table: 'menu_books',
  rows: ({ path }) => [path.id],
  change: () => null,
});

export const createCategory = mutation({
  call: calls.createCategory,
  table: 'menu_categories',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { path, body }, tap) =>
    row ?? {
      ...fresh(needId(body.id), tap),
      menu_book_id: path.id,
      name: body.name,
      description: body.description ?? '',
      sort_order: body.sort_order ?? 0,
      is_active: body.is_active ?? true,
      availability_windows: [],
    },
});

export const editCategory = mutation({
  call: calls.editCategory,
  table: 'menu_categories',
  rows: ({ path }) => [path.categoryId],
  change: (row, { body }, tap) => edited(row, body, tap),
});

export const removeCategory = mutation({
  call: calls.removeCategory,
  table: 'menu_categories',
  rows: ({ path }) => [path.categoryId],
  change: () => null,
});

export const createItem = mutation({
  call: calls.createItem,
  table: 'menu_items',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { path, body }, tap) =>
    row ?? {
      ...fresh(needId(body.id), tap),
      menu_book_id: path.id,
      category_id: path.categoryId,
      name: body.name,
      kitchen_name: body.kitchen_name ?? null,
      description: body.description ?? '',
      image_url: null,
      price_amount: body.price_amount,
      currency: DEFAULT_CURRENCY,
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
    },
});

export const editItem = mutation({
  call: calls.editItem,
  table: 'menu_items',
  rows: ({ path }) => [path.itemId],
  change: (row, { body }, tap) => edited(row, body, tap),
});

export const setAvailability = mutation({
  call: calls.setAvailability,
  table: 'menu_items',
  rows: ({ path }) => [path.itemId],
  change: (item, { body }, tap) => {
    if (!item) throw new Error('not_found');
    // A tap carries its `unavailable_until`: what "until next opening" meant was decided when the person read it.
    const outcome = applyAvailability(item, body, {
      occurredAt: tap.occurredAt,
      opId: tap.key,
      actor: actorOf(tap),
      restaurant: null,
    });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.item;
  },
});

export const removeItems = mutation({
  call: calls.removeItems,
  table: 'menu_items',
  rows: ({ body }) => body.item_ids,
  change: () => null,
});

function needId(id: string | undefined): string {
  // A row that is made on a device has its id from the start: later changes of it name it while it waits.
  if (!id) throw new Error('A created row needs its id');
  return id;
}

const actorOf = (tap: Tap): Actor => ({ kind: 'user', id: null, name: tap.deviceName });

const fresh = (id: string, tap: Tap) => ({
  id,
  version: 0,
  created_at: tap.occurredAt,
  updated_at: tap.occurredAt,
  deleted_at: null,
  updated_by: actorOf(tap),
});

/** The fields that the body names, but for those of the operation itself, over the row. */
function edited<R extends { updated_at: string; updated_by: Actor | null }>(
  row: R | null,
  { occurred_at: _at, op_id: _op, ...fields }: Partial<R> & { occurred_at?: string; op_id?: string },
  tap: Tap,
): R {
  if (!row) throw new Error('not_found');
  const named = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...row, ...named, updated_at: tap.occurredAt, updated_by: actorOf(tap) };
}
