import { Link } from 'wouter';
import type { Column } from '../../components/DataTable.tsx';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { methodLine, paymentNumber } from './labels.ts';
import type { SortField } from './payment-filters.ts';
import css from './payments.module.css';
import { PaymentStateBadge } from './PaymentStateBadge.tsx';
import { timeOfPayment, type ShownPayment } from './queries.ts';

interface Context {
  timezone: string;
  now: number;
}

/** The table of payments from a small tablet up. */
export const paymentColumns = ({ timezone, now }: Context): Column<ShownPayment, SortField>[] => [
  {
    head: 'Payment',
    width: 72,
    className: css.number,
    cell: (payment) => (
      <Link href={links.payment(payment.id)} className="g-strong g-link">
        {paymentNumber(payment)}
      </Link>
    ),
  },
  {
    head: 'Time',
    column: 'time',
    sort: 'time',
    width: 88,
    cell: (payment) => shortUntil(timeOfPayment(payment), timezone, now),
  },
  { head: 'Order', width: 56, cell: (payment) => <OrderLink payment={payment} /> },
  {
    head: 'Customer',
    width: 120,
    className: 'g-strong g-ink',
    cell: (payment) => <bdi>{payment.customer_name || '–'}</bdi>,
  },
  {
    head: 'Method',
    column: 'method',
    width: 88,
    cell: methodLine,
  },
  {
    head: 'Amount',
    column: 'amount',
    sort: 'amount',
    isAmount: true,
    width: 72,
    className: 'g-strong g-ink',
    cell: (payment) => money(payment.amount, payment.currency),
  },
  {
    head: 'Fee',
    column: 'fee',
    isAmount: true,
    width: 56,
    cell: (payment) => money(payment.fee_amount, payment.currency),
  },
  {
    head: 'You keep',
    column: 'net',
    isAmount: true,
    width: 72,
    cell: (payment) => money(payment.net_amount, payment.currency),
  },
  {
    head: 'Status',
    width: 110,
    cell: (payment) => <PaymentStateBadge status={payment.payment_status} isPending={payment.isPending} />,
  },
];

function OrderLink({ payment }: { payment: ShownPayment }) {
  if (!payment.order_id) return '–';
  return (
    <Link href={links.order(payment.order_id)} className="g-link">
      {payment.order_no ? `#${payment.order_no}` : 'Order'}
    </Link>
  );
}

/** The same row on a phone. The whole card is the link. */
export function PaymentCard({ payment, timezone, now }: { payment: ShownPayment } & Context) {
  return (
    <li data-row={payment.id} className={`g-relative g-soft g-round-12 g-edge g-tall-64 ${css.card}`}>
      <div className="g-row g-gap-8 g-size-16">
        <Link href={links.payment(payment.id)} className={`g-strong g-link g-cover ${css.name}`}>
          <bdi>{payment.customer_name || paymentNumber(payment)}</bdi>
        </Link>
        <b className="g-ink">{money(payment.amount, payment.currency)}</b>
      </div>
      <div className="g-row g-spread g-gap-8">
        <p className="g-break">
          {[
            payment.customer_name && paymentNumber(payment),
            methodLine(payment),
            shortUntil(timeOfPayment(payment), timezone, now),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        <PaymentStateBadge status={payment.payment_status} isPending={payment.isPending} />
      </div>
    </li>
  );
}
