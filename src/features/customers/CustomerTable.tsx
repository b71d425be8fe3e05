import { Warning16Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { isPending } from '../../data/live.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { humanize } from '../../ui/status-label.ts';
import { useRowKeys } from '../../ui/table/row-keys.ts';
import { SortHead } from '../../ui/table/SortHead.tsx';
import table from '../../ui/table/table.module.css';
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx';
import type { CustomerFilters, SortField } from './customer-filters.ts';
import css from './customers.module.css';
import type { CustomerRow } from './queries.ts';

export interface CustomerListProps {
  /** null: nothing has reached this device yet. */
  rows: CustomerRow[] | null;
  timezone: string;
  now: number;
  linkTo: (customerId: string) => string;
  sort: CustomerFilters['sort'];
  onSort: (sort: CustomerFilters['sort']) => void;
}

const skeletonWidths = [140, 110, 72, 32, 64, 80, 120];

/** The table of customers from a small tablet up. */
export function CustomerTable({ rows, timezone, now, linkTo, sort, onSort }: CustomerListProps) {
  const list = useRowKeys<HTMLTableElement>();
  const sortBy = (field: SortField) => ({
    column: field,
    descending: sort.field === field ? sort.descending : null,
    onSort: (descending: boolean) => onSort({ field, descending }),
  });
  return (
    <table ref={list} className={table.table}>
      <caption className="g-hidden">Customers</caption>
      <thead>
        <tr>
          <SortHead word="Customer" {...sortBy('name')} />
          <th scope="col">Phone</th>
          <th scope="col">Status</th>
          <SortHead word="Orders" isAmount {...sortBy('orders')} />
          <SortHead word="Spent" isAmount {...sortBy('spent')} />
          <SortHead word="Last order" {...sortBy('last_order')} />
          <th scope="col" data-column="remember">
            Notes
          </th>
        </tr>
      </thead>
      {rows === null ? (
        <TableSkeleton rows={10} widths={skeletonWidths} />
      ) : (
        <tbody>
          {rows.map((customer) => (
            <tr key={customer.id} data-row={customer.id}>
              <th scope="row">
                <Link href={linkTo(customer.id)} className={css.name}>
                  <bdi>{customer.name}</bdi>
                </Link>
                {isPending(customer) && <PendingClock />}
              </th>
              <td>{customer.phone ?? customer.phone_raw ?? '–'}</td>
              <td className={customer.customer_status === 'blocked' ? css.blocked : undefined}>
                {humanize(customer.customer_status)}
              </td>
              <td className={table.amount}>{customer.orders_count}</td>
              <td className={`${table.amount} ${css.spent}`}>
                {money(customer.total_spent_amount, customer.currency)}
              </td>
              <td>{customer.last_order_at ? shortUntil(customer.last_order_at, timezone, now) : '–'}</td>
              <td className={css.remember} data-column="remember">
                <CustomerNotes customer={customer} />
              </td>
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
}

/** What may harm comes before the rest. */
export function CustomerNotes({ customer }: { customer: CustomerRow }) {
  return (
    <>
      {customer.allergens.length > 0 && (
        <b className={css.allergy}>
          <Warning16Filled aria-label="Allergy" /> {allergenList(customer.allergens)}
        </b>
      )}
      <bdi>{[...customer.tags, customer.note].filter(Boolean).join(', ')}</bdi>
    </>
  );
}
