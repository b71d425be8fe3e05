import type { StatementEntry } from '../../../../contract/payments/report-calls.ts';
import { writeCsv } from '../../../../contract/csv.ts';
import { businessDay } from '../../../../contract/restaurant/business-day.ts';
import { localTime, type RestaurantClock } from '../../../../contract/restaurant/time-columns.ts';
import { decimal } from '../../../lib/money.ts';
import type { WalletStatement } from './read-statement.ts';

export const entryLabels: Record<StatementEntry['entry_type'], string> = {
  sale: 'Sale',
  tip: 'Tip',
  fee: 'Fee',
  refund: 'Refund',
  refund_fee: 'Fee of a refund',
  withdrawal: 'Withdrawal',
  withdrawal_reversal: 'Withdrawal sent back',
  dispute: 'Dispute',
  adjustment: 'Adjustment',
};

/** The statement as CSV: decimal amounts, opening and closing balance as rows. */
export function statementCsv({ sums, entries }: WalletStatement, clock: RestaurantClock): string {
  const { from, to, currency, opening_balance, closing_balance } = sums;
  const { timezone, business_day_cutoff_time: cutoff } = clock;
  const amount = (value: number) => decimal(value, currency);
  return writeCsv([
    [
      'Time',
      'Time (local time)',
      'Business day',
      'Entry',
      'Amount',
      'Balance',
      'Currency',
      'Payment',
      'Order',
      'Withdrawal',
    ],
    ['', '', from, 'Opening balance', '', amount(opening_balance), currency, '', '', ''],
    ...entries.map((entry) => [
      entry.effective_at,
      localTime(entry.effective_at, timezone),
      businessDay(entry.effective_at, timezone, cutoff),
      entryLabels[entry.entry_type],
      amount(entry.amount),
      amount(entry.balance_after),
      currency,
      entry.payment_id ?? '',
      entry.order_id ?? '',
      entry.withdrawal_id ?? '',
    ]),
    ['', '', to, 'Closing balance', '', amount(closing_balance), currency, '', '', ''],
  ]);
}
