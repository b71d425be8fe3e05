import { Warning16Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { shownPhone } from '../../../contract/auth/phone.ts';
import { segmentOf } from '../../../contract/customers/segment.ts';
import type { Column } from '../../components/DataTable.tsx';
import { isPending } from '../../data/live.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { humanize } from '../../ui/status-label.ts';
import type { SortField } from './customer-filters.ts';
import css from './customers.module.css';
import { segmentLabels } from '../../lib/segment-labels.ts';
import { segmentRules } from './labels.ts';
import type { CustomerRow } from './queries.ts';

export interface CustomerLook {
  timezone: string;
  now: number;
  linkTo: (customerId: string) => string;
}

/** The table of customers from a small tablet up. */
export const customerColumns = (look: CustomerLook): Column<CustomerRow, SortField>[] => [
  {
    head: 'Customer',
    column: 'name',
    sort: 'name',
    width: 140,
    cell: (customer) => <CustomerName customer={customer} linkTo={look.linkTo} />,
  },
  { head: 'Phone', width: 124, cell: (customer) => shownPhone(customer) ?? '–' },
  {
    head: 'Segment',
    column: 'segment',
    width: 72,
    cell: (customer) => <Segment customer={customer} now={look.now} />,
  },
  { head: 'Orders', column: 'orders', sort: 'orders', isAmount: true, width: 32, cell: (row) => row.orders_count },
  {
    head: 'Spent',
    column: 'spent',
    sort: 'spent',
    isAmount: true,
    width: 64,
    className: 'g-strong g-ink',
    cell: (customer) => money(customer.total_spent_amount, customer.currency),
  },
  {
    head: 'Last order',
    column: 'last_order',
    sort: 'last_order',
    width: 80,
    cell: ({ last_order_at: at }) => (at ? shortUntil(at, look.timezone, look.now) : '–'),
  },
  {
    head: 'Notes',
    column: 'remember',
    width: 120,
    className: css.remember,
    cell: (customer) => <CustomerNotes customer={customer} />,
  },
];

/** A status that asks for attention comes instead. */
function Segment({ customer, now }: { customer: CustomerRow; now: number }) {
  const { customer_status: status } = customer;
  if (status !== 'active')
    return <span className={status === 'blocked' ? 'g-bad' : 'g-faint'}>{humanize(status)}</span>;
  const segment = segmentOf(customer, now);
  return <span title={segmentRules[segment]}>{segmentLabels[segment]}</span>;
}

function CustomerName({ customer, linkTo }: { customer: CustomerRow; linkTo: CustomerLook['linkTo'] }) {
  return (
    <>
      <Link href={linkTo(customer.id)} className="g-strong g-link">
        <bdi>{customer.name}</bdi>
      </Link>
      {isPending(customer) && <PendingClock />}
    </>
  );
}

/** What may harm comes before the rest. */
function CustomerNotes({ customer }: { customer: CustomerRow }) {
  return (
    <>
      {customer.allergens.length > 0 && (
        <b className={`g-inline g-gap-4 g-strong g-bad ${css.allergy}`}>
          <Warning16Filled aria-label="Allergy" /> {allergenList(customer.allergens)}
        </b>
      )}
      <bdi>{[...customer.tags, customer.note].filter(Boolean).join(', ')}</bdi>
    </>
  );
}

/** The same row on a phone. The whole card is the link. */
export function CustomerCard({ customer, look }: { customer: CustomerRow; look: CustomerLook }) {
  return (
    <li data-row={customer.id} className={`g-relative g-soft g-round-12 g-edge g-tall-64 ${css.card}`}>
      <div className={`g-row g-gap-8 g-size-16 ${css.cardHead}`}>
        <Link href={look.linkTo(customer.id)} className={`g-strong g-link g-cover ${css.name}`}>
          <bdi>{customer.name}</bdi>
        </Link>
        {isPending(customer) && <PendingClock />}
        <b className="g-ink">{money(customer.total_spent_amount, customer.currency)}</b>
      </div>
      <p className="g-break">
        {[
          shownPhone(customer),
          customer.orders_count === 1 ? '1 order' : `${customer.orders_count} orders`,
          customer.last_order_at && `last ${shortUntil(customer.last_order_at, look.timezone, look.now)}`,
          customer.customer_status === 'active'
            ? segmentLabels[segmentOf(customer, look.now)]
            : humanize(customer.customer_status),
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      <p className={`g-break ${css.remember}`}>
        <CustomerNotes customer={customer} />
      </p>
    </li>
  );
}
