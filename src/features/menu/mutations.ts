import * as calls from '../../../contract/menu/calls.ts';
import { applyAvailability, applyModifierAvailability } from '../../../contract/menu/availability.ts';
import { type BulkItem, bulkItems as bulkCall } from '../../../contract/menu/bulk-calls.ts';
import { remainingBulk } from '../../../contract/menu/bulk-item.ts';
import * as groupCalls from '../../../contract/menu/modifiers.ts';
import { newGroup } from '../../../contract/menu/new-groups.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { newBook, newCategory, newItem, type NewRowValues } from '../../../contract/menu/new-rows.ts';
import { actorOf, mutation, needId, update, type MutationInfo } from '../../data/mutation.ts';
import * as order from '../../../contract/menu/reorder-calls.ts';
import { editedHere } from './edit-here.ts';
import * as restore from '../../../contract/menu/restore-calls.ts';
import * as uploadCalls from '../../../contract/menu/upload-calls.ts';
import { bulkEdited } from './bulk/edit-item.ts';
import { reorder } from './order/reorder.ts';

export const createBook = mutation({
  call: calls.createBook,
  table: 'menu_books',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  // The server knows the restaurant's currency. Until it answers, screens show the restaurant's own.
  change: (row, { body }, info) => row ?? newBook(body, birth(body.id, info), DEFAULT_CURRENCY),
});

export const editBook = update({
  call: calls.editBook,
  table: 'menu_books',
  rows: ({ path }) => [path.id],
  change: (row, { body }, info) => editedHere(row, body, info),
});

/** Deletes only the book: its categories and items are not shown without it, and the server deletes them with it. */
export const removeBook = mutation({
  call: calls.removeBook,
  table: 'menu_books',
  effect: 'delete',
  rows: ({ path }) => [path.id],
  change: () => null,
});

export const createCategory = mutation({
  call: calls.createCategory,
  table: 'menu_categories',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { path, body }, info) => row ?? newCategory(body, birth(body.id, info), path.id),
});

export const editCategory = update({
  call: calls.editCategory,
  table: 'menu_categories',
  rows: ({ path }) => [path.categoryId],
  change: (row, { body }, info) => editedHere(row, body, info),
});

export const removeCategory = mutation({
  call: calls.removeCategory,
  table: 'menu_categories',
  effect: 'delete',
  rows: ({ path }) => [path.categoryId],
  change: () => null,
});

export const createItem = mutation({
  call: calls.createItem,
  table: 'menu_items',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { path, body }, info) => {
    const place = { bookId: path.id, categoryId: path.categoryId, currency: DEFAULT_CURRENCY };
    return row ?? newItem(body, birth(body.id, info), place);
  },
});

export const editItem = update({
  call: calls.editItem,
  table: 'menu_items',
  rows: ({ path }) => [path.itemId],
  change: (row, { body }, info) => editedHere(row, body, info),
});

export const setAvailability = update({
  call: calls.setAvailability,
  table: 'menu_items',
  rows: ({ path }) => [path.itemId],
  change: (item, { body }, info) => {
    // A modifier is in another row; screens switch it by its group.
    if (body.modifier_id) return item;
    // The mutation carries `unavailable_until`, because "until next opening" was resolved when the person read it.
    const outcome = applyAvailability(item, body, {
      occurredAt: info.occurredAt,
      opId: info.key,
      actor: actorOf(info),
      restaurant: null,
    });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.item;
  },
});

export const removeItems = mutation({
  call: calls.removeItems,
  table: 'menu_items',
  effect: 'delete',
  rows: ({ body }) => body.item_ids,
  change: () => null,
});

export const bulkItems = mutation({
  call: bulkCall,
  table: 'menu_items',
  effect: 'update',
  rows: ({ body }) => body.items.map(({ id }) => id),
  change: (row, { body }, info) => bulkEdited(row, body.items, info),
  remaining: ({ items }, lost) => ({ items: remainingBulk(items as BulkItem[], lost) }),
});

export const createGroup = mutation({
  call: groupCalls.createGroup,
  table: 'modifier_groups',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { body }, info) => row ?? newGroup(body, birth(body.id, info)),
});

export const editGroup = update({
  call: groupCalls.editGroup,
  table: 'modifier_groups',
  rows: ({ path }) => [path.groupId],
  change: (row, { body }, info) => editedHere(row, body, info),
});

export const removeGroup = mutation({
  call: groupCalls.removeGroup,
  table: 'modifier_groups',
  effect: 'delete',
  rows: ({ path }) => [path.groupId],
  change: () => null,
});

export const setModifierAvailability = update({
  call: groupCalls.setModifierAvailability,
  table: 'modifier_groups',
  rows: ({ path }) => [path.groupId],
  change: (group, { path, body }, info) => {
    const context = { occurredAt: info.occurredAt, opId: info.key, actor: actorOf(info), restaurant: null };
    const outcome = applyModifierAvailability(group, path.modifierId, body, context);
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.group;
  },
});

/** Version 0: the server does not have it yet. */
const birth = (id: string | undefined, info: MutationInfo): NewRowValues => ({
  id: needId(id),
  at: info.occurredAt,
  actor: actorOf(info),
  version: 0,
});

export const reorderBooks = mutation({ call: order.reorderBooks, table: 'menu_books', ...reorder });
export const reorderCategories = mutation({ call: order.reorderCategories, table: 'menu_categories', ...reorder });
export const reorderItems = mutation({ call: order.reorderItems, table: 'menu_items', ...reorder });
export const reorderGroups = mutation({ call: order.reorderGroups, table: 'modifier_groups', ...reorder });

/** A row that was deleted comes back with the server's answer: this device no longer has it. */
const asItIs = { effect: 'update', change: <R>(row: R | null): R | null => row } as const;

export const restoreBook = mutation({
  call: restore.restoreBook,
  table: 'menu_books',
  rows: ({ path }) => [path.id],
  ...asItIs,
});
export const restoreCategory = mutation({
  call: restore.restoreCategory,
  table: 'menu_categories',
  rows: ({ path }) => [path.categoryId],
  ...asItIs,
});
export const restoreItems = mutation({
  call: restore.restoreItems,
  table: 'menu_items',
  rows: ({ body }) => body.item_ids,
  ...asItIs,
});
export const restoreGroup = mutation({
  call: restore.restoreGroup,
  table: 'modifier_groups',
  rows: ({ path }) => [path.groupId],
  ...asItIs,
});

/** The files go before it (decision 076). The draft menu comes with the next pull. */
export const queueUpload = mutation({
  call: uploadCalls.queueUpload,
  table: 'restaurants',
  rows: ({ body }) => [body.restaurant_id ?? ''],
  ...asItIs,
});
