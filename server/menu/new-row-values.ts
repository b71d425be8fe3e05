import { isDeepStrictEqual } from 'node:util';
import { edited } from '../../contract/menu/new-rows.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../contract/menu/modifiers.ts';
import type { BaseContext } from '../pipeline/handler.ts';

/** The device's id, or the operation's: a repeated request then creates one row, too. */
export const newRowId = (c: BaseContext, body: { id?: string }) => (body.id ?? c.opId).toLowerCase();

export async function newRowValues(c: BaseContext, id: string) {
  return { id, at: c.now.toISOString(), occurredAt: c.occurredAt, actor: c.actor, version: await c.bump() };
}

export async function stampOf(c: BaseContext) {
  return { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
}

/** True if the row with this id is what the request wants to create: the request was repeated, which is fine. */
export function isSame<R extends MenuBook | MenuCategory | MenuItem | ModifierGroup>(
  row: R,
  body: { id?: string },
  parent: Partial<R>,
): boolean {
  const { id: _, ...fields } = body;
  return row.deleted_at === null && isDeepStrictEqual({ ...edited(row, fields, row.created_at), ...parent }, row);
}
