import { and, eq, inArray } from 'drizzle-orm';
import type { StandingChange } from '../../contract/errors.ts';
import { applyAvailability, isAvailabilityOf } from '../../contract/menu/availability.ts';
import { type BulkItem, bulkItems } from '../../contract/menu/bulk-calls.ts';
import { lostName, partsOfBulk } from '../../contract/menu/bulk-item.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import { changedFields } from '../db/changed-fields.ts';
import { menu_items } from '../db/schema/menu.ts';
import { answer, defineHandler, refuse, type Context, type Handler } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { type FieldChanges, standingChanges } from '../db/field-merge.ts';
import { mergeRow } from './merge-edit.ts';
import { stampOf } from '../pipeline/new-row-values.ts';
import { menuStore, toItem } from './store.ts';

type C = Context<typeof bulkItems>;
type Lost = Record<string, StandingChange>;

const bulk = defineHandler(bulkItems, async (c) => {
  const ids = c.body.items.map(({ id }) => id.toLowerCase());
  const ours = and(eq(menu_items.restaurant_id, c.restaurantId), inArray(menu_items.id, ids));
  const found = await c.db.select().from(menu_items).where(ours);
  if (found.length < ids.length || !(await areCategoriesThere(c))) return refuse('not_found');
  const rows = new Map(found.map((row) => [row.id, row]));
  const items: MenuItem[] = [];
  const current: MenuItem[] = [];
  let lost: Lost = {};
  for (const wanted of c.body.items) {
    const stored = rows.get(wanted.id.toLowerCase())!;
    if (stored.deleted_at !== null) continue;
    const result = await editOne(c, wanted, toItem(stored, c.now), stored.field_changes);
    items.push(result.item);
    if (Object.keys(result.lost).length > 0) current.push(result.item);
    lost = { ...lost, ...result.lost };
  }
  return current.length > 0
    ? answer({ items }, { notice: { code: 'superseded', current, fields: lost } })
    : answer({ items });
});

export const routes: Handler[] = [bulk];

async function editOne(c: C, wanted: BulkItem, row: MenuItem, changes: FieldChanges) {
  const { fields, availability } = partsOfBulk(wanted);
  const merged = mergeRow(c, row, changes, fields);
  const isMoved = merged.wins.includes('category_id') && wanted.menu_book_id !== undefined;
  let next: MenuItem = { ...merged.next, ...(isMoved && { menu_book_id: wanted.menu_book_id!.toLowerCase() }) };
  const standing = standingChanges(merged.lost, changes, row);
  const lost: Lost = Object.fromEntries(merged.lost.map((field) => [lostName(wanted.id, field), standing[field]!]));
  if (availability) {
    const context = { occurredAt: c.occurredAt, opId: c.opId, actor: c.actor };
    const outcome = applyAvailability(next, availability, {
      ...context,
      restaurant: await loadRestaurant(c.db, c.restaurantId),
    });
    if (outcome.kind === 'set') next = outcome.item;
    else if (outcome.kind === 'superseded' && !isAvailabilityOf(row, availability))
      lost[lostName(wanted.id, 'availability')] = {
        at: row.availability_changed_at ?? row.updated_at,
        by: row.availability_changed_by,
        device_name: null,
      };
  }
  const { is_available: _, ...changed } = changedFields(row, next) ?? {};
  if (Object.keys(changed).length > 0 || merged.noted) {
    const written = { ...changed, ...(await stampOf(c)) };
    await c.db
      .update(menu_items)
      .set({ ...written, ...(merged.noted && { field_changes: merged.noted }) })
      .where(and(eq(menu_items.restaurant_id, c.restaurantId), eq(menu_items.id, row.id)));
    next = { ...next, ...written };
  }
  return { item: next, lost };
}

/** True if every category that an item is moved to exists, in the menu that the item names. */
async function areCategoriesThere(c: C): Promise<boolean> {
  const store = menuStore(c.db, c.restaurantId, c.now);
  const places = new Map(
    c.body.items.flatMap(({ category_id, menu_book_id }) =>
      category_id ? [[category_id, menu_book_id] as const] : [],
    ),
  );
  for (const [id, bookId] of places) {
    const category = await store.findCategory(id);
    if (!category || category.deleted_at || category.menu_book_id !== bookId?.toLowerCase()) return false;
  }
  return true;
}
