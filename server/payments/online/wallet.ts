import type { LedgerAccount } from '../../db/schema/payments.ts';
import { balanceOfPayment, linesOfMove, type LedgerLine } from '../ledger.ts';
import type { Checkout } from './checkouts.ts';
import type { MoneyContext } from './money-context.ts';

type Place = Pick<Checkout, 'provider' | 'available_posted_at'>;

/** Where the money of a checkout is. A custom gateway pays the restaurant directly, so its money is not in the wallet. */
export function walletOf({ provider, available_posted_at }: Place): LedgerAccount {
  if (provider === 'custom') return 'till';
  return available_posted_at === null ? 'wallet_pending' : 'wallet_available';
}

/** Stripe takes refunds, disputes and their fees from what is available, also for a payment that is not, and returns them there. */
export const takenFrom = (row: Place): LedgerAccount =>
  row.provider === 'stripe' ? 'wallet_available' : walletOf(row);

/**
 * Money of a payment that leaves its place, or comes back (negative). What the payment does not have there any more, such as the provider's
 * fee, comes out of what is available.
 */
export async function linesOfTaking(
  c: MoneyContext,
  row: Checkout,
  { type, to, amount }: { type: LedgerLine['entry_type']; to: LedgerAccount; amount: number },
): Promise<LedgerLine[]> {
  const place = takenFrom(row);
  const there = place === 'wallet_pending' ? Math.max(0, await balanceOfPayment(c, place, row.id)) : amount;
  const first = Math.min(amount, there);
  return [
    ...linesOfMove(type, { from: place, to, amount: first }),
    ...linesOfMove(type, { from: 'wallet_available', to, amount: amount - first }),
  ];
}
