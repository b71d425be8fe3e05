import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import * as contract from '../../contract/menu/calls.ts';
import { newBook, usualTaxMode } from '../../contract/menu/new-rows.ts';
import { readPaging } from '../../contract/query.ts';
import { menu_books, menu_categories, menu_items } from '../db/schema/menu.ts';
import type { FieldChange } from '../db/field-merge.ts';
import { refuseMissingImages } from '../files/store.ts';
import { Answer, answer, defineHandler, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { newRowValues, newRowId, stampOf } from '../pipeline/new-row-values.ts';
import { isSame } from './is-same.ts';
import { fieldChangesOf, mergeEdit } from './merge-edit.ts';
import { menuStore } from './store.ts';

const list = defineHandler(contract.listBooks, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const found = await menuStore(c.db, c.restaurantId, c.now).listBooks(paging);
  return answer(found.rows, { meta: metaOf(found.total, paging) });
});

const get = defineHandler(contract.getBook, async (c) => {
  const store = menuStore(c.db, c.restaurantId, c.now);
  const book = await store.findBook(c.path.id);
  if (!book || book.deleted_at) return refuse('not_found');
  return { ...book, categories: await store.categoriesOf(book.id) };
});

const create = defineHandler(contract.createBook, async (c) => {
  const missing = await refuseMissingImages(c);
  if (missing) return missing;
  const store = menuStore(c.db, c.restaurantId, c.now);
  const id = newRowId(c, c.body);
  const present = await store.findBook(id);
  if (present) return isSame(present, c.body, {}) ? present : refuse('id_taken', { current: present });
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const book = newBook(c.body, await newRowValues(c, id), restaurant.currency, usualTaxMode(restaurant));
  await store.insertBook(book);
  if (book.is_default) await unsetOtherDefaults(c, id);
  return book;
});

const edit = defineHandler(contract.editBook, async (c) => {
  const store = menuStore(c.db, c.restaurantId, c.now);
  const book = await store.findBook(c.path.id);
  if (!book || book.deleted_at) return refuse('not_found');
  const missing = await refuseMissingImages(c);
  if (missing) return missing;
  const standing = await fieldChangesOf(c, menu_books, book.id);
  const chosen = c.body.is_default === true ? await changeOfDefault(c) : undefined;
  // Making another book the default also counts as a change of this one's field.
  const isLater = chosen !== undefined && chosen.at >= (standing.is_default?.at ?? '');
  const result = await mergeEdit(c, menu_books, book, isLater ? { ...standing, is_default: chosen } : standing);
  const edited = result instanceof Answer ? result.data : result;
  if (edited.is_default && !book.is_default) await unsetOtherDefaults(c, book.id);
  return result;
});

const remove = defineHandler(contract.removeBook, async (c) => {
  const book = await menuStore(c.db, c.restaurantId, c.now).findBook(c.path.id);
  if (!book) return refuse('not_found');
  if (book.deleted_at) return answer({ id: book.id }, { notice: { code: 'already_done' } });
  const gone = { ...(await stampOf(c)), deleted_at: c.now.toISOString() };
  await c.db
    .update(menu_books)
    .set(gone)
    .where(and(eq(menu_books.restaurant_id, c.restaurantId), eq(menu_books.id, book.id)));
  for (const table of [menu_categories, menu_items]) {
    const live = and(
      eq(table.restaurant_id, c.restaurantId),
      eq(table.menu_book_id, book.id),
      isNull(table.deleted_at),
    );
    await c.db.update(table).set(gone).where(live);
  }
  return { id: book.id };
});

export const routes: Handler[] = [list, get, create, edit, remove];

const liveDefaults = (c: BaseContext) =>
  and(eq(menu_books.restaurant_id, c.restaurantId), eq(menu_books.is_default, true), isNull(menu_books.deleted_at));

/** When the current default book became it; undefined if there is none. */
async function changeOfDefault(c: BaseContext): Promise<FieldChange | undefined> {
  const [found] = await c.db
    .select({ changes: menu_books.field_changes, created_at: menu_books.created_at })
    .from(menu_books)
    .where(liveDefaults(c))
    .limit(1);
  return found && (found.changes.is_default ?? { at: found.created_at, op_id: '' });
}

/** Only one book is the default, so the former one stops being it. */
async function unsetOtherDefaults(c: BaseContext, id: string) {
  const change: FieldChange = { at: c.occurredAt, op_id: c.opId, by: c.actor };
  const noted = sql`${menu_books.field_changes} || ${JSON.stringify({ is_default: change })}::jsonb`;
  await c.db
    .update(menu_books)
    .set({ is_default: false, field_changes: noted, ...(await stampOf(c)) })
    .where(and(liveDefaults(c), ne(menu_books.id, id)));
}
