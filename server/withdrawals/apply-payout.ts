import type pg from 'pg';
import type { OnlineProvider } from '../../contract/payments/providers.ts';
import type { PayoutState } from '../integrations/payment-providers/provider.ts';
import { withoutNumbers } from './request-provider.ts';
import { linesOfPayout, linesOfRelease, linesOfReturn, postWithdrawal } from './lines.ts';
import type { MoneyContext } from '../payments/online/money-context.ts';
import { notifyWithdrawal } from './notify-withdrawal.ts';
import { findRequestByReference, updateRequest, verifyAccount, type RequestRow } from './store.ts';

/** Whose payout it is: of an account of the restaurant, if the event names one. Null: nobody's here. */
export async function locatePayout(
  owner: pg.Pool,
  provider: OnlineProvider,
  account: string | null,
  { reference, ourReference }: Pick<PayoutState, 'reference' | 'ourReference'>,
): Promise<{ restaurantId: string; withdrawalReference: string } | null> {
  const { rows } = await owner.query<{ restaurant_id: string; reference: string }>(
    `SELECT r.restaurant_id, r.reference FROM withdrawal_requests r
      WHERE r.provider = $1 AND (r.reference = $2 OR r.provider_reference = $3)
        AND ($4::text IS NULL OR EXISTS (SELECT FROM payment_accounts a
              WHERE a.restaurant_id = r.restaurant_id AND a.provider = $1 AND a.account = $4))`,
    [provider, ourReference, reference, account],
  );
  const [found] = rows;
  return found && rows.length === 1
    ? { restaurantId: found.restaurant_id, withdrawalReference: found.reference }
    : null;
}

/**
 * Stores what a provider says of a payout, in a transaction under the space's lock. States only move forward, and a repeated one changes
 * nothing. `reference`: ours. Null: applied; otherwise why it changed nothing.
 */
export async function applyPayoutState(
  c: MoneyContext,
  reference: string,
  payout: PayoutState,
): Promise<'unknown_payout' | 'not_sent' | 'already_known' | null> {
  const row = await findRequestByReference(c.db, c.restaurantId, reference);
  if (!row) return 'unknown_payout';
  if (row.status === 'pending' || row.status === 'cancelled') return 'not_sent';
  const next = nextStatus(row.status, payout.status);
  if (next === row.status) return noteReference(c, row, payout);
  const at = c.now.toISOString();
  const isBack = next === 'failed' || next === 'reversed';
  const isPaidFirst = row.status === 'processing' && next !== 'failed';
  if (isPaidFirst) await postWithdrawal(c, row, linesOfPayout(row));
  if (next === 'failed') await postWithdrawal(c, row, linesOfRelease(row));
  if (next === 'reversed') await postWithdrawal(c, row, linesOfReturn(row));
  const changed = await updateRequest(c.db, c.restaurantId, row.id, {
    ...referencesOf(row, payout),
    status: next,
    updated_at: at,
    ...(isPaidFirst && { paid_at: at }),
    ...(isBack && {
      failed_at: at,
      failure_code: payout.failureCode ?? 'provider_error',
      failure_message: payout.failureMessage && withoutNumbers(payout.failureMessage),
    }),
  });
  // It arrived, so the account is there.
  if (next === 'paid') await verifyAccount(c.db, c.restaurantId, row.withdrawal_account_id, at);
  await notifyWithdrawal(c, changed);
  return null;
}

/** A payout that fails after it was paid came back from the bank. */
function nextStatus(status: RequestRow['status'], reported: PayoutState['status']): RequestRow['status'] {
  if (status === 'processing') return reported;
  if (status === 'paid' && (reported === 'failed' || reported === 'reversed')) return 'reversed';
  return status;
}

const referencesOf = (row: RequestRow, { reference, expectedArrivalOn }: PayoutState) => ({
  provider_reference: row.provider_reference ?? (reference || null),
  expected_arrival_on: expectedArrivalOn ?? row.expected_arrival_on,
});

async function noteReference(c: MoneyContext, row: RequestRow, payout: PayoutState): Promise<'already_known' | null> {
  const known = referencesOf(row, payout);
  if (known.provider_reference === row.provider_reference && known.expected_arrival_on === row.expected_arrival_on)
    return 'already_known';
  await updateRequest(c.db, c.restaurantId, row.id, { ...known, updated_at: c.now.toISOString() });
  return null;
}
