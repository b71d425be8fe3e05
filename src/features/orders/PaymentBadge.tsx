import badge from '../../ui/StatusBadge.module.css';
import type { Order } from '../../../contract/orders/calls.ts';
import { paymentWord } from './labels.ts';

const looks: Record<string, string | undefined> = {
  paid: badge.ready,
  authorized: badge.new,
  partially_refunded: badge.out,
  refunded: badge.completed,
  failed: badge.rejected,
};

/** The payment status as a badge, for the order's own page. */
export function PaymentBadge({ order }: { order: Order }) {
  return (
    <span className={`g-badge ${badge.badge} ${looks[order.payment_status] ?? badge.new}`}>{paymentWord(order)}</span>
  );
}
