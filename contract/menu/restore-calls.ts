import * as z from 'zod/mini';
import { call, queue } from '../call.ts';
import { Id, operationFields } from '../fields.ts';

/**
 * Takes a deletion back. What went with a menu or a category comes back with it; what was deleted before it does not. 404 `not_found`: it
 * never was, or what it belongs to is deleted.
 */
const body = z.strictObject(operationFields);
const reply = z.object({ id: Id });

export const restoreBook = call('menu.restoreBook', 'POST', '/menu/books/{id}/restore', {
  access: 'menu.edit',
  offline: queue('never'),
  addition: true,
  body,
  isBodyOptional: true,
  reply,
  summary: 'Restore a deleted menu with its categories and items',
});

export const restoreCategory = call(
  'menu.restoreCategory',
  'POST',
  '/menu/books/{id}/categories/{categoryId}/restore',
  {
    access: 'menu.edit',
    offline: queue('never'),
    addition: true,
    body,
    isBodyOptional: true,
    reply,
    summary: 'Restore a deleted category with its items',
  },
);

export const restoreItems = call('menu.restoreItems', 'POST', '/menu/items/restore', {
  access: 'menu.edit',
  offline: queue('never'),
  addition: true,
  body: z.strictObject({ item_ids: z.array(Id).check(z.minLength(1), z.maxLength(500)), ...operationFields }),
  reply: z.object({ ids: z.array(Id) }),
  summary: 'Restore deleted items',
});

export const restoreGroup = call('menu.restoreGroup', 'POST', '/menu/modifier-groups/{groupId}/restore', {
  access: 'menu.edit',
  offline: queue('never'),
  addition: true,
  body,
  isBodyOptional: true,
  reply,
  summary: 'Restore a deleted modifier group',
});
