import { notify } from '../notifications/notify.ts';
import { exponentOf } from '../platform/currency.ts';
import type { MoneyContext } from '../payments/online/money-context.ts';
import type { RequestRow } from './store.ts';

/** Says that money arrived, or that it came back. */
export async function notifyWithdrawal(c: MoneyContext, row: RequestRow): Promise<void> {
  const net = sum(row.net_amount, row.currency);
  const isPaid = row.status === 'paid';
  await notify(c, {
    type: isPaid ? 'withdrawal_paid' : 'withdrawal_failed',
    title: isPaid ? `${net} paid out` : 'A withdrawal did not go through',
    body: isPaid
      ? `To ${row.account_label}.`
      : `${net} to ${row.account_label}. The money is in your wallet again.${row.failure_message ? ` ${row.failure_message}` : ''}`,
    severity: isPaid ? 'success' : 'warning',
    url: '/restaurant/settings?tab=wallet',
    group_key: `withdrawal:${row.id}`,
  });
}

const sum = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 10 ** exponentOf(currency));
