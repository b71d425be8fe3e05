import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import * as contract from '../../contract/menu/restore-calls.ts';
import { menu_books, menu_categories, menu_items, modifier_groups } from '../db/schema/menu.ts';
import { answer, defineHandler, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import type { MenuTable } from './merge-edit.ts';
import { stampOf } from '../pipeline/new-row-values.ts';
import { menuStore } from './store.ts';

const alreadyDone = { notice: { code: 'already_done' as const } };

const book = defineHandler(contract.restoreBook, async (c) => {
  const found = await menuStore(c.db, c.restaurantId, c.now).findBook(c.path.id);
  if (!found) return refuse('not_found');
  if (!found.deleted_at) return answer({ id: found.id }, alreadyDone);
  // Another menu may have become the default one meanwhile.
  const [other] = await c.db
    .select({ id: menu_books.id })
    .from(menu_books)
    .where(
      and(
        ours(c, menu_books),
        eq(menu_books.is_default, true),
        isNull(menu_books.deleted_at),
        ne(menu_books.id, found.id),
      ),
    )
    .limit(1);
  const back = { ...(await stampOf(c)), deleted_at: null };
  await c.db
    .update(menu_books)
    .set({ ...back, is_default: found.is_default && !other })
    .where(and(ours(c, menu_books), eq(menu_books.id, found.id)));
  for (const table of [menu_categories, menu_items]) {
    const wentWithIt = and(ours(c, table), eq(table.menu_book_id, found.id), eq(table.deleted_at, found.deleted_at));
    await c.db.update(table).set(back).where(wentWithIt);
  }
  return { id: found.id };
});

const category = defineHandler(contract.restoreCategory, async (c) => {
  const store = menuStore(c.db, c.restaurantId, c.now);
  const found = await store.findCategory(c.path.categoryId);
  if (!found || found.menu_book_id !== c.path.id.toLowerCase()) return refuse('not_found');
  if (!found.deleted_at) return answer({ id: found.id }, alreadyDone);
  const parent = await store.findBook(found.menu_book_id);
  if (!parent || parent.deleted_at) return refuse('not_found');
  const back = { ...(await stampOf(c)), deleted_at: null };
  await c.db
    .update(menu_categories)
    .set(back)
    .where(and(ours(c, menu_categories), eq(menu_categories.id, found.id)));
  await c.db
    .update(menu_items)
    .set(back)
    .where(and(ours(c, menu_items), eq(menu_items.category_id, found.id), eq(menu_items.deleted_at, found.deleted_at)));
  return { id: found.id };
});

const items = defineHandler(contract.restoreItems, async (c) => {
  const ids = [...new Set(c.body.item_ids.map((id) => id.toLowerCase()))];
  const found = await c.db
    .select({ category_id: menu_items.category_id, deleted_at: menu_items.deleted_at })
    .from(menu_items)
    .where(and(ours(c, menu_items), inArray(menu_items.id, ids)));
  if (found.length < ids.length) return refuse('not_found');
  if (found.every(({ deleted_at }) => deleted_at === null)) return answer({ ids }, alreadyDone);
  const parents = [...new Set(found.map(({ category_id }) => category_id))];
  const there = await c.db
    .select({ id: menu_categories.id })
    .from(menu_categories)
    .where(and(ours(c, menu_categories), inArray(menu_categories.id, parents), isNull(menu_categories.deleted_at)));
  if (there.length < parents.length) return refuse('not_found');
  await c.db
    .update(menu_items)
    .set({ ...(await stampOf(c)), deleted_at: null })
    .where(and(ours(c, menu_items), inArray(menu_items.id, ids), isNotNull(menu_items.deleted_at)));
  return { ids };
});

const group = defineHandler(contract.restoreGroup, async (c) => {
  const id = c.path.groupId;
  if (!isId(id)) return refuse('not_found');
  const named = and(ours(c, modifier_groups), eq(modifier_groups.id, id));
  const [found] = await c.db
    .select({ id: modifier_groups.id, deleted_at: modifier_groups.deleted_at })
    .from(modifier_groups)
    .where(named);
  if (!found) return refuse('not_found');
  if (found.deleted_at === null) return answer({ id: found.id }, alreadyDone);
  await c.db
    .update(modifier_groups)
    .set({ ...(await stampOf(c)), deleted_at: null })
    .where(named);
  return { id: found.id };
});

export const routes: Handler[] = [book, category, items, group];

const ours = (c: BaseContext, table: MenuTable) => eq(table.restaurant_id, c.restaurantId);
