import { nextSteps, type StatusRules } from '../../../../contract/orders/status.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { Step } from '../steps/steps.ts';
import { isDoneElsewhere } from './tickets.ts';

/** What the main button does: a step of the order, or of the station's part. */
export type TicketAct =
  | { kind: 'step'; step: Step; prep_minutes?: number; reason?: string }
  | { kind: 'station'; station: string };

/** A station's press makes the whole order ready only when no other station still cooks for it. */
export function actOf(order: Order, station: string | null, rules: StatusRules): TicketAct | null {
  const step = nextSteps(order, rules, order.updated_at).find((one) => one.kind === 'forward');
  if (!step) return null;
  if (step.order_status === 'ready' && station !== null && !isDoneElsewhere(order, station))
    return { kind: 'station', station };
  return { kind: 'step', step };
}
