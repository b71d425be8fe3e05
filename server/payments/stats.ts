import type { PaymentStats } from '../../contract/payments/calls.ts';
import type { Tx } from '../db/tx.ts';
import { balancesOf } from './ledger.ts';
import { pendingRefunds } from './store.ts';

/** Sums of the books in one currency. */
export async function statsOf(db: Tx, restaurantId: string, currency: string): Promise<PaymentStats> {
  const sums = await balancesOf(db, restaurantId, currency, [
    'sales',
    'tips',
    'withdrawn',
    'wallet_available',
    'wallet_pending',
    'wallet_reserved',
  ]);
  return {
    // The other side of what came in. Not -0.
    total_sales: 0 - sums.sales - sums.tips,
    total_amount_withdrawn: sums.withdrawn,
    wallet_balance: sums.wallet_available - (await pendingRefunds(db, restaurantId, currency)),
    pending_balance: sums.wallet_pending,
    reserved_balance: sums.wallet_reserved,
    currency,
  };
}
