import { and, eq, inArray } from 'drizzle-orm';
import * as contract from '../../contract/menu/reorder-calls.ts';
import { menu_books, menu_categories, menu_items, modifier_groups } from '../db/schema/menu.ts';
import { answer, defineHandler, refuse, type Answer, type BaseContext, type Handler } from '../pipeline/handler.ts';
import type { Refusal } from '../pipeline/handler.ts';
import { mergeFields, type FieldChanges } from '../db/field-merge.ts';
import type { MenuTable } from './merge-edit.ts';
import { stampOf } from '../pipeline/new-row-values.ts';

type Place = { id: string; sort_order: number };
type Context = BaseContext & { body: { places: Place[]; device_name?: string | undefined } };
type Result = Answer<{ places: Place[] }> | Refusal | { places: Place[] };

const books = defineHandler(contract.reorderBooks, (c) => reorder(c, menu_books, () => true));

const categories = defineHandler(contract.reorderCategories, async (c) => {
  const found = await c.db
    .select({ id: menu_categories.id, parent: menu_categories.menu_book_id })
    .from(menu_categories)
    .where(named(c, menu_categories, idsOf(c)));
  const inBook = new Set(found.filter(({ parent }) => parent === c.path.id.toLowerCase()).map(({ id }) => id));
  return reorder(c, menu_categories, ({ id }) => inBook.has(id));
});

const items = defineHandler(contract.reorderItems, async (c) => {
  const found = await c.db
    .select({ id: menu_items.id, parent: menu_items.category_id })
    .from(menu_items)
    .where(named(c, menu_items, idsOf(c)));
  const within = new Set(found.filter(({ parent }) => parent === c.path.categoryId.toLowerCase()).map(({ id }) => id));
  // An item that was moved to another category meanwhile has its place there.
  return reorder(c, menu_items, ({ id, changes }) => within.has(id) || ('category_id' in changes ? 'skip' : false));
});

const groups = defineHandler(contract.reorderGroups, (c) => reorder(c, modifier_groups, () => true));

export const routes: Handler[] = [books, categories, items, groups];

/** Merges each key as an edit of its row's `sort_order`. `belongs`: false for a row that is not one of this list. */
async function reorder(
  c: Context,
  table: MenuTable,
  belongs: (row: { id: string; changes: FieldChanges }) => boolean | 'skip',
): Promise<Result> {
  const ids = idsOf(c);
  const found = await c.db
    .select({
      id: table.id,
      sort_order: table.sort_order,
      deleted_at: table.deleted_at,
      changes: table.field_changes,
    })
    .from(table)
    .where(named(c, table, ids));
  if (found.length < ids.length || found.some((row) => belongs(row) === false)) return refuse('not_found');
  const rows = found.filter((row) => row.deleted_at === null && belongs(row) === true);
  const wanted = new Map(c.body.places.map((place) => [place.id.toLowerCase(), place.sort_order]));
  const places: Place[] = [];
  let isAnyLost = false;
  for (const { id, sort_order, changes: standing } of rows) {
    const place = wanted.get(id)!;
    const { wins, lost, changes } = mergeFields({
      edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: c.body.device_name ?? null },
      named: ['sort_order'],
      changes: standing,
      isSame: () => place === sort_order,
    });
    isAnyLost ||= lost.length > 0;
    places.push({ id, sort_order: wins.length > 0 ? place : sort_order });
    if (!changes) continue;
    const fields = { ...(wins.length > 0 && { sort_order: place }), field_changes: changes, ...(await stampOf(c)) };
    await c.db
      .update(table)
      .set(fields)
      .where(named(c, table, [id]));
  }
  return isAnyLost ? answer({ places }, { notice: { code: 'superseded' } }) : { places };
}

const idsOf = ({ body }: Context) => body.places.map(({ id }) => id.toLowerCase());

const named = (c: BaseContext, table: MenuTable, ids: string[]) =>
  and(eq(table.restaurant_id, c.restaurantId), inArray(table.id, ids));
