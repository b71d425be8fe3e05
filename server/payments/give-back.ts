import type { Order } from '../../contract/orders/calls.ts';
import { isByHand, refundableAmount } from '../../contract/payments/apply.ts';
import { moneyBack, type MoneyBack } from '../../contract/payments/money-back.ts';
import type { Payment, RefundReason } from '../../contract/payments/rows.ts';
import { nameId } from '../platform/name-id.ts';
import type { MoneyContext } from './online/money-context.ts';
import { addRefund } from './refund.ts';
import { paymentsOfOrder } from './store.ts';

const galley = { kind: 'system' as const, id: null, name: 'Galley' };

/**
 * Gives back what providers took for an order that ended without being served: each payment once, whatever ends or arrives again. What was
 * taken by hand, and what a provider refused, is left to people.
 */
export async function giveBack(c: MoneyContext, order: Order): Promise<MoneyBack | null> {
  const payments: Payment[] = [];
  for (const payment of await paymentsOfOrder(c.db, c.restaurantId, order.id)) {
    const id = nameId(c.restaurantId, 'give_back', payment.id);
    const amount = refundableAmount(payment);
    const isDue = amount > 0 && !isByHand(payment) && !payment.refunds.some((refund) => refund.id === id);
    payments.push(
      isDue ? await addRefund(c, payment, { id, amount, reason: reasonOf(order), actor: galley }) : payment,
    );
  }
  return moneyBack(order, payments);
}

function reasonOf({ rejection_reason, cancellation_reason }: Order): RefundReason {
  const reason = rejection_reason ?? cancellation_reason;
  return reason === 'out_of_stock' || reason === 'customer_request' ? reason : 'other';
}
