import type { LedgerLine } from '../payments/ledger.ts';
import { post } from '../payments/ledger.ts';
import type { RequestRow } from './store.ts';
import type { MoneyContext } from '../payments/online/money-context.ts';

type Sums = Pick<RequestRow, 'amount' | 'fee_amount' | 'net_amount'>;

/** Asked for: the money can be spent once. */
export const linesOfReserve = ({ amount }: Sums): LedgerLine[] => [
  { account: 'wallet_available', entry_type: 'withdrawal', amount: -amount },
  { account: 'wallet_reserved', entry_type: 'withdrawal', amount },
];

/** Cancelled or failed: it can be spent again. */
export const linesOfRelease = ({ amount }: Sums): LedgerLine[] => [
  { account: 'wallet_reserved', entry_type: 'withdrawal_reversal', amount: -amount },
  { account: 'wallet_available', entry_type: 'withdrawal_reversal', amount },
];

/** Paid: it has left the wallet. */
export const linesOfPayout = ({ fee_amount: fee, net_amount: net }: Sums): LedgerLine[] => [
  { account: 'wallet_reserved', entry_type: 'withdrawal', amount: -net },
  { account: 'withdrawn', entry_type: 'withdrawal', amount: net },
  { account: 'wallet_reserved', entry_type: 'fee', amount: -fee },
  { account: 'fees', entry_type: 'fee', amount: fee },
];

/** The bank sent it back. The fee was spent. */
export const linesOfReturn = ({ net_amount: net }: Sums): LedgerLine[] => [
  { account: 'withdrawn', entry_type: 'withdrawal_reversal', amount: -net },
  { account: 'wallet_available', entry_type: 'withdrawal_reversal', amount: net },
];

export const postWithdrawal = (
  c: Pick<MoneyContext, 'db' | 'restaurantId' | 'now'>,
  row: Pick<RequestRow, 'id' | 'currency'>,
  lines: LedgerLine[],
): Promise<void> =>
  post(c, lines, {
    currency: row.currency,
    paymentId: null,
    orderId: null,
    withdrawalId: row.id,
    effectiveAt: c.now.toISOString(),
  });
