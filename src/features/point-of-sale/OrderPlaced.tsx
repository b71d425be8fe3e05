import { CheckmarkCircle20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { isPending, useRow } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { numberOf } from '../../lib/order-number.ts';
import { links } from '../../routes.ts';
import css from './point-of-sale.module.css';

/** The order that was just taken, with the number to tell the customer. */
export function OrderPlaced({ id }: { id: string }) {
  const order = useRow('orders', id);
  return (
    <div className={css.taken} aria-live="polite">
      {order && (
        <>
          <CheckmarkCircle20Filled aria-hidden="true" />
          <p>
            #{numberOf(order)} {order.is_asap ? 'is in the kitchen' : 'is taken for later'},{' '}
            {money(order.total_amount, order.currency)}
            {isPending(order) && order.order_no === '' && (
              <small>It gets its number when this device is back online.</small>
            )}
          </p>
          <Link href={links.order(id)}>Open #{numberOf(order)}</Link>
          <Link href={links.counter({ order: id })}>Change #{numberOf(order)}</Link>
        </>
      )}
    </div>
  );
}
