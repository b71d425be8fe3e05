import * as contract from '../../contract/inventory/calls.ts';
import { withPolicy } from '../../contract/inventory/policy.ts';
import { faultsOfMovement, newMovement } from '../../contract/inventory/stock.ts';
import { MENU_LIMIT, PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import { readPaging } from '../../contract/query.ts';
import { changedFields } from '../db/changed-fields.ts';
import { searchTerms } from '../db/search.ts';
import { answer, defineHandler, refuse, type Handler } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { loadRestaurant, updateRestaurant } from '../restaurants/store.ts';
import { create, edit } from './items.ts';
import { recordMovement } from './record.ts';
import { findItem, listItems, listMovements } from './store.ts';

/** Movements in the answer about one row. */
const MOVEMENTS = 50;

const list = defineHandler(contract.list, async (c) => {
  const paging = readPaging(c.query, { limit: MENU_LIMIT, max: PAGE_LIMIT_MAX });
  const filter = { kind: c.query.kind, status: c.query.stock_status, words: searchTerms(c.query.search) };
  const found = await listItems(c.db, c.restaurantId, filter, paging);
  return answer(found.rows, { meta: metaOf(found.total, paging) });
});

const get = defineHandler(contract.get, async (c) => {
  const found = await findItem(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const { rows } = await listMovements(c.db, c.restaurantId, found.item.id, { limit: MOVEMENTS, offset: 0 });
  return { ...found.item, movements: rows };
});

const history = defineHandler(contract.listMovements, async (c) => {
  const found = await findItem(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const { rows, total } = await listMovements(c.db, c.restaurantId, found.item.id, paging);
  return answer(rows, { meta: metaOf(total, paging) });
});

const move = defineHandler(contract.move, async (c) => {
  const found = await findItem(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const faults = faultsOfMovement(c.body);
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  return recordMovement(c, found.item, newMovement(c.body, { id: c.opId, at: c.occurredAt, actor: c.actor }));
});

const setPolicy = defineHandler(contract.setPolicy, async (c) => {
  const named = c.body.restaurant_id?.toLowerCase();
  if (named !== undefined && named !== c.restaurantId.toLowerCase()) return refuse('not_found');
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const next = withPolicy(restaurant, c.body, { occurredAt: c.occurredAt, opId: c.opId });
  if (next === restaurant) return answer(restaurant, { notice: { code: 'superseded', current: restaurant } });
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateRestaurant(c.db, c.restaurantId, { ...changedFields(restaurant, next), ...stamp });
  return { ...next, ...stamp };
});

export const routes: Handler[] = [list, get, history, create, edit, move, setPolicy];
