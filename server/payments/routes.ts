import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import * as contract from '../../contract/payments/calls.ts';
import { readPaging } from '../../contract/query.ts';
import { searchTerms } from '../db/search.ts';
import { readDateRange } from '../pipeline/date-range.ts';
import { answer, defineHandler, refuse, Refusal, type Handler } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { isId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { refund } from './refund.ts';
import { statsOf } from './stats.ts';
import { getStatement } from './statement.ts';
import { findPayment, listPayments } from './store.ts';
import { take } from './take.ts';
import { getTaxReport } from './tax-report.ts';
import { writeOff } from './write-off.ts';

const list = defineHandler(contract.list, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const paid = readDateRange(c.query.date, restaurant);
  if (paid instanceof Refusal) return paid;
  const filter = {
    ...(paid && { paid }),
    status: c.query.payment_status,
    terms: searchTerms(c.query.search),
  };
  const found = await listPayments(c.db, c.restaurantId, filter, paging);
  const stats = await statsOf(c.db, c.restaurantId, restaurant.currency);
  return answer(found.payments, { meta: metaOf(found.total, paging), stats });
});

const get = defineHandler(contract.get, async (c) => {
  const payment = isId(c.path.id) ? await findPayment(c.db, c.restaurantId, c.path.id) : null;
  return payment && !payment.deleted_at ? payment : refuse('not_found');
});

export const routes: Handler[] = [list, get, take, writeOff, refund, getStatement, getTaxReport];
