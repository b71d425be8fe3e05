import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import { listChanges } from '../../contract/people/calls.ts';
import { readPaging } from '../../contract/query.ts';
import { listPage } from '../db/list-page.ts';
import { changes } from '../db/schema/accounts.ts';
import { readDateRange } from '../pipeline/date-range.ts';
import { answer, defineHandler, Refusal } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { firstIdOf } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';

export const listingChanges = defineHandler(listChanges, async (c) => {
  const { date, person, area } = c.query;
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const span = date && readDateRange(date, await loadRestaurant(c.db, c.restaurantId));
  if (span instanceof Refusal) return span;
  const where = and(
    eq(changes.restaurant_id, c.restaurantId),
    person === undefined ? undefined : eq(changes.user_id, person),
    area === undefined ? undefined : eq(changes.area, area),
    // An id begins with the time at which it was made, so that the index is read where the days are.
    span ? gte(changes.id, firstIdOf(new Date(span.from))) : undefined,
    span ? lt(changes.id, firstIdOf(new Date(span.to))) : undefined,
  );
  const order = [desc(changes.id)];
  const { rows, total } = await listPage(c.db, changes, { where, order, page: paging });
  return answer(
    rows.map(({ id, at, occurred_at, call, user_id, name, role, approved_by, device_name, path, body }) => {
      const person = { id: user_id, name, role };
      return { id, at, occurred_at, call, person, approved_by, device_name, path, body };
    }),
    { meta: metaOf(total, paging) },
  );
});
