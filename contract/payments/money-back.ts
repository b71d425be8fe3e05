import type { Order } from '../orders/calls.ts';
import { isUnserved } from '../orders/status.ts';
import { refundableAmount } from './apply.ts';
import type { Payment } from './rows.ts';

/** What was paid for an order that ended without being served, minor units. */
export interface MoneyBack {
  /** To be given back by a person. */
  owed: number;
  /** The provider was asked. */
  returning: number;
}

/** Null: the order goes on, or nothing of its payments is left. */
export function moneyBack(
  order: Pick<Order, 'order_status' | 'deleted_at'>,
  payments: readonly Payment[],
): MoneyBack | null {
  if (!isUnserved(order)) return null;
  const sum = (of: (payment: Payment) => number) => payments.reduce((total, payment) => total + of(payment), 0);
  const back = { owed: sum(refundableAmount), returning: sum(pendingAmount) };
  return back.owed + back.returning > 0 ? back : null;
}

const pendingAmount = ({ refunds }: Payment) =>
  refunds.reduce((sum, { amount, refund_status }) => sum + (refund_status === 'pending' ? amount : 0), 0);
