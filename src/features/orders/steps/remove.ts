import { isRemovable } from '../../../../contract/orders/remove.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import { mutate, type Ticket } from '../../../data/mutate.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { showFault, showToast } from '../../../ui/page/toast.ts';
import { isOpen } from '../list/match.ts';
import { removeOrder } from '../mutations.ts';

/** Closed without being handed over, or never paid. An open order must be cancelled first. */
export const isDeletable = (order: Order) => !isOpen(order.order_status) && isRemovable(order);

export interface Removal {
  id: string;
  ticket: Ticket;
}

/** Deletes the orders at once and offers Undo, instead of asking first. */
export function deleteOrders(orders: readonly Order[]): void {
  const removals = orders.map(({ id }): Removal => ({ id, ticket: mutate(removeOrder, { body: { orderId: id } }) }));
  const [only] = orders;
  const what = orders.length === 1 && only ? `Order #${numberOf(only)}` : `${orders.length} orders`;
  showToast({
    title: `${what} deleted`,
    detail: 'Gone from the list and from the figures, on every device.',
    undo: () => {
      import('./bring-back.ts')
        .then(({ bringBack }) => bringBack(removals))
        .catch(() => showFault(`${what} stayed deleted`, 'This device did not keep the change.'));
    },
  });
}
