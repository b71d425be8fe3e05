import { and, eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import { edited, editedFields } from '../../contract/menu/new-rows.ts';
import { changedFields } from '../db/changed-fields.ts';
import { menu_books, menu_categories, menu_items } from '../db/schema.ts';
import { mergeFields, standingChanges, type FieldChanges } from '../sync/field-merge.ts';
import { answer, type Answer, type BaseContext } from '../pipeline/handler.ts';
import { stampOf } from './new-row-values.ts';

type Row = MenuBook | MenuCategory | MenuItem;
type MenuTable = typeof menu_books | typeof menu_categories | typeof menu_items;
type Context = BaseContext & { body: { device_name?: string | undefined; expected_price_amount?: number | undefined } };

/** Edits a row of the menu field by field; the fields that lost are named in the notice. */
export async function mergeEdit<R extends Row>(
  c: Context,
  table: MenuTable,
  row: R,
  fieldChanges: FieldChanges,
): Promise<R | Answer<R>> {
  const said = editedFields(c.body);
  const present = row as unknown as Record<string, unknown>;
  const {
    wins,
    lost,
    changes: noted,
  } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: c.body.device_name ?? null },
    named: Object.keys(said),
    changes: fieldChanges,
    isSame: (field) => isDeepStrictEqual(present[field], said[field]),
    mustAsk: (field) => field === 'price_amount' && isUnseen(c.body.expected_price_amount, present[field]),
  });
  const next = edited(row, Object.fromEntries(wins.map((field) => [field, said[field]])), c.occurredAt);
  const changed = changedFields(row, next);
  let result = row;
  if (changed || noted) {
    const fields = { ...changed, ...(await stampOf(c)) };
    await c.db
      .update(table)
      .set({ ...fields, ...(noted && { field_changes: noted }) })
      .where(and(eq(table.restaurant_id, c.restaurantId), eq(table.id, row.id)));
    result = { ...row, ...fields };
  }
  if (lost.length === 0) return result;
  const notice = { code: 'superseded' as const, current: result, fields: standingChanges(lost, fieldChanges, row) };
  return answer(result, { notice });
}

/** The person who typed the new price saw another one than stands. */
const isUnseen = (expected: number | undefined, standing: unknown) => expected !== undefined && expected !== standing;

/** When each field of a row was edited last. */
export async function fieldChangesOf(c: BaseContext, table: MenuTable, id: string): Promise<FieldChanges> {
  const [found] = await c.db
    .select({ changes: table.field_changes })
    .from(table)
    .where(and(eq(table.restaurant_id, c.restaurantId), eq(table.id, id)))
    .limit(1);
  return found?.changes ?? {};
}
