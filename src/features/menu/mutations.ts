import * as calls from '../../../contract/menu/calls.ts';
import { applyAvailability } from '../../../contract/menu/availability.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { edited, newBook, newCategory, newItem, type NewRowValues } from '../../../contract/menu/new-rows.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import type { Actor } from '../../../contract/fields.ts';
import { mutation, type MutationInfo } from '../../data/mutation.ts';

export const createBook = mutation({
  call: calls.createBook,
  table: 'menu_books',
  rows: ({ body }) => [needId(body.id)],
  // The server knows the restaurant's currency; until it answers, screens show the restaurant's own.
  change: (row, { body }, tap) => row ?? newBook(body, birth(body.id, tap), DEFAULT_CURRENCY),
});

export const editBook = mutation({
  call: calls.editBook,
  table: 'menu_books',
  rows: ({ path }) => [path.id],
  change: (row, { body }, tap) => editedHere(row, body, tap),
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
  change: (row, { path, body }, tap) => row ?? newCategory(body, birth(body.id, tap), path.id),
});

export const editCategory = mutation({
  call: calls.editCategory,
  table: 'menu_categories',
  rows: ({ path }) => [path.categoryId],
  change: (row, { body }, tap) => editedHere(row, body, tap),
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
  change: (row, { path, body }, tap) => {
    const place = { bookId: path.id, categoryId: path.categoryId, currency: DEFAULT_CURRENCY };
    return row ?? newItem(body, birth(body.id, tap), place);
  },
});

export const editItem = mutation({
  call: calls.editItem,
  table: 'menu_items',
  rows: ({ path }) => [path.itemId],
  change: (row, { body }, tap) => editedHere(row, body, tap),
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

const actorOf = (tap: MutationInfo): Actor => ({ kind: 'user', id: null, name: tap.deviceName });

/** Version 0: the server has not seen it yet. */
const birth = (id: string | undefined, tap: MutationInfo): NewRowValues => ({
  id: needId(id),
  at: tap.occurredAt,
  actor: actorOf(tap),
  version: 0,
});

function editedHere<R extends MenuBook | MenuCategory | MenuItem>(row: R | null, body: object, tap: MutationInfo): R {
  if (!row) throw new Error('not_found');
  return { ...edited(row, body, tap.occurredAt), updated_at: tap.occurredAt, updated_by: actorOf(tap) };
}
