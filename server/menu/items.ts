import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { applyAvailability, isAvailabilityOf, targetOf } from '../../contract/menu/availability.ts';
import { ITEM_SEARCH_LIMIT, MENU_LIMIT, PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import * as contract from '../../contract/menu/calls.ts';
import { newItem } from '../../contract/menu/new-rows.ts';
import { readPaging } from '../../contract/query.ts';
import { changedFields } from '../db/changed-fields.ts';
import { menu_items } from '../db/schema/menu.ts';
import { refuseMissingImages } from '../files/store.ts';
import {
  answer,
  defineHandler,
  defineKeptHandler,
  refuse,
  Refusal,
  type BaseContext,
  type Handler,
} from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { searchTerms } from '../db/search.ts';
import { nextReturn } from './ends-at.ts';
import { groupOfModifier, groupsById, switchModifier } from './groups.ts';
import { newRowValues, newRowId, stampOf } from '../pipeline/new-row-values.ts';
import { isSame } from './is-same.ts';
import { fieldChangesOf, mergeEdit } from './merge-edit.ts';
import { menuStore } from './store.ts';

const wholeMenu = { limit: MENU_LIMIT, max: PAGE_LIMIT_MAX };

const list = defineKeptHandler(contract.list, nextReturn, async (c) => {
  const paging = readPaging(c.query, wholeMenu);
  const filter = { bookId: c.query.menu_book_id, category: c.query.category };
  const found = await menuStore(c.db, c.restaurantId, c.now).listItems(filter, paging);
  return answer(found.rows, { meta: metaOf(found.total, paging) });
});

const listOfCategory = defineHandler(contract.listItems, async (c) => {
  const category = await findCategoryAt(c, c.path);
  if (!category) return refuse('not_found');
  const paging = readPaging(c.query, wholeMenu);
  const found = await menuStore(c.db, c.restaurantId, c.now).listItems({ category: category.id }, paging);
  return answer(found.rows, { meta: metaOf(found.total, paging) });
});

const search = defineHandler(contract.searchItems, async (c) => {
  const paging = readPaging(c.query, { limit: ITEM_SEARCH_LIMIT, max: PAGE_LIMIT_MAX });
  const found = await menuStore(c.db, c.restaurantId, c.now).searchItems(searchTerms(c.query.search), paging);
  return answer(found.rows, { meta: metaOf(found.total, paging) });
});

const create = defineHandler(contract.createItem, async (c) => {
  const store = menuStore(c.db, c.restaurantId, c.now);
  const category = await findCategoryAt(c, c.path);
  if (!category) return refuse('not_found');
  const missing = await refuseMissingImages(c);
  if (missing) return missing;
  const id = newRowId(c, c.body);
  const present = await store.findItem(id);
  if (present)
    return isSame(present, c.body, { category_id: category.id }) ? present : refuse('id_taken', { current: present });
  const { currency } = await loadRestaurant(c.db, c.restaurantId);
  const parent = { bookId: category.menu_book_id, categoryId: category.id, currency };
  const item = newItem(c.body, await newRowValues(c, id), parent);
  await store.insertItem(item);
  return item;
});

const edit = defineHandler(contract.editItem, async (c) => {
  const item = await findItem(c, c.path);
  if (!item) return refuse('not_found');
  const missing = await refuseMissingImages(c);
  if (missing) return missing;
  return mergeEdit(c, menu_items, item, await fieldChangesOf(c, menu_items, item.id));
});

const setAvailability = defineHandler(contract.setAvailability, async (c) => {
  const item = await findItem(c, c.path);
  if (!item) return refuse('not_found');
  const { variant_id, modifier_id, ...switched } = c.body;
  if (modifier_id !== undefined) {
    if (variant_id !== undefined)
      return refuse('invalid_fields', { field_errors: { modifier_id: 'Name a variant or a modifier, not both' } });
    const group = groupOfModifier(item, await groupsById(c.db, c.restaurantId), modifier_id.toLowerCase());
    if (!group) return refuse('invalid_fields', { field_errors: { modifier_id: 'This item has no such modifier' } });
    const result = await switchModifier(c, group, modifier_id, switched);
    if (result instanceof Refusal) return result;
    return result.notice ? answer(item, { notice: { ...result.notice, current: item } }) : item;
  }
  const outcome = applyAvailability(item, c.body, {
    occurredAt: c.occurredAt,
    opId: c.opId,
    actor: c.actor,
    restaurant: await loadRestaurant(c.db, c.restaurantId),
  });
  if (outcome.kind === 'refused') return refuse(outcome.code, { field_errors: outcome.field_errors });
  if (outcome.kind === 'superseded') {
    const code = isAvailabilityOf(targetOf(item, c.body), c.body) ? 'already_done' : 'superseded';
    return answer(item, { notice: { code, current: item } });
  }
  const { is_available: _, ...changed } = changedFields(item, outcome.item) ?? {};
  if (Object.keys(changed).length === 0) return item;
  const fields = { ...changed, ...(await stampOf(c)) };
  const store = menuStore(c.db, c.restaurantId, c.now);
  return (await store.updateItem(item.id, fields)) ?? refuse('not_found');
});

const removeMany = defineHandler(contract.removeItems, async (c) => {
  const store = menuStore(c.db, c.restaurantId, c.now);
  const category = await store.findCategory(c.path.categoryId);
  if (!category || category.menu_book_id !== c.path.id.toLowerCase()) return refuse('not_found');
  const ids = [...new Set(c.body.item_ids.map((id) => id.toLowerCase()))];
  const isThere = or(eq(menu_items.category_id, category.id), sql`${menu_items.field_changes} ? 'category_id'`);
  const ours = and(eq(menu_items.restaurant_id, c.restaurantId), isThere, inArray(menu_items.id, ids));
  const found = await c.db
    .select({ id: menu_items.id, deleted_at: menu_items.deleted_at })
    .from(menu_items)
    .where(ours);
  // Ids that somebody else deleted are fine; an unknown one refuses the whole call.
  if (found.length < ids.length) return refuse('not_found');
  if (found.every((item) => item.deleted_at !== null)) return answer({ ids }, { notice: { code: 'already_done' } });
  await c.db
    .update(menu_items)
    .set({ ...(await stampOf(c)), deleted_at: c.now.toISOString() })
    .where(and(ours, isNull(menu_items.deleted_at)));
  return { ids };
});

export const routes: Handler[] = [list, listOfCategory, search, create, edit, setAvailability, removeMany];

type CategoryPath = { id: string; categoryId: string };

/** The category of a path if it exists in that book. */
async function findCategoryAt(c: BaseContext, path: CategoryPath): Promise<contract.MenuCategory | null> {
  const category = await menuStore(c.db, c.restaurantId, c.now).findCategory(path.categoryId);
  return category && !category.deleted_at && category.menu_book_id === path.id.toLowerCase() ? category : null;
}

async function findItem(c: BaseContext, path: CategoryPath & { itemId: string }): Promise<contract.MenuItem | null> {
  const item = await menuStore(c.db, c.restaurantId, c.now).findItem(path.itemId);
  if (!item || item.deleted_at) return null;
  const isThere = item.category_id === path.categoryId.toLowerCase() && item.menu_book_id === path.id.toLowerCase();
  return isThere || (await wasMoved(c, item.id)) ? item : null;
}

/** An item that was moved is still known by its former place: a device may have changed it before it heard of the move. */
const wasMoved = async (c: BaseContext, id: string) => 'category_id' in (await fieldChangesOf(c, menu_items, id));
