import badge from '../../ui/StatusBadge.module.css';
import { paymentLabel } from './labels.ts';

const looks: Record<string, string | undefined> = {
  paid: badge.ready,
  authorized: badge.new,
  partially_refunded: badge.out,
  refunded: badge.completed,
  failed: badge.rejected,
};

/** The payment status as a badge, for the order's own page. */
export function PaymentBadge({ status }: { status: string }) {
  return <span className={`g-badge ${badge.badge} ${looks[status] ?? badge.new}`}>{paymentLabel(status)}</span>;
}
