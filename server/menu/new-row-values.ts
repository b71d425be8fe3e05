import { isDeepStrictEqual } from 'node:util';
import { edited } from '../../contract/menu/new-rows.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { BaseContext } from '../pipeline/handler.ts';

/** The id that the device chose, else the operation's own: then a repeated request makes one row, too. */
export const newRowId = (c: BaseContext, body: { id?: string }) => (body.id ?? c.opId).toLowerCase();

export async function newRowValues(c: BaseContext, id: string) {
  return { id, at: c.now.toISOString(), occurredAt: c.occurredAt, actor: c.actor, version: await c.bump() };
}

export async function stampOf(c: BaseContext) {
  return { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
}

/** Is the row that has this id already what the request wants to create? Then the request came twice, and that is fine. */
export function isSame<R extends MenuBook | MenuCategory | MenuItem>(
  row: R,
  body: { id?: string },
  place: Partial<R>,
): boolean {
  const { id: _, ...said } = body;
  return row.deleted_at === null && isDeepStrictEqual({ ...edited(row, said, row.created_at), ...place }, row);
}
