import type { BaseContext } from './handler.ts';

/** The device's id, or the operation's: a repeated request then creates one row, too. */
export const newRowId = (c: BaseContext, body: { id?: string }) => (body.id ?? c.opId).toLowerCase();

export async function newRowValues(c: BaseContext, id: string) {
  return { id, at: c.now.toISOString(), occurredAt: c.occurredAt, actor: c.actor, version: await c.bump() };
}

export async function stampOf(c: BaseContext) {
  return { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
}
