import { and, eq, sql } from 'drizzle-orm';
import { phoneNeedles, TERM_DIGITS } from '../../contract/auth/phone-search.ts';
import { SKIPPED_MAX } from '../db/list-page.ts';
import { orders } from '../db/schema/orders.ts';
import type { PhoneSearch } from '../db/search.ts';
import type { Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { nextOf, tooFar, type FoundOrders, type OrderFilter, type OrderPage } from './list.ts';
import { orderColumns } from './store.ts';

/** Not counted: there are as many as were found, and one more if there is another page. */
export async function searchOrders(
  db: Tx,
  restaurantId: string,
  { placed, type, statuses, search }: OrderFilter & { search: PhoneSearch },
  { limit, offset, after }: OrderPage,
): Promise<FoundOrders | Refusal> {
  const skip = after ? 0 : offset;
  if (skip > SKIPPED_MAX) return tooFar();
  const { terms, whole } = searchedTerms(search);
  const before = after && (!placed || after.at < placed.to) ? after : { at: placed?.to ?? null, id: null };
  const found = await db
    .select(orderColumns)
    .from(orders)
    .innerJoin(
      sql`find_orders(${terms}, ${whole}, ${placed?.from ?? null}, ${before.at}, ${before.id}, ${type ?? null}, ${sql.param(statuses ?? null)},
        ${skip + limit + 1}) WITH ORDINALITY AS found (id, n)`,
      and(eq(orders.restaurant_id, restaurantId), sql`${orders.id} = found.id AND found.n > ${skip}`),
    )
    .orderBy(sql`found.n`);
  const rows = found.slice(0, limit);
  const isMore = found.length > limit;
  return { orders: rows, total: { count: offset + found.length, isMinimum: isMore }, next: nextOf(rows, isMore) };
}

/** As `find_orders` takes them. */
function searchedTerms({ terms, needles }: PhoneSearch): { terms: string; whole: string } {
  const wanted = terms.map((term) => ({
    // Screens write numbers as "#148".
    text: term.length > 1 ? term.replace(/^#/, '') : term,
    phones: phoneNeedles(term, TERM_DIGITS),
  }));
  return { terms: JSON.stringify(wanted), whole: JSON.stringify(needles.length > 0 ? [{ phones: needles }] : []) };
}
