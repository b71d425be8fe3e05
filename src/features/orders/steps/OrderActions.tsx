import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isEditable } from '../../../../contract/orders/edit.ts';
import { isOwed } from '../../../../contract/orders/is-owed.ts';
import { nextSteps } from '../../../../contract/orders/status.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../../data/db.ts';
import { links } from '../../../links.ts';
import { keepFocus } from './keep-focus.ts';
import { otherMinutes } from './minutes.ts';
import { deleteOrders, isDeletable } from './remove.ts';
import {
  accept,
  asksReason,
  menuSteps,
  stepsOf,
  missingForStep,
  takeStep,
  takeStepIfApproved,
  type Step,
} from './steps.ts';
import { takeSteps } from './take-steps.ts';
import { useAllowedSteps } from './use-allowed-steps.ts';
import { useMay, useMayCall } from '../../../session/use-may.ts';
import { removeOrder } from '../mutations.ts';

const StepMenu = lazy(() => import('./StepMenu.tsx').then((module) => ({ default: module.StepMenu })));
const PrintPanel = lazy(() => import('../print/PrintPanel.tsx').then((module) => ({ default: module.PrintPanel })));
const CompleteUnpaid = lazy(() =>
  import('./CompleteUnpaid.tsx').then((module) => ({ default: module.CompleteUnpaid })),
);
const ReasonDialog = lazy(() => import('./ReasonDialog.tsx').then((module) => ({ default: module.ReasonDialog })));

type MirroredOrder = Mirrored<'orders'>;

export interface OrderActions {
  onStep: (order: MirroredOrder, step: Step) => void;
  onMore: (order: MirroredOrder, target: HTMLElement) => void;
  onPrint: (order: MirroredOrder) => void;
  /** Menu and dialogs, to be rendered once on the screen. */
  floating: React.ReactNode;
}

interface Options {
  restaurant: Restaurant | null;
  now: number;
  /** On the order's own page, where its usual step is a button. */
  isDetail?: boolean;
  onDeleted?: () => void;
}

/**
 * The actions on an order, for the list and its own page: steps take effect at once, final steps after a question, the rest is in a
 * menu.
 */
export function useOrderActions({ restaurant, now, isDetail = false, onDeleted }: Options): OrderActions {
  const [, navigate] = useLocation();
  const [menu, setMenu] = useState<{ order: MirroredOrder; target: HTMLElement; opening: number } | null>(null);
  const allowed = useAllowedSteps();
  const mayEdit = useMay('orders.take');
  const mayDelete = useMayCall(removeOrder.call);
  const [printed, setPrinted] = useState<MirroredOrder | null>(null);
  const [asked, setAsked] = useState<{ order: MirroredOrder; step: Step } | null>(null);

  const afterwards = useRef<Parameters<typeof takeStepIfApproved>[2] | null>(null);

  const onStep = (order: MirroredOrder, step: Step) => {
    // A question that is not answered with a step gives the focus back by itself.
    if (asksReason(step) || (step.order_status === 'completed' && isOwed(order))) setAsked({ order, step });
    else if (step.order_status === 'completed') complete(order, step);
    else take(order, step);
  };
  const take = (order: MirroredOrder, step: Step, extra: Parameters<typeof takeStep>[2] = {}) => {
    keepFocus(order.id);
    takeStep(order, step, extra);
  };
  const complete = (order: MirroredOrder, step: Step) => {
    keepFocus(order.id);
    takeSteps([order], step, { rules: restaurant, isOnline: true });
  };

  // Opening while the last menu is still closing needs a new one: the old one would stay closed.
  const onMore = (order: MirroredOrder, target: HTMLElement) =>
    setMenu((last) => ({ order, target, opening: (last?.opening ?? 0) + 1 }));

  /** On its page, Print and Change are buttons, except while the order waits for its answer. */
  const hasOwnButtons = (order: MirroredOrder) => isDetail && order.order_status !== 'pending';

  const onDelete = (order: MirroredOrder) => {
    deleteOrders([order]);
    onDeleted?.();
  };

  // Each has its own Suspense boundary. Under a shared one, a dialog that is loading hides the menu that is closing, and React may
  // leave that menu on the page, not reacting.
  const floating = (
    <>
      {menu && (
        <Suspense>
          <StepMenu
            key={menu.opening}
            order={menu.order}
            steps={allowed(
              isDetail
                ? menuSteps(menu.order, nextSteps(menu.order, restaurant, new Date(now)))
                : stepsOf(menu.order, restaurant, now).more,
            )}
            target={menu.target}
            onStep={(step) => onStep(menu.order, step)}
            minutes={
              isDetail || !restaurant || allowed([accept]).length === 0 ? [] : otherMinutes(menu.order, restaurant, now)
            }
            onAccept={(prep_minutes) => takeStep(menu.order, accept, { prep_minutes })}
            onPrint={hasOwnButtons(menu.order) ? null : () => setPrinted(menu.order)}
            onChange={
              isDetail && mayEdit && isEditable(menu.order) && !hasOwnButtons(menu.order)
                ? () => navigate(links.counter({ order: menu.order.id }))
                : null
            }
            onOpen={isDetail ? null : () => navigate(links.order(menu.order.id))}
            onDelete={isDeletable(menu.order) && mayDelete ? () => onDelete(menu.order) : null}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
      {asked && !asksReason(asked.step) && (
        <Suspense>
          <CompleteUnpaid
            key={asked.order.id}
            orders={[asked.order]}
            onComplete={() => complete(asked.order, asked.step)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {asked && asksReason(asked.step) && (
        <Suspense>
          <ReasonDialog
            key={asked.order.id}
            {...asked}
            onStep={(extra) => {
              const missing = missingForStep(asked.step);
              if (missing) afterwards.current = { missing, ...extra };
              else take(asked.order, asked.step, extra);
            }}
            onClose={() => {
              setAsked(null);
              // One dialog after the other: two at a time hide each other from screen readers.
              if (afterwards.current) void takeStepIfApproved(asked.order, asked.step, afterwards.current);
              afterwards.current = null;
            }}
          />
        </Suspense>
      )}
      {printed && restaurant && (
        <Suspense>
          <PrintPanel
            key={printed.id}
            order={printed}
            restaurant={restaurant}
            now={now}
            onClose={() => setPrinted(null)}
          />
        </Suspense>
      )}
    </>
  );
  return { onStep, onMore, onPrint: setPrinted, floating };
}
