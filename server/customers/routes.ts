import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import * as contract from '../../contract/customers/calls.ts';
import { customerCsv } from '../../contract/customers/customer-csv.ts';
import { CUSTOMERS_LIMIT, PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import { readPaging } from '../../contract/query.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { readDateRange } from '../pipeline/date-range.ts';
import { answer, defineHandler, Refusal, type Context, type Handler } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { readPhoneSearch } from '../db/search.ts';
import { exponentOf } from '../platform/currency.ts';
import { listConsents, setConsent } from './consents.ts';
import { create } from './create.ts';
import { averagesOf, derivedOf } from './derived.ts';
import { edit } from './edit.ts';
import { erase } from './erase.ts';
import { customerFigures } from './figures.ts';
import { importRoutes } from './import/routes.ts';
import { merge } from './merge.ts';
import { listAllCustomers, listCustomers } from './store.ts';

const FIGURES_DAYS = 30;

const list = defineHandler(contract.list, async (c) => {
  const paging = readPaging(c.query, { limit: CUSTOMERS_LIMIT, max: PAGE_LIMIT_MAX });
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const created = readDateRange(c.query.date, restaurant);
  if (created instanceof Refusal) return created;
  const found = await listCustomers(c.db, c.restaurantId, filterOf(c, created), paging);
  const dashboard = await customerFigures(c.db, c.restaurantId, created ?? lastDays(restaurant, c.now));
  const ids = found.customers.map(({ id }) => id);
  const averages = await averagesOf(c.db, c.restaurantId, ids);
  const rows = found.customers.map((customer) => ({ ...customer, ...derivedOf(customer, averages, c.now) }));
  return answer({ customers: rows, dashboard }, { meta: metaOf(found.total, paging) });
});

const exportCsv = defineHandler(contract.exportCsv, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const created = readDateRange(c.query.date, restaurant);
  if (created instanceof Refusal) return created;
  const rows = await listAllCustomers(c.db, c.restaurantId, filterOf(c, created));
  return {
    file_name: 'galley-customers.csv',
    csv: customerCsv(rows, { exponent: exponentOf(restaurant.currency), now: c.now.getTime(), clock: restaurant }),
  };
});

export const routes: Handler[] = [
  list,
  exportCsv,
  ...importRoutes,
  create,
  edit,
  setConsent,
  listConsents,
  merge,
  erase,
];

const filterOf = (
  { query, now }: Pick<Context<typeof contract.exportCsv>, 'query' | 'now'>,
  created: { from: string; to: string } | undefined,
) => ({
  created,
  status: query.customer_status,
  segment: query.segment && { name: query.segment, now },
  search: readPhoneSearch(query.search),
});

/** The last business days up to today. */
function lastDays({ timezone, business_day_cutoff_time: cutoff }: Restaurant, now: Date) {
  const first = new Date(now.getTime() - (FIGURES_DAYS - 1) * 86_400_000);
  return businessDayRange(businessDay(first, timezone, cutoff), timezone, cutoff, businessDay(now, timezone, cutoff));
}
