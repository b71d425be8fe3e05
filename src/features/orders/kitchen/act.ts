import { mutate, type Ticket } from '../../../data/mutate.ts';
import type { Mirrored } from '../../../data/db.ts';
import { withdraw } from '../../../sync/unsent.ts';
import { setLineStatus, setStatus } from '../mutations.ts';
import type { Step } from '../steps.ts';

type Order = Mirrored<'orders'>;

export function strike(order: Pick<Order, 'id'>, lineId: string, isDone: boolean): Ticket {
  return mutate(setLineStatus, {
    path: { id: order.id, lineId },
    body: { line_status: isDone ? 'ready' : 'new' },
  });
}

/** Undo of a step: what was never sent is withdrawn; a "Ready" that has gone out is recalled; an acceptance or a start stands. */
export async function takeBack(
  order: Pick<Order, 'id'>,
  step: Step,
  ticket: Ticket,
): Promise<'withdrawn' | 'recalled' | 'stands'> {
  await ticket.durable;
  if (await withdraw(ticket.key)) return 'withdrawn';
  if (step.order_status !== 'ready') return 'stands';
  recall({ id: order.id, order_status: 'ready' });
  return 'recalled';
}

/** Brings an order back to the kitchen's screen. From "completed" it is two steps back, as the table of statuses has it. */
export function recall({ id, order_status }: Pick<Order, 'id' | 'order_status'>): void {
  if (order_status === 'completed') {
    mutate(setStatus, { path: { id }, body: { order_status: 'ready', expected_status: 'completed' } });
  }
  mutate(setStatus, { path: { id }, body: { order_status: 'preparing', expected_status: 'ready' } });
}
