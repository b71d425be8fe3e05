import type { Order } from '../../contract/orders/calls.ts';
import type { MoneyBack } from '../../contract/payments/money-back.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { Event } from '../platform/event.ts';

/** What an event of an order happens in. */
export type OrderEventContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor' | 'enqueue'>;

/** An order was placed (`from` is null), or moved from another status. */
export const orderMoved = new Event<[c: OrderEventContext, order: Order, from: Order['order_status'] | null]>(
  'order moved',
);

/** An order ended without being served. Answers what goes back of the money that was paid for it; null: nothing. */
export const orderUnserved = new Event<[c: OrderEventContext, order: Order], MoneyBack | null>('order unserved');

/** An order was removed, as if it had never been. */
export const orderRemoved = new Event<[c: OrderEventContext, order: Order]>('order removed');
