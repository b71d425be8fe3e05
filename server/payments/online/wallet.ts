import type { LedgerAccount } from '../../db/schema/payments.ts';
import type { Checkout } from './checkouts.ts';

/** Where the money of a checkout is. A custom gateway pays the restaurant directly, so its money is not in the wallet. */
export function walletOf({
  provider,
  available_posted_at,
}: Pick<Checkout, 'provider' | 'available_posted_at'>): LedgerAccount {
  if (provider === 'custom') return 'till';
  return available_posted_at === null ? 'wallet_pending' : 'wallet_available';
}
