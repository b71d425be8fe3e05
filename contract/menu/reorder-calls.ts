import * as z from 'zod/mini';
import { call, queue } from '../call.ts';
import { deviceField, Id, operationFields } from '../fields.ts';
import { eachOnce, SortKey } from './parts.ts';

/** Rows of one reorder. */
export const PLACES_MAX = 500;

const Place = z.strictObject({ id: Id, sort_order: SortKey });

// Written out in each call: the build takes the schemas out of the pages, and does not look into what is spread (tools/bare-calls.ts).

/**
 * The new sort keys of the rows that move (contract/menu/places.ts), absolute. Each is an edit of the row's `sort_order`: the newest
 * `occurred_at` wins, then the greater `op_id`, so that the order in which two devices' changes arrive does not matter. Rows that were
 * deleted meanwhile, or moved to another category, are passed over. An unknown id refuses the whole call: 404 `not_found`. Rows that keep
 * a later place: 200 with the notice `superseded`.
 */
const body = z.strictObject({
  places: z.array(Place).check(z.minLength(1), z.maxLength(PLACES_MAX), eachOnce),
  ...operationFields,
  ...deviceField,
});

const reply = z.object({ places: z.array(Place) });

export const reorderBooks = call('menu.reorderBooks', 'POST', '/menu/books/reorder', {
  access: 'menu.edit',
  offline: queue('never'),
  body,
  reply,
  addition: true,
  summary: 'Change the order of menus',
});

export const reorderCategories = call('menu.reorderCategories', 'POST', '/menu/books/{id}/categories/reorder', {
  access: 'menu.edit',
  offline: queue('never'),
  body,
  reply,
  addition: true,
  summary: 'Change the order of a menu’s categories',
});

export const reorderItems = call(
  'menu.reorderItems',
  'POST',
  '/menu/books/{id}/categories/{categoryId}/items/reorder',
  {
    access: 'menu.edit',
    offline: queue('never'),
    body,
    reply,
    addition: true,
    summary: 'Change the order of a category’s items',
  },
);

export const reorderGroups = call('menu.reorderGroups', 'POST', '/menu/modifier-groups/reorder', {
  access: 'menu.edit',
  offline: queue('never'),
  body,
  reply,
  addition: true,
  summary: 'Change the order of modifier groups',
});
