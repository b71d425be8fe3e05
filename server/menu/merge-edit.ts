import { and, eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { Variant, WantedVariant } from '../../contract/menu/parts.ts';
import type { ModifierGroup } from '../../contract/menu/modifiers.ts';
import { edited, editedFields } from '../../contract/menu/new-rows.ts';
import { changedFields } from '../db/changed-fields.ts';
import { menu_books, menu_categories, menu_items, modifier_groups } from '../db/schema/menu.ts';
import { mergeFields, standingChanges, type FieldChanges } from '../db/field-merge.ts';
import { answer, type Answer, type BaseContext } from '../pipeline/handler.ts';
import { stampOf } from '../pipeline/new-row-values.ts';

type Row = MenuBook | MenuCategory | MenuItem | ModifierGroup;
export type MenuTable = typeof menu_books | typeof menu_categories | typeof menu_items | typeof modifier_groups;

interface Expected {
  expected_price_amount?: number | undefined;
  expected_variants?: { id: string; price_amount: number }[] | undefined;
}
type Context = BaseContext & { body: { device_name?: string | undefined } & Expected };

/** Edits a menu row field by field; the notice names the fields that lost. */
export async function mergeEdit<R extends Row>(
  c: Context,
  table: MenuTable,
  row: R,
  fieldChanges: FieldChanges,
): Promise<R | Answer<R>> {
  const { next, wins: _, lost, noted } = mergeRow(c, row, fieldChanges, c.body);
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

/** The row with an edit merged into it. `noted`: the new times of its fields; null if none has to be stored. */
export function mergeRow<R extends Row>(
  c: BaseContext & { body: { device_name?: string | undefined } },
  row: R,
  fieldChanges: FieldChanges,
  body: object & Expected,
): { next: R; wins: string[]; lost: string[]; noted: FieldChanges | null } {
  const given = editedFields(body);
  const present = row as unknown as Record<string, unknown>;
  // What an edit makes of a field may hold more than it says: variants keep their availability.
  const editOnly = (field: string) =>
    edited(row, { [field]: given[field] }, c.occurredAt) as unknown as Record<string, unknown>;
  const {
    wins,
    lost,
    changes: noted,
  } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: c.body.device_name ?? null },
    named: Object.keys(given),
    changes: fieldChanges,
    isSame: (field) => isDeepStrictEqual(present[field], editOnly(field)[field]),
    needsConfirmation: (field) =>
      (field === 'price_amount' && isUnseen(body.expected_price_amount, present[field])) ||
      (field === 'variants' && isAnyUnseen(body, (row as Partial<MenuItem>).variants ?? [])),
  });
  const next = edited(row, Object.fromEntries(wins.map((field) => [field, given[field]])), c.occurredAt);
  return { next, wins, lost, noted };
}

/** True if the editor saw another price than the current one. */
const isUnseen = (expected: number | undefined, standing: unknown) => expected !== undefined && expected !== standing;

/** True if the edit would set another price of a variant than the current one, which the editor did not see. */
function isAnyUnseen({ expected_variants = [], ...body }: object & Expected, standing: readonly Variant[]): boolean {
  const { variants = [] } = body as { variants?: readonly WantedVariant[] };
  return expected_variants.some(({ id, price_amount }) => {
    const current = standing.find((one) => one.id === id.toLowerCase());
    const wanted = variants.find((one) => one.id.toLowerCase() === id.toLowerCase());
    return current && current.price_amount !== price_amount && wanted?.price_amount !== current.price_amount;
  });
}

/** When each field of a row was last edited. */
export async function fieldChangesOf(c: BaseContext, table: MenuTable, id: string): Promise<FieldChanges> {
  const [found] = await c.db
    .select({ changes: table.field_changes })
    .from(table)
    .where(and(eq(table.restaurant_id, c.restaurantId), eq(table.id, id)))
    .limit(1);
  return found?.changes ?? {};
}
