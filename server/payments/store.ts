import { and, desc, eq, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Payment, PaymentState } from '../../contract/payments/rows.ts';
import { listPage, type Total } from '../db/list-page.ts';
import { isRefunding, payments } from '../db/schema/payments.ts';
import { contains } from '../db/search.ts';
import type { Tx } from '../db/tx.ts';

export interface PaymentFilter {
  /** Instants: from included, to excluded. */
  paid?: { from: string; to: string };
  status?: PaymentState | undefined;
  /** Each must occur in the payment's or the order's number or the customer's name. */
  terms?: string[];
}

// Not coalesce(): row-level security lets no condition on it use an index.
const time = sql`(CASE WHEN ${payments.paid_at} IS NULL THEN ${payments.created_at} ELSE ${payments.paid_at} END)`;

/** Newest first. */
export async function listPayments(
  db: Tx,
  restaurantId: string,
  filter: PaymentFilter,
  page: { limit: number; offset: number },
): Promise<{ payments: Payment[]; total: Total }> {
  const where = conditionsOf(restaurantId, filter);
  const { rows, total } = await listPage(db, payments, { where, order: [desc(time), desc(payments.id)], page });
  return { payments: rows.map(toPayment), total };
}

export async function findPayment(db: Tx, restaurantId: string, id: string): Promise<Payment | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.restaurant_id, restaurantId), eq(payments.id, id)))
    .limit(1);
  return row ? toPayment(row) : null;
}

/** Refunds that providers were or will be asked for, minor units: the money is there, and may be gone any moment. */
export async function pendingRefunds(db: Tx, restaurantId: string, currency: string): Promise<number> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    SELECT coalesce(sum((r ->> 'amount')::bigint), 0) AS sum FROM ${payments}, jsonb_array_elements(refunds) r
     WHERE restaurant_id = ${restaurantId} AND currency = ${currency} AND ${isRefunding} AND r ->> 'refund_status' = 'pending'`);
  return Number(rows[0]!.sum);
}

export async function paymentsOfOrder(db: Tx, restaurantId: string, orderId: string): Promise<Payment[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.restaurant_id, restaurantId), eq(payments.order_id, orderId), isNull(payments.deleted_at)))
    .orderBy(payments.created_at, payments.id);
  return rows.map(toPayment);
}

/** "P-1", "P-2" … Under the space's lock, so that numbers are unique. */
export async function nextPaymentNo(db: Tx, restaurantId: string): Promise<string> {
  const [found] = await db
    .select({ last: sql<number | null>`max(substr(${payments.payment_no}, 3)::int)` })
    .from(payments)
    .where(eq(payments.restaurant_id, restaurantId));
  return `P-${(found?.last ?? 0) + 1}`;
}

const toPayment = ({ restaurant_id: _, ...payment }: typeof payments.$inferSelect): Payment => payment;

function conditionsOf(restaurantId: string, { paid, status, terms = [] }: PaymentFilter): SQL | undefined {
  return and(
    eq(payments.restaurant_id, restaurantId),
    isNull(payments.deleted_at),
    paid && and(gte(time, sql`${paid.from}`), lt(time, sql`${paid.to}`)),
    status && eq(payments.payment_status, status),
    ...terms.map((term) =>
      contains(
        sql`concat_ws(' ', ${payments.payment_no}, '#' || ${payments.order_no}, ${payments.customer_name})`,
        term,
      ),
    ),
  );
}
