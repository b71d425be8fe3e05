import { isDeepStrictEqual } from 'node:util';
import { edited } from '../../contract/menu/new-rows.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../contract/menu/modifiers.ts';

/** True if the row with this id is what the request wants to create: the request was repeated, which is fine. */
export function isSame<R extends MenuBook | MenuCategory | MenuItem | ModifierGroup>(
  row: R,
  body: { id?: string },
  parent: Partial<R>,
): boolean {
  const { id: _, ...fields } = body;
  return row.deleted_at === null && isDeepStrictEqual({ ...edited(row, fields, row.created_at), ...parent }, row);
}
