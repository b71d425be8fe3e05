import { and, desc, eq, gte, inArray, isNull, lt, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { orderStatuses, type Order, type OrderStatus } from '../../contract/orders/calls.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import { orderTypes } from '../../contract/restaurant/rows.ts';
import { writeAfter } from '../../contract/query.ts';
import { countUpTo, SKIPPED_MAX, totalOf, type Total } from '../db/list-page.ts';
import { preparedRows } from '../db/prepared-rows.ts';
import { month_figures } from '../db/schema/insights.ts';
import { orders } from '../db/schema/orders.ts';
import type { PhoneSearch } from '../db/search.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { searchOrders } from './search.ts';
import { orderColumns } from './store.ts';

export interface OrderFilter {
  /** Instants: from included, to excluded. */
  placed?: { from: string; to: string } | undefined;
  type?: Order['order_type'] | undefined;
  statuses?: OrderStatus[] | undefined;
  /** Each word must occur in the number, the customer's name or phone, or a dish's name. */
  search?: PhoneSearch;
}

export interface OrderPage {
  limit: number;
  offset: number;
  /** The last row of the page before; then `offset` says only which page it is. */
  after?: Row | null;
}

/** What the order of the list is made of. */
interface Row {
  at: string;
  id: string;
}

export interface FoundOrders {
  orders: Order[];
  total: Total;
  next: { next_after?: string };
}

const newestFirst = [desc(orders.placed_at), desc(orders.id)];

/** Orders that are not deleted, newest first. The cost does not depend on how many are stored (decision 127). */
export async function listOrders(
  db: Tx,
  restaurantId: string,
  filter: OrderFilter,
  page: OrderPage,
): Promise<FoundOrders | Refusal> {
  const { search, placed } = filter;
  if (search && search.terms.length > 0) return searchOrders(db, restaurantId, { ...filter, search }, page);
  if (page.after) return readPage({ before: isBehind(page.after), skip: 0 });
  if (page.offset <= SKIPPED_MAX) return readPage({ before: undefined, skip: page.offset });
  if (placed) return tooFar();
  const start = await startOfMonth(db, restaurantId, filter, page.offset);
  return start ? readPage(start) : { orders: [], total: exactly(await readKept(db, restaurantId, filter)), next: {} };

  async function readPage({ before, skip }: Start): Promise<FoundOrders> {
    const { rows: found, kept } = await readRows(db, restaurantId, filter, { before, skip, limit: page.limit + 1 });
    const rows = found.slice(0, page.limit);
    return {
      orders: rows,
      total: await totalOfPage(found.length, kept),
      next: nextOf(rows, found.length > page.limit),
    };
  }

  async function totalOfPage(found: number, kept: number | null): Promise<Total> {
    if (!placed) return exactly(kept ?? (await readKept(db, restaurantId, filter)));
    const isLast = !page.after && found <= page.limit && (found > 0 || page.offset === 0);
    if (isLast) return exactly(page.offset + found);
    return totalOf(
      await countUpTo(db, orders, { where: conditions(restaurantId, filter), order: newestFirst }),
      page.offset + found,
    );
  }
}

/** The newest orders in these statuses. */
export async function listNewest(
  db: Tx,
  restaurantId: string,
  statuses: OrderStatus[],
  limit: number,
): Promise<Order[]> {
  return (await readRows(db, restaurantId, { statuses }, { before: undefined, skip: 0, limit })).rows;
}

/** Where a page begins: below what, and how many rows after that. */
interface Start {
  before: SQL | undefined;
  skip: number;
}

/** `kept`: the total that is kept for the filter, apart from its dates; null if there are no rows. */
interface FoundRows {
  rows: Order[];
  kept: number | null;
}

async function readRows(
  db: Tx,
  restaurantId: string,
  filter: OrderFilter,
  { before, skip, limit }: Start & { limit: number },
): Promise<FoundRows> {
  const isFirst = !before && skip === 0 && limit === FIRST;
  if (isFirst && !filter.type && !filter.statuses) {
    const { rows, more } = filter.placed
      ? await readFirstOfDays(db, { restaurantId, ...filter.placed })
      : await readFirst(db, { restaurantId });
    return { rows, kept: more && Number(more.kept) };
  }
  const found = await selectRows(db, restaurantId, filter, { before, skip, limit });
  return { rows: found.map(({ kept: _, ...row }) => row), kept: found[0] ? Number(found[0].kept) : null };
}

function selectRows(
  db: Tx,
  restaurantId: string,
  filter: OrderFilter,
  { before, skip, limit }: Start & { limit: number },
) {
  const rows = db
    .select({ ...orderColumns, kept: keptTotal(restaurantId, filter) })
    .from(orders)
    .orderBy(...newestFirst)
    .limit(limit);
  if (!filter.type && !filter.statuses) return rows.where(and(conditions(restaurantId, filter), before)).offset(skip);
  // Of each status and type by itself: in one index, the newest of a rare one would be looked for among all orders.
  const { type, statuses = [...orderStatuses], placed } = filter;
  const kinds = sql`unnest(${sql.param(statuses)}::text[]) AS status, unnest(${sql.param(type ? [type] : orderTypes)}::text[]) AS type`;
  const ofKind = and(
    conditions(restaurantId, { placed }),
    sql`${orders.order_status} = status AND ${orders.order_type} = type`,
    before,
  );
  const ids = sql`SELECT o.id FROM ${kinds}, LATERAL (SELECT ${orders.id}, ${orders.placed_at} FROM ${orders} WHERE ${ofKind}
      ORDER BY ${orders.placed_at} DESC, ${orders.id} DESC LIMIT ${skip + limit}) o
    ORDER BY o.placed_at DESC, o.id DESC LIMIT ${limit} OFFSET ${skip}`;
  return rows.where(and(eq(orders.restaurant_id, restaurantId), sql`${orders.id} IN (${ids})`)).offset(0);
}

function conditions(
  restaurantId: string | Placeholder,
  {
    placed,
    type,
    statuses,
  }: Omit<OrderFilter, 'placed'> & { placed?: { from: string | Placeholder; to: string | Placeholder } | undefined },
): SQL | undefined {
  return and(
    eq(orders.restaurant_id, restaurantId),
    isNull(orders.deleted_at),
    placed && and(gte(orders.placed_at, placed.from), lt(orders.placed_at, placed.to)),
    type && eq(orders.order_type, type),
    statuses && inArray(orders.order_status, statuses),
  );
}

const isBehind = ({ at, id }: Row): SQL => sql`(${orders.placed_at}, ${orders.id}) < (${at}::timestamptz, ${id}::uuid)`;

const ofMonths = (restaurantId: string | Placeholder, { type, statuses }: OrderFilter): SQL | undefined =>
  and(
    eq(month_figures.restaurant_id, restaurantId),
    type && eq(month_figures.order_type, type),
    statuses && inArray(month_figures.order_status, statuses),
  );

const keptTotal = (restaurantId: string | Placeholder, filter: OrderFilter): SQL<string> =>
  sql`(SELECT coalesce(sum(orders_count), 0) FROM month_figures WHERE ${ofMonths(restaurantId, filter)})`;

/** How many orders have this type and these statuses, by the sums that are kept: no order is read. */
export async function readKept(
  db: Tx,
  restaurantId: string,
  filter: Pick<OrderFilter, 'type' | 'statuses'>,
): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(sql`SELECT ${keptTotal(restaurantId, filter)} AS total`);
  return Number(rows[0]!.total);
}

const exactly = (count: number): Total => ({ count, isMinimum: false });

/** Where the month begins that a late page is in, so that only orders of that month are skipped. Null: the page is behind the end. */
async function startOfMonth(db: Tx, restaurantId: string, filter: OrderFilter, offset: number): Promise<Start | null> {
  const { rows } = await db.execute<{ before: string; later: string }>(sql`
    SELECT to_char(month + interval '1 month', 'YYYY-MM-DD"T00:00:00.000Z"') AS before, later FROM (
      SELECT month, sum(orders_count) AS here, sum(sum(orders_count)) OVER (ORDER BY month DESC) - sum(orders_count) AS later
        FROM month_figures WHERE ${ofMonths(restaurantId, filter)} GROUP BY month) m
     WHERE later <= ${offset} AND ${offset} < later + here`);
  const [month] = rows;
  return month ? { before: lt(orders.placed_at, month.before), skip: offset - Number(month.later) } : null;
}

export const nextOf = (rows: Order[], isMore: boolean): FoundOrders['next'] => {
  const last = rows.at(-1);
  return isMore && last ? { next_after: writeAfter({ at: last.placed_at, id: last.id }) } : {};
};

export const tooFar = () =>
  refuse('invalid_fields', {
    field_errors: { page_no: 'Too far from the start: go on with `after`, or narrow the filter' },
  });

/** Rows that are read for the usual page: one more says whether there is another. */
const FIRST = PAGE_SIZE + 1;

const firstPage = (name: string, placed?: { from: Placeholder; to: Placeholder }) => {
  const restaurant = sql.placeholder('restaurantId');
  return preparedRows<Order, 'kept'>({
    name,
    columns: orderColumns,
    more: { kept: keptTotal(restaurant, {}) },
    build: (fields) =>
      new QueryBuilder()
        .select(fields)
        .from(orders)
        .where(conditions(restaurant, { placed }))
        .orderBy(...newestFirst)
        // Not a parameter: for any number of rows PostgreSQL would make another plan each time. Drizzle's type knows parameters only.
        .limit(sql.raw(String(FIRST)) as unknown as Placeholder),
  });
};
/** What every device reads first. */
const readFirst = firstPage('orders');
const readFirstOfDays = firstPage('orders_of_days', { from: sql.placeholder('from'), to: sql.placeholder('to') });
