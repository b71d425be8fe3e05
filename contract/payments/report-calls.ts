import * as z from 'zod/mini';
import { call, read } from '../call.ts';
import { Amount, Currency, Id, Instant, LocalDate } from '../fields.ts';
import { pagingQuery } from '../query.ts';

/** Business days, both included; at most 366. */
const period = { from: LocalDate, to: LocalDate };

/** One event of the wallet. Money that only moves within the wallet is not listed. */
export const StatementEntry = z.object({
  id: Id,
  entry_type: z.enum([
    'sale',
    'tip',
    'fee',
    'refund',
    'refund_fee',
    'withdrawal',
    'withdrawal_reversal',
    'dispute',
    'adjustment',
  ]),
  amount: Amount,
  /** The wallet with what is pending, reserved and disputed. */
  balance_after: Amount,
  payment_id: z.nullable(Id),
  order_id: z.nullable(Id),
  withdrawal_id: z.nullable(Id),
  effective_at: Instant,
  /** When the provider releases it. Null: not known, or it does not apply. */
  available_at: z.nullable(Instant),
});
export type StatementEntry = z.infer<typeof StatementEntry>;

export const StatementSums = z.object({
  from: LocalDate,
  to: LocalDate,
  currency: Currency,
  opening_balance: Amount,
  closing_balance: Amount,
});
export type StatementSums = z.infer<typeof StatementSums>;

export const getStatement = call('payments.getStatement', 'GET', '/payments/statement', {
  access: 'books',
  offline: read,
  query: z.strictObject({ ...pagingQuery, ...period }),
  reply: StatementEntry,
  paged: true,
  stats: StatementSums,
  addition: true,
  summary: 'The wallet’s entries of a period, oldest first, with balances',
});

/** Sums of one rate, refunds deducted. `gross_amount` = `net_amount` + `tax_amount`. */
export const TaxRateSum = z.object({
  /** Null: sold without a rate, such as delivery and service. */
  rate_bp: z.nullable(z.int()),
  /** Number of orders with it that were placed in the period. */
  orders_count: z.int(),
  net_amount: Amount,
  tax_amount: Amount,
  gross_amount: Amount,
});
export type TaxRateSum = z.infer<typeof TaxRateSum>;

export const TaxReport = z.object({
  from: LocalDate,
  to: LocalDate,
  currency: Currency,
  /** The highest rate first. */
  rates: z.array(TaxRateSum),
  /** What refunds of the period took back, with tax and tips; the sums above do not contain it any more. Money paid beyond a total is no sale. */
  refunded_amount: Amount,
  net_amount: Amount,
  tax_amount: Amount,
  gross_amount: Amount,
});
export type TaxReport = z.infer<typeof TaxReport>;

export const getTaxReport = call('payments.getTaxReport', 'GET', '/payments/tax-report', {
  access: 'books',
  offline: read,
  query: z.strictObject(period),
  reply: TaxReport,
  addition: true,
  summary: 'Net, tax and gross by tax rate for a period',
});
