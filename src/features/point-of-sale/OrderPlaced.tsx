import { Suspense, useState, type ComponentType } from 'react';
import { CheckmarkCircle20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { isPending, useRow } from '../../data/live.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { money } from '../../lib/money.ts';
import { serverNow } from '../../lib/server-now.ts';
import { numberOf } from '../../lib/order-number.ts';
import { links } from '../../links.ts';
import css from './point-of-sale.module.css';

/** Records money taken for an order; it belongs to the orders. */
export type TakePayment = ComponentType<{ order: Order; onClose: () => void }>;

/** Prints an order's ticket; it belongs to the orders, too. */
export type PrintOrder = ComponentType<{ order: Order; restaurant: Restaurant; now: number; onClose: () => void }>;

/** What belongs to the orders and is used here. */
export interface OrderParts {
  TakePaymentDialog: TakePayment;
  PrintPanel: PrintOrder;
}

/**
 * The order that was just placed, with the number for the customer, and a button that takes what is owed. One that is not sent yet is seen
 * by nobody else: it says so, and offers the kitchen's ticket on paper.
 */
export function OrderPlaced({
  id,
  restaurant,
  TakePaymentDialog,
  PrintPanel,
}: { id: string; restaurant: Restaurant } & OrderParts) {
  const order = useRow('orders', id);
  const isOnline = useIsOnline();
  const [isPaying, setIsPaying] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  const isOwed = order !== undefined && order !== null && order.due_amount > 0;
  const isUnsent = order !== undefined && order !== null && isPending(order) && order.order_no === '';
  const isKept = isUnsent && !isOnline;
  return (
    <div className={css.taken} aria-live="polite">
      {order && (
        <>
          <CheckmarkCircle20Filled aria-hidden="true" />
          <p>
            #{numberOf(order)} {placedWords(order, { isUnsent, isKept })}, {money(order.total_amount, order.currency)}
            {!isOwed && order.paid_amount > 0 && ', paid'}
            {isKept && (
              <small className="g-block g-light">
                The kitchen sees it when this device is online. It gets its number then.
              </small>
            )}
          </p>
          {isKept && (
            <button type="button" className={css.pay} onClick={() => setIsPrinting(true)}>
              Print
            </button>
          )}
          {isOwed && (
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
      {order && isPrinting && (
        <Suspense>
          <PrintPanel order={order} restaurant={restaurant} now={serverNow()} onClose={() => setIsPrinting(false)} />
        </Suspense>
      )}
    </div>
  );
}

function placedWords({ is_asap }: Order, { isUnsent, isKept }: { isUnsent: boolean; isKept: boolean }): string {
  if (isKept) return 'is kept on this device';
  if (isUnsent) return 'is being sent to the kitchen';
  return is_asap ? 'is in the kitchen' : 'is taken for later';
}
