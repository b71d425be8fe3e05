import { nextSteps, type Step } from '../../../../contract/orders/status.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { Permission } from '../../../../contract/people/permissions.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { mutate, type Ticket } from '../../../data/mutate.ts';
import { askApproval } from '../../../session/approvals.ts';
import { roleNow } from '../../../session/kitchen-mode.ts';
import { withApproval } from '../../../session/unlock.ts';
import { missingFor } from '../../../session/use-may.ts';
import { setStatus } from '../mutations.ts';
import { numberOf } from '../../../lib/order-number.ts';

export type { Step };

/** What a list offers: the usual step as a button, everything else behind "…". A recall is never the usual step. */
export function stepsOf(
  order: Order,
  restaurant: Restaurant | null,
  now: number,
): { first: Step | null; more: Step[] } {
  const [usual, ...rest] = nextSteps(order, restaurant, new Date(now));
  if (!usual) return { first: null, more: [] };
  return usual.kind === 'forward' ? { first: usual, more: rest } : { first: null, more: [usual, ...rest] };
}

/** The steps behind "…" on the page of a new order, besides its Reject and Accept. All other orders have each step as a button. */
export const menuSteps = ({ order_status }: Pick<Order, 'order_status'>, steps: Step[]): Step[] =>
  order_status === 'pending'
    ? steps.filter((step) => step.order_status !== 'accepted' && step.order_status !== 'rejected')
    : [];

interface Extra {
  reason?: string;
  note?: string;
  prep_minutes?: number;
}

/** Takes the step on this device at once and queues it for the server. */
export function takeStep(
  order: Pick<Order, 'id'>,
  step: Pick<Step, 'order_status' | 'expected_status'>,
  { reason, note, prep_minutes }: Extra = {},
): Ticket {
  return mutate(setStatus, {
    path: { id: order.id },
    body: {
      order_status: step.order_status,
      ...(step.expected_status && { expected_status: step.expected_status }),
      ...(reason && { reason: reason as 'other' }), // one of the dialog's reasons, which the contract validates
      ...(note?.trim() && { note: note.trim() }),
      ...(prep_minutes && { prep_minutes }),
    },
  });
}

/** What the person at this device lacks for the step; null: nothing. */
export const missingForStep = ({ order_status }: Step): Permission | null =>
  missingFor(roleNow(), setStatus.call, { order_status });

/** Takes the step once somebody who may has approved it. */
export async function takeStepIfApproved(
  order: Order,
  step: Step,
  { missing, ...extra }: Extra & { missing: Permission },
): Promise<void> {
  const approve = await askApproval(missing, `${step.label} order #${numberOf(order)}`);
  if (approve) withApproval(approve, () => takeStep(order, step, extra));
}

/** The step that accepts a new order, used with other minutes than the usual ones. */
export const accept = { order_status: 'accepted' } as const;

/** Whether the step ends the order, which needs a confirmation and a reason. */
export const asksReason = (step: Step) => step.kind === 'close';

/** "Accept #148": the step and the number, so that a list's buttons can be told apart. */
export const stepName = (step: Step, order: Pick<Order, 'order_no' | 'short_code'>) =>
  `${step.label} #${numberOf(order)}`;
