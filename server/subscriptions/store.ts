import { and, desc, eq, notInArray } from 'drizzle-orm';
import { planOf } from '../../contract/subscriptions/plans.ts';
import type { Subscription, SubscriptionInvoice } from '../../contract/subscriptions/rows.ts';
import { listPage, type Total } from '../db/list-page.ts';
import { subscription_invoices, subscriptions } from '../db/schema/subscriptions.ts';
import type { InvoiceState, SubscriptionState } from '../integrations/payment-providers/provider.ts';
import { recencyOf, type StateTime, type Recency } from '../payments/event-time.ts';
import type { Tx } from '../db/tx.ts';
import { newId } from '../platform/ids.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

const ended = ['cancelled', 'expired'] as const;

/** Null: there was none. */
export async function findNewest(db: Tx, restaurantId: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.restaurant_id, restaurantId))
    .orderBy(desc(subscriptions.started_at), desc(subscriptions.id))
    .limit(1);
  return row ?? null;
}

export async function findOpen(db: Tx, restaurantId: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.restaurant_id, restaurantId), notInArray(subscriptions.status, [...ended])))
    .orderBy(desc(subscriptions.started_at))
    .limit(1);
  return row ?? null;
}

export async function listInvoices(
  db: Tx,
  restaurantId: string,
  page: { limit: number; offset: number },
): Promise<{ invoices: SubscriptionInvoice[]; total: Total }> {
  const where = eq(subscription_invoices.restaurant_id, restaurantId);
  const order = [desc(subscription_invoices.created_at), desc(subscription_invoices.id)];
  const { rows, total } = await listPage(db, subscription_invoices, { where, order, page });
  return { invoices: rows.map(toInvoice), total };
}

interface Change<State> extends StateTime {
  restaurantId: string;
  state: State;
  now: Date;
}

/**
 * Stores a subscription's state if it is newer; what has ended stays so. A payment that is overdue changes the state only: orders go on.
 */
export async function applySubscriptionEvent(
  db: Tx,
  { restaurantId, state, at, isEvent, now }: Change<SubscriptionState>,
): Promise<Recency> {
  const mine = and(
    eq(subscriptions.restaurant_id, restaurantId),
    eq(subscriptions.provider_reference, state.reference),
  );
  const [known] = await db.select().from(subscriptions).where(mine).for('update');
  if (known?.status === 'cancelled' || known?.status === 'expired') return 'older';
  const recency = recencyOf(known?.applied_at ?? null, { at, isEvent });
  if (recency !== 'newer') return recency;
  const fields = {
    plan_id: state.planId ?? known?.plan_id ?? '',
    status: state.status,
    started_at: state.startedAt,
    trial_ends_at: state.trialEndsAt,
    current_period_start_at: state.periodStartAt,
    current_period_end_at: state.periodEndAt,
    cancel_at_period_end: state.cancelAtPeriodEnd,
    cancelled_at: state.cancelledAt,
    // Events leave it out.
    payment_method_label: state.paymentMethodLabel ?? known?.payment_method_label ?? null,
    provider_customer: state.customer,
    applied_at: at,
    updated_at: now.toISOString(),
  };
  if (known) await db.update(subscriptions).set(fields).where(mine);
  else
    await db.insert(subscriptions).values({
      ...fields,
      restaurant_id: restaurantId,
      id: newId(now),
      provider_reference: state.reference,
      created_at: now.toISOString(),
    });
  return 'newer';
}

/**
 * Stores an invoice's state. An older one changes nothing, and a paid invoice stays so; of one second, the state that comes later in an
 * invoice's life is the newer one. False: it changed nothing.
 */
export async function applyInvoiceEvent(
  db: Tx,
  { restaurantId, state, at, now }: Change<InvoiceState>,
): Promise<boolean> {
  const mine = and(
    eq(subscription_invoices.restaurant_id, restaurantId),
    eq(subscription_invoices.provider_reference, state.reference),
  );
  const [known] = await db.select().from(subscription_invoices).where(mine).for('update');
  if (known) {
    const recency = recencyOf(known.applied_at, { at, isEvent: true });
    const isLater = rank[state.status] >= rank[known.invoice_status];
    if (recency === 'older' || (recency === 'unclear' && !isLater)) return false;
    if (known.invoice_status === 'paid' && state.status !== 'refunded') return false;
  }
  const fields = {
    invoice_no: state.invoiceNo,
    period_start_at: state.periodStartAt,
    period_end_at: state.periodEndAt,
    amount: state.amount,
    tax_amount: state.tax,
    currency: state.currency,
    invoice_status: state.status,
    paid_at: state.paidAt,
    pdf_url: state.pdfUrl,
    applied_at: at,
    updated_at: now.toISOString(),
  };
  if (known) await db.update(subscription_invoices).set(fields).where(mine);
  else
    await db.insert(subscription_invoices).values({
      ...fields,
      restaurant_id: restaurantId,
      id: newId(now),
      plan_name: await planNameOf(db, restaurantId, state.subscription),
      provider_reference: state.reference,
      created_at: at,
    });
  return true;
}

const rank: Record<InvoiceState['status'], number> = { open: 0, failed: 1, void: 2, paid: 3, refunded: 4 };

/** As it was when the invoice was written. */
async function planNameOf(db: Tx, restaurantId: string, reference: string): Promise<string> {
  const [row] = await db
    .select({ plan_id: subscriptions.plan_id })
    .from(subscriptions)
    .where(and(eq(subscriptions.restaurant_id, restaurantId), eq(subscriptions.provider_reference, reference)));
  return (row && planOf(row.plan_id)?.name) ?? 'Galley';
}

export const toSubscription = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  plan_id: row.plan_id,
  status: row.status,
  started_at: row.started_at,
  trial_ends_at: row.trial_ends_at,
  current_period_start_at: row.current_period_start_at,
  current_period_end_at: row.current_period_end_at,
  cancel_at_period_end: row.cancel_at_period_end,
  cancelled_at: row.cancelled_at,
  payment_method_label: row.payment_method_label,
});

const toInvoice = (row: typeof subscription_invoices.$inferSelect): SubscriptionInvoice => ({
  id: row.id,
  invoice_no: row.invoice_no,
  plan_name: row.plan_name,
  period_start_at: row.period_start_at,
  period_end_at: row.period_end_at,
  amount: row.amount,
  tax_amount: row.tax_amount,
  currency: row.currency,
  invoice_status: row.invoice_status,
  paid_at: row.paid_at,
  pdf_url: row.pdf_url,
});
