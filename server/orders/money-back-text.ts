import type { Order } from '../../contract/orders/calls.ts';
import type { MoneyBack } from '../../contract/payments/money-back.ts';
import { money } from '../platform/format.ts';

/** What happens with the money, for a notification. */
export function moneyBackText({ currency }: Pick<Order, 'currency'>, back: MoneyBack | null): string {
  if (!back) return '';
  const returning = back.returning > 0 && `${money(back.returning, currency)} goes back to the customer by itself.`;
  const owed = back.owed > 0 && `${money(back.owed, currency)} is to be given back: open it to do so.`;
  return [returning, owed].filter(Boolean).join(' ');
}
