import type { StatementEntry } from '../../../../contract/payments/report-calls.ts';
import { writeCsv } from '../../../../contract/csv.ts';
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

/** The statement as CSV: ISO times in UTC, decimal amounts, opening and closing balance as rows. */
export function statementCsv({ sums, entries }: WalletStatement): string {
  const { from, to, currency, opening_balance, closing_balance } = sums;
  const amount = (value: number) => decimal(value, currency);
  return writeCsv([
    ['Time', 'Entry', 'Amount', 'Balance', 'Currency', 'Payment', 'Order', 'Withdrawal'],
    [from, 'Opening balance', '', amount(opening_balance), currency, '', '', ''],
    ...entries.map((entry) => [
      entry.effective_at,
      entryLabels[entry.entry_type],
      amount(entry.amount),
      amount(entry.balance_after),
      currency,
      entry.payment_id ?? '',
      entry.order_id ?? '',
      entry.withdrawal_id ?? '',
    ]),
    [to, 'Closing balance', '', amount(closing_balance), currency, '', '', ''],
  ]);
}
