import { isUnserved } from '../../../contract/orders/status.ts';
import { isByHand } from '../../../contract/payments/apply.ts';
import { moneyBack, type MoneyBack } from '../../../contract/payments/money-back.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { isPending } from '../../data/live.ts';

/** Whether something of the guest's money may still be here: then the payments say how much. */
export const mayOweMoney = (order: Mirrored<'orders'>): boolean =>
  isUnserved(order) && order.paid_amount > order.refunded_amount;

/** What is to be given back, as far as this device knows. */
export function moneyBackHere(order: Mirrored<'orders'>, payments: readonly Payment[]): MoneyBack | null {
  const back = moneyBack(order, payments);
  // Providers are asked by the server, which does not know of the end yet.
  return back && isPending(order) ? splitByHand(back, moneyBack(order, payments.filter(isByHand))?.owed) : back;
}

/** What happens to the money of an order if it ends now. */
export const moneyBackIfEnded = (order: Mirrored<'orders'>, payments: readonly Payment[]): MoneyBack | null => {
  const ended = { ...order, order_status: 'cancelled' as const };
  const back = moneyBack(ended, payments);
  return back && splitByHand(back, moneyBack(ended, payments.filter(isByHand))?.owed);
};

const splitByHand = ({ owed, returning }: MoneyBack, byHand = 0): MoneyBack => ({
  owed: byHand,
  returning: owed + returning - byHand,
});
