import { and, eq, isNull } from 'drizzle-orm';
import * as contract from '../../contract/menu/calls.ts';
import { newCategory } from '../../contract/menu/new-rows.ts';
import { menu_categories, menu_items } from '../db/schema/menu.ts';
import { refuseMissingImages } from '../files/store.ts';
import { answer, defineHandler, refuse, type Handler } from '../pipeline/handler.ts';
import { newRowValues, newRowId, stampOf } from '../pipeline/new-row-values.ts';
import { isSame } from './is-same.ts';
import { fieldChangesOf, mergeEdit } from './merge-edit.ts';
import { menuStore } from './store.ts';

const create = defineHandler(contract.createCategory, async (c) => {
  const store = menuStore(c.db, c.restaurantId, c.now);
  const book = await store.findBook(c.path.id);
  if (!book || book.deleted_at) return refuse('not_found');
  const missing = await refuseMissingImages(c);
  if (missing) return missing;
  const id = newRowId(c, c.body);
  const present = await store.findCategory(id);
  if (present)
    return isSame(present, c.body, { menu_book_id: book.id }) ? present : refuse('id_taken', { current: present });
  const category = newCategory(c.body, await newRowValues(c, id), book.id);
  await store.insertCategory(category);
  return category;
});

const edit = defineHandler(contract.editCategory, async (c) => {
  const store = menuStore(c.db, c.restaurantId, c.now);
  const category = await store.findCategory(c.path.categoryId);
  if (!category || category.deleted_at || category.menu_book_id !== c.path.id.toLowerCase()) return refuse('not_found');
  const missing = await refuseMissingImages(c);
  if (missing) return missing;
  return mergeEdit(c, menu_categories, category, await fieldChangesOf(c, menu_categories, category.id));
});

const remove = defineHandler(contract.removeCategory, async (c) => {
  const category = await menuStore(c.db, c.restaurantId, c.now).findCategory(c.path.categoryId);
  if (!category || category.menu_book_id !== c.path.id.toLowerCase()) return refuse('not_found');
  if (category.deleted_at) return answer({ id: category.id }, { notice: { code: 'already_done' } });
  const gone = { ...(await stampOf(c)), deleted_at: c.now.toISOString() };
  await c.db
    .update(menu_categories)
    .set(gone)
    .where(and(eq(menu_categories.restaurant_id, c.restaurantId), eq(menu_categories.id, category.id)));
  await c.db
    .update(menu_items)
    .set(gone)
    .where(
      and(
        eq(menu_items.restaurant_id, c.restaurantId),
        eq(menu_items.category_id, category.id),
        isNull(menu_items.deleted_at),
      ),
    );
  return { id: category.id };
});

export const routes: Handler[] = [create, edit, remove];
