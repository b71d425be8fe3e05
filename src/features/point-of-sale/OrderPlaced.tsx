import { Suspense, useState, type ComponentType } from 'react';
import { CheckmarkCircle20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Order } from '../../../contract/orders/calls.ts';
import { take } from '../../../contract/payments/calls.ts';
import { useNotOffered } from '../../api/use-offered.ts';
import { isPending, useRow } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { numberOf } from '../../lib/order-number.ts';
import { links } from '../../links.ts';
import css from './point-of-sale.module.css';

/** Records money taken for an order; it belongs to the orders. */
export type TakePayment = ComponentType<{ order: Order; onClose: () => void }>;

/** The order that was just placed, with the number for the customer, and a button that takes what is owed. */
export function OrderPlaced({ id, TakePaymentDialog }: { id: string; TakePaymentDialog: TakePayment }) {
  const order = useRow('orders', id);
  const [isPaying, setIsPaying] = useState(false);
  const notOffered = useNotOffered(take);
  const isOwed = order !== undefined && order !== null && order.due_amount > 0;
  return (
    <div className={css.taken} aria-live="polite">
      {order && (
        <>
          <CheckmarkCircle20Filled aria-hidden="true" />
          <p>
            #{numberOf(order)} {order.is_asap ? 'is in the kitchen' : 'is taken for later'},{' '}
            {money(order.total_amount, order.currency)}
            {!isOwed && order.paid_amount > 0 && ', paid'}
            {isPending(order) && order.order_no === '' && (
              <small className="g-block g-light">It gets its number when this device is back online.</small>
            )}
          </p>
          {isOwed && notOffered === null && (
            <button type="button" className={css.pay} onClick={() => setIsPaying(true)}>
              Take payment
            </button>
          )}
          <Link href={links.order(id)}>Open #{numberOf(order)}</Link>
          <Link href={links.counter({ order: id })}>Change #{numberOf(order)}</Link>
        </>
      )}
      {order && isPaying && (
        <Suspense>
          <TakePaymentDialog order={order} onClose={() => setIsPaying(false)} />
        </Suspense>
      )}
    </div>
  );
}
