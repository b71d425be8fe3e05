import { nextSteps, rankOf, type StatusRules } from '../../../../contract/orders/status.ts';
import type { OrderStatus } from '../../../../contract/orders/calls.ts';
import { currentDb } from '../../../data/current.ts';
import type { Mirrored } from '../../../data/db.ts';
import type { Ticket } from '../../../data/mutate.ts';
import { serverNow } from '../../../lib/server-now.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { statusLabel } from '../../../ui/status-label.ts';
import { takeStep, type Step } from './steps.ts';

type Order = Mirrored<'orders'>;

/** A step that was taken: `order` is as it was before. */
export interface TakenStep {
  order: Order;
  step: Pick<Step, 'order_status'>;
  ticket: Ticket;
}

/**
 * `stands`: the server has it and there is no way back. `moved_on`: somebody has moved the order on or closed it; `now` is its
 * current state.
 */
export type Undone = { kind: 'withdrawn' | 'recalled' | 'stands' } | { kind: 'moved_on'; now: Order };

/** The statuses from which a step back exists. Any other step can be undone only before it is sent. */
const withWayBack: readonly OrderStatus[] = ['ready', 'out_for_delivery', 'completed'];

export const canBeUndone = (step: Pick<Step, 'order_status'>, isOnline: boolean): boolean =>
  !isOnline || withWayBack.includes(step.order_status);

/** Undoes a step: an unsent one is withdrawn; a sent one is recalled if the order is still where the step put it. */
export async function undoStep({ order, step, ticket }: TakenStep, rules: StatusRules | null): Promise<Undone> {
  await ticket.durable;
  // Loaded when it is needed: it brings the rules of every mutation, and the orders page is the first one.
  const { withdraw } = await import('../../../sync/recovery/unsent-changes.ts');
  if (await withdraw(ticket.key)) return { kind: 'withdrawn' };
  const now = await currentDb().orders.get(order.id);
  if (!now) return { kind: 'stands' };
  if (now.order_status !== step.order_status) return { kind: 'moved_on', now };
  const back = nextSteps(now, rules, new Date(serverNow())).find(({ kind }) => kind === 'recall');
  if (!back) return { kind: 'stands' };
  takeStep(now, back);
  // A recall from "Completed" ends at "Ready"; an order that was on its way is moved there again.
  if ((rankOf(order.order_status) ?? 0) > (rankOf(back.order_status) ?? 0))
    takeStep(now, { order_status: order.order_status });
  return { kind: 'recalled' };
}

/** Why an undo came too late: "#148 is completed", "By Ravi's phone." Null: it did not. */
export function tooLateWords({ order, step }: TakenStep, undone: Undone): { title: string; detail: string } | null {
  const title = (status: OrderStatus) => `#${numberOf(order)} is ${statusLabel(status).toLowerCase()}`;
  if (undone.kind === 'stands')
    return { title: title(step.order_status), detail: 'Too late to undo: the server has it already.' };
  if (undone.kind !== 'moved_on') return null;
  const last = undone.now.events.at(-1);
  const who = last?.device_name ?? last?.actor?.name;
  return { title: title(undone.now.order_status), detail: `Too late to undo.${who ? ` Changed on ${who}.` : ''}` };
}
