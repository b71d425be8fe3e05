import { hostedProviders } from '../../../contract/payments/providers.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import { and, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Payment } from '../../../contract/payments/rows.ts';
import { checkouts, ledger_entries, payments } from '../../db/schema/payments.ts';
import type { OnlineProvider } from '../../../contract/payments/providers.ts';
import { reconciliation_differences } from '../../db/schema/providers.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { withdrawal_requests } from '../../db/schema/withdrawals.ts';
import type { Movement } from '../../integrations/payment-providers/provider.ts';
import type { JobRun } from '../../jobs/jobs.ts';
import type { JobQueue } from '../../pipeline/handler.ts';
import { clientOf } from './checkouts.ts';
import type { CheckoutServices } from './open-checkout.ts';
import { noteDifference, type NewDifference } from './differences.ts';
import { inMoneyTransaction, type MoneyContext } from './money-context.ts';

const DAY_MS = 86_400_000;
const PERIOD_DAYS = 35;

interface Account {
  restaurantId: string;
  provider: OnlineProvider;
  account: string;
}

const IS_VERIFIED = `status = 'verified' AND account IS NOT NULL AND provider = ANY($1)`;

/** Compares the books with each verified account's records at its provider: a job each, so that none waits for a slow one. */
export const queueReconciling = (owner: pg.Pool, jobs: Pick<JobQueue, 'enqueueMissing'>): Promise<void> =>
  withTransaction(owner, null, 'write', async (client) => {
    const { rows } = await client.query<{ restaurant_id: string; account_id: string }>(
      `SELECT restaurant_id, id AS account_id FROM payment_accounts WHERE ${IS_VERIFIED}`,
      [hostedProviders],
    );
    await jobs.enqueueMissing(drizzle(client), 'reconcile.account', rows);
  });

export const reconcileJobs = (services: Omit<CheckoutServices, 'jobs'>): Record<string, JobRun> => ({
  'reconcile.account': async ({ restaurant_id, account_id }, { owner, clock, enqueue }) => {
    const { rows } = await owner.query<Account>(
      `SELECT restaurant_id AS "restaurantId", provider, account FROM payment_accounts
        WHERE ${IS_VERIFIED} AND restaurant_id = $2 AND id = $3`,
      [hostedProviders, restaurant_id, account_id],
    );
    for (const account of rows) await reconcile({ ...services, jobs: { enqueue } }, account, clock.now());
  },
});

/**
 * Compares one account's movements of the last 35 days with the books. Each difference is written once and settled when it is gone. The
 * newest hour is left out, since its events may be on their way.
 */
export async function reconcile(services: CheckoutServices, account: Account, now: Date): Promise<void> {
  const client = clientOf(services.providers, account.provider);
  if (!client) return;
  const period = { from: new Date(now.getTime() - PERIOD_DAYS * DAY_MS), to: new Date(now.getTime() - DAY_MS / 24) };
  const answer = await client.listMovements(account.account, period);
  if (answer.kind === 'refused') throw new Error(`The provider refused: ${answer.code}`);
  await inMoneyTransaction(services, { restaurantId: account.restaurantId, now }, async (c) => {
    const found = await compare(c, account, answer.value, period);
    for (const difference of found) await noteDifference(c, difference);
    await settleOthers(c, account, found, period);
  });
}

interface Books {
  payments: Payment[];
  /** By payment: what the wallet got for it, and the fee that was taken. */
  sums: Map<string, { gross: number; fee: number }>;
  /** Our amounts of checkouts that no payment came of, by the provider's reference. */
  unpaid: Map<string, number>;
  /** By the provider's reference: what left the wallet for the bank. */
  withdrawals: Map<string, { id: string; amount: number }>;
}

async function compare(
  c: MoneyContext,
  account: Account,
  movements: Movement[],
  period: { from: Date; to: Date },
): Promise<NewDifference[]> {
  const books = await readBooks(c, account, movements, period.from);
  const found = bySource(movements).flatMap((movement) => {
    if (movement.kind === 'payment') return comparePayment(books, account.provider, movement);
    if (movement.kind === 'refund') return compareRefund(books, account.provider, movement);
    return movement.kind === 'payout' ? compareWithdrawal(books, account.provider, movement) : [];
  });
  const sources = new Set(movements.map(({ source }) => source));
  // A payment near the ends of the period may lie beyond them by the provider's clock.
  const from = new Date(period.from.getTime() + DAY_MS).toISOString();
  const to = new Date(period.to.getTime() - DAY_MS).toISOString();
  const missing = books.payments.filter(
    ({ provider_reference: reference, paid_at: at }) =>
      at !== null && at >= from && at <= to && !sources.has(reference),
  );
  return [
    ...found,
    ...missing.map((payment) => ({
      provider: account.provider,
      kind: 'missing_at_provider' as const,
      provider_reference: payment.provider_reference ?? payment.id,
      payment_id: payment.id,
      ledger_amount: books.sums.get(payment.id)?.gross ?? 0,
      provider_amount: 0,
      currency: payment.currency,
    })),
  ];
}

/** A refund or payout that failed later is two movements of one source. */
function bySource(movements: Movement[]): Movement[] {
  const sums = new Map<string, Movement>();
  for (const movement of movements) {
    const key = `${movement.kind} ${referenceOf(movement)}`;
    const { amount, fee } = sums.get(key) ?? { amount: 0, fee: 0 };
    sums.set(key, { ...movement, amount: amount + movement.amount, fee: fee + movement.fee });
  }
  return [...sums.values()];
}

const referenceOf = ({ source, reference }: Movement) => source ?? reference;

function comparePayment(books: Books, provider: OnlineProvider, movement: Movement): NewDifference[] {
  const { amount, fee, currency } = movement;
  const about = { provider, provider_reference: referenceOf(movement), provider_amount: amount, currency };
  const payment = books.payments.find(({ provider_reference }) => provider_reference === movement.source);
  if (!payment) {
    const expected = movement.source === null ? undefined : books.unpaid.get(movement.source);
    if (expected === undefined || expected === amount) return [{ ...about, kind: 'missing_here', ledger_amount: 0 }];
    return [{ ...about, kind: 'amount_differs', ledger_amount: expected }];
  }
  const { gross, fee: posted } = books.sums.get(payment.id) ?? { gross: 0, fee: 0 };
  const differences: NewDifference[] = [];
  if (gross !== amount || payment.currency !== currency)
    differences.push({ ...about, kind: 'amount_differs', payment_id: payment.id, ledger_amount: gross });
  // The fee of a payment that is not settled yet comes later.
  if (posted !== 0 && posted !== fee)
    differences.push({
      ...about,
      kind: 'fee_differs',
      payment_id: payment.id,
      ledger_amount: posted,
      provider_amount: fee,
    });
  return differences;
}

function compareRefund(books: Books, provider: OnlineProvider, movement: Movement): NewDifference[] {
  const about = {
    provider,
    provider_reference: referenceOf(movement),
    provider_amount: movement.amount,
    currency: movement.currency,
  };
  for (const payment of books.payments) {
    const refund = payment.refunds.find(({ provider_reference }) => provider_reference === movement.source);
    if (!refund) continue;
    const isOver = refund.refund_status === 'failed' || refund.refund_status === 'cancelled';
    const expected = isOver ? 0 : 0 - refund.amount;
    if (movement.amount === expected) return [];
    const kind = isOver || movement.amount === 0 ? 'status_differs' : 'amount_differs';
    return [{ ...about, kind, payment_id: payment.id, ledger_amount: expected }];
  }
  return [{ ...about, kind: 'missing_here', ledger_amount: 0 }];
}

function compareWithdrawal(books: Books, provider: OnlineProvider, movement: Movement): NewDifference[] {
  const { amount, currency } = movement;
  const about = { provider, provider_reference: referenceOf(movement), provider_amount: amount, currency };
  const withdrawal = movement.source === null ? undefined : books.withdrawals.get(movement.source);
  if (!withdrawal) return [{ ...about, kind: 'missing_here', ledger_amount: 0 }];
  const expected = 0 - withdrawal.amount;
  if (amount === expected) return [];
  const kind = amount === 0 || expected === 0 ? 'status_differs' : 'amount_differs';
  return [{ ...about, kind, withdrawal_id: withdrawal.id, ledger_amount: expected }];
}

async function readBooks(c: MoneyContext, account: Account, movements: Movement[], from: Date): Promise<Books> {
  const { db, restaurantId } = c;
  const sources = movements.flatMap(({ source }) => (source === null ? [] : [source]));
  const rows = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(checkouts, and(eq(checkouts.restaurant_id, payments.restaurant_id), eq(checkouts.id, payments.id)))
    .where(
      and(
        eq(payments.restaurant_id, restaurantId),
        eq(checkouts.provider, account.provider),
        eq(checkouts.provider_account, account.account),
        // A payment of before may have been refunded since.
        gte(payments.updated_at, from.toISOString()),
      ),
    );
  const found = rows.map(({ payment: { restaurant_id: _, ...payment } }): Payment => payment);
  const open = sources.length
    ? await db
        .select({ reference: checkouts.provider_reference, amount: checkouts.amount })
        .from(checkouts)
        .where(
          and(
            eq(checkouts.restaurant_id, restaurantId),
            eq(checkouts.provider, account.provider),
            inArray(checkouts.provider_reference, sources),
            isNull(checkouts.payment_id),
          ),
        )
    : [];
  const withdrawals = sources.length
    ? await db
        .select()
        .from(withdrawal_requests)
        .where(
          and(
            eq(withdrawal_requests.restaurant_id, restaurantId),
            inArray(withdrawal_requests.provider_reference, sources),
          ),
        )
    : [];
  return {
    payments: found,
    sums: await sumsOf(c, found),
    unpaid: new Map(open.map(({ reference, amount }) => [reference ?? '', amount])),
    withdrawals: new Map(
      withdrawals.map(({ provider_reference, id, net_amount, status }) => [
        provider_reference ?? '',
        { id, amount: status === 'failed' || status === 'reversed' ? 0 : net_amount },
      ]),
    ),
  };
}

async function sumsOf({ db, restaurantId }: MoneyContext, found: Payment[]): Promise<Books['sums']> {
  if (found.length === 0) return new Map();
  const sum = (types: string[]) =>
    sql<string>`coalesce(sum(${ledger_entries.amount}) FILTER (WHERE ${inArray(ledger_entries.entry_type, types as never)}), 0)`;
  const rows = await db
    .select({ id: ledger_entries.payment_id, gross: sum(['sale', 'tip']), fee: sum(['fee']) })
    .from(ledger_entries)
    .where(
      and(
        eq(ledger_entries.restaurant_id, restaurantId),
        inArray(
          ledger_entries.payment_id,
          found.map(({ id }) => id),
        ),
        // Money that only moves between the two adds up to nothing.
        or(eq(ledger_entries.account, 'wallet_pending'), eq(ledger_entries.account, 'wallet_available')),
      ),
    )
    .groupBy(ledger_entries.payment_id);
  return new Map(rows.map(({ id, gross, fee }) => [id ?? '', { gross: Number(gross), fee: 0 - Number(fee) }]));
}

/** Differences of this period that were not found again are gone. */
async function settleOthers(
  { db, restaurantId, now }: MoneyContext,
  { provider }: Account,
  found: NewDifference[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const still = new Set(found.map(({ kind, provider_reference }) => `${kind} ${provider_reference}`));
  const mine = and(
    eq(reconciliation_differences.restaurant_id, restaurantId),
    eq(reconciliation_differences.provider, provider),
    isNull(reconciliation_differences.settled_at),
  );
  const open = await db
    .select()
    .from(reconciliation_differences)
    .where(
      and(
        mine,
        gte(reconciliation_differences.found_at, from.toISOString()),
        lte(reconciliation_differences.found_at, to.toISOString()),
      ),
    );
  const gone = open.filter(({ kind, provider_reference }) => !still.has(`${kind} ${provider_reference}`));
  if (gone.length === 0) return;
  await db
    .update(reconciliation_differences)
    .set({ settled_at: now.toISOString() })
    .where(
      and(
        mine,
        inArray(
          reconciliation_differences.id,
          gone.map(({ id }) => id),
        ),
      ),
    );
}
