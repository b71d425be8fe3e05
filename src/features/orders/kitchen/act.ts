import { mutate, type Ticket } from '../../../data/mutate.ts';
import type { Mirrored } from '../../../data/db.ts';
import { setLineStatus, setStatus } from '../mutations.ts';

type Order = Mirrored<'orders'>;

export function strike(order: Pick<Order, 'id'>, lineId: string, isDone: boolean): Ticket {
  return mutate(setLineStatus, {
    path: { id: order.id, lineId },
    body: { line_status: isDone ? 'ready' : 'new' },
  });
}

/** Returns an order to the board. From "completed" that takes two steps back, as the table of statuses requires. */
export function recall({ id, order_status }: Pick<Order, 'id' | 'order_status'>): void {
  if (order_status === 'completed') {
    mutate(setStatus, { path: { id }, body: { order_status: 'ready', expected_status: 'completed' } });
  }
  mutate(setStatus, { path: { id }, body: { order_status: 'preparing', expected_status: 'ready' } });
}
