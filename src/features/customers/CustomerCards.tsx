import { Link } from 'wouter';
import { isPending } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { humanize } from '../../ui/status-label.ts';
import { CardList } from '../../ui/table/CardList.tsx';
import { CustomerNotes, type CustomerListProps } from './CustomerTable.tsx';
import css from './customers.module.css';

/** The same rows on a phone. */
export function CustomerCards({ rows, timezone, now, linkTo }: CustomerListProps) {
  return (
    <CardList label="Customers" rows={rows}>
      {(customer) => (
        <li key={customer.id} data-row={customer.id} className={css.card}>
          <div className={css.cardHead}>
            <Link href={linkTo(customer.id)} className={css.name}>
              <bdi>{customer.name}</bdi>
            </Link>
            {isPending(customer) && <PendingClock />}
            <b>{money(customer.total_spent_amount, customer.currency)}</b>
          </div>
          <p>
            {[
              customer.phone ?? customer.phone_raw,
              customer.orders_count === 1 ? '1 order' : `${customer.orders_count} orders`,
              customer.last_order_at && `last ${shortUntil(customer.last_order_at, timezone, now)}`,
              customer.customer_status !== 'active' && humanize(customer.customer_status),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          <p className={css.remember}>
            <CustomerNotes customer={customer} />
          </p>
        </li>
      )}
    </CardList>
  );
}
