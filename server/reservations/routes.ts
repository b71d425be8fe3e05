import { PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import { readPaging } from '../../contract/query.ts';
import * as contract from '../../contract/reservations/calls.ts';
import { readPhoneSearch } from '../db/search.ts';
import { readDateRange } from '../pipeline/date-range.ts';
import { answer, defineHandler, refuse, Refusal, type Handler } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { settingsRoutes } from './settings.ts';
import { findReservation, listReservations } from './store.ts';
import { create, edit, setStatus } from './write.ts';

const list = defineHandler(contract.list, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_LIMIT_MAX, max: PAGE_LIMIT_MAX });
  const starts = readDateRange(c.query.date, await loadRestaurant(c.db, c.restaurantId));
  if (starts instanceof Refusal) return starts;
  const filter = { starts, status: c.query.reservation_status, search: readPhoneSearch(c.query.search) };
  const found = await listReservations(c.db, c.restaurantId, filter, paging);
  return answer(found.rows, { meta: metaOf(found.total, paging) });
});

const get = defineHandler(contract.get, async (c) => {
  const found = await findReservation(c.db, c.restaurantId, c.path.id);
  return found ? found.reservation : refuse('not_found');
});

export const routes: Handler[] = [list, get, create, edit, setStatus, ...settingsRoutes];
