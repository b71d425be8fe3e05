import { hostedProviders } from '../payments/providers.ts';
import * as z from 'zod/mini';
import { Actor, Amount, Currency, Id, Instant } from '../fields.ts';

/** The number itself is write-only; only its last four digits are ever sent. */
export const WithdrawalAccount = z.object({
  id: Id,
  account_type: z.enum(['bank', 'mobile_money']),
  country_code: z.string(),
  currency: Currency,
  bank_name: z.string(),
  bank_code: z.string(),
  /** As the provider knows the holder. */
  account_name: z.string(),
  account_number_last4: z.string(),
  is_default: z.boolean(),
  status: z.enum(['pending_verification', 'verified', 'rejected', 'disabled']),
  rejection_reason: z.nullable(z.string()),
  provider: z.enum(hostedProviders),
  verified_at: z.nullable(Instant),
  created_at: Instant,
});
export type WithdrawalAccount = z.infer<typeof WithdrawalAccount>;

/** Whether money can be sent there. Some providers check an account only by paying to it. */
export const isPayable = ({ status }: Pick<WithdrawalAccount, 'status'>): boolean =>
  status === 'verified' || status === 'pending_verification';

export const WithdrawalStatus = z.enum(['pending', 'processing', 'paid', 'failed', 'cancelled', 'reversed']);
export type WithdrawalStatus = z.infer<typeof WithdrawalStatus>;

/** Money in minor units of `currency`. */
export const WithdrawalRequest = z.object({
  id: Id,
  /** Ours; the provider's statement shows it. */
  reference: z.string(),
  withdrawal_account_id: Id,
  account_label: z.string(),
  amount: Amount,
  fee_amount: Amount,
  /** What arrives: `amount` − `fee_amount`. */
  net_amount: Amount,
  currency: Currency,
  status: WithdrawalStatus,
  failure_code: z.nullable(
    z.enum([
      'account_closed',
      'account_frozen',
      'invalid_account',
      'name_mismatch',
      'insufficient_funds',
      'provider_error',
    ]),
  ),
  failure_message: z.nullable(z.string()),
  note: z.nullable(z.string()),
  provider: z.enum(hostedProviders),
  requested_by: z.nullable(Actor),
  requested_at: Instant,
  processed_at: z.nullable(Instant),
  /** Date, YYYY-MM-DD. */
  expected_arrival_on: z.nullable(z.string()),
  paid_at: z.nullable(Instant),
  cancelled_at: z.nullable(Instant),
  failed_at: z.nullable(Instant),
});
export type WithdrawalRequest = z.infer<typeof WithdrawalRequest>;
