import type { Wallet } from '../../contract/withdrawals/calls.ts';
import { balancesOf } from '../payments/ledger.ts';
import { pendingRefunds } from '../payments/store.ts';
import type { Tx } from '../db/tx.ts';
import { limitsOf } from './limits.ts';

/** The wallet of one currency. Money of another, from before a change of the restaurant's, is not in it. */
export async function walletOf(db: Tx, restaurantId: string, currency: string): Promise<Wallet> {
  const sums = await balancesOf(db, restaurantId, currency, ['wallet_available', 'wallet_pending', 'wallet_reserved']);
  return {
    available_amount: sums.wallet_available - (await pendingRefunds(db, restaurantId, currency)),
    pending_amount: sums.wallet_pending,
    reserved_amount: sums.wallet_reserved,
    currency,
    ...limitsOf(currency),
    next_payout_on: null,
  };
}
