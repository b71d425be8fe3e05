import type { OrderStatus } from '../../../../contract/orders/calls.ts';
import type { StatusRules } from '../../../../contract/orders/status.ts';
import type { Mirrored } from '../../../data/db.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { statusLabel } from '../../../ui/status-label.ts';
import { showFault, showRefused, showToast } from '../../../ui/page/toast.ts';
import { takeStep, type Step } from './steps.ts';
import { canBeUndone, tooLateWords, undoStep, type TakenStep } from './undo-step.ts';

interface Options {
  rules: StatusRules | null;
  isOnline: boolean;
}

/** Takes a step of several orders, says so, and offers Undo where there is a way back. */
export function takeSteps(orders: readonly Mirrored<'orders'>[], step: Step, { rules, isOnline }: Options): void {
  const taken = orders.map((order) => ({ order, step, ticket: takeStep(order, step) }));
  const [only] = orders;
  const what = orders.length === 1 && only ? `#${numberOf(only)}` : countOrders(orders.length);
  const title = `${what} ${doneLabels[step.order_status] ?? statusLabel(step.order_status).toLowerCase()}`;
  showToast({
    title,
    ...(canBeUndone(step, isOnline) && {
      undo: () =>
        void undoAll(taken, rules).catch(() =>
          showFault(`${title}: not undone`, 'This device did not keep the change. Try once more.'),
        ),
    }),
  });
}

const doneLabels: Partial<Record<OrderStatus, string>> = { preparing: 'started', out_for_delivery: 'on their way' };

/** Undoes the steps one after the other, the last first, with one message for all. */
async function undoAll(taken: TakenStep[], rules: StatusRules | null): Promise<void> {
  const late: { title: string; detail: string }[] = [];
  for (const one of taken.toReversed()) {
    const words = tooLateWords(one, await undoStep(one, rules));
    if (words) late.push(words);
  }
  const [first] = late;
  if (!first) showToast({ title: `${countOrders(taken.length)} undone` });
  else if (late.length === 1) showRefused(first.title, first.detail);
  else showRefused(`${countOrders(late.length)} not undone`, `${first.title}. ${first.detail}`);
}

export const countOrders = (n: number) => (n === 1 ? '1 order' : `${n} orders`);
