import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant.ts';
import type { Mirrored } from '../../data/db.ts';
import { mutate } from '../../data/mutate.ts';
import { links } from '../../routes.ts';
import { isOpen } from './match.ts';
import { removeOrder } from './mutations.ts';
import { asksReason, stepsOf, takeStep, type Step } from './steps.ts';
import { numberOf } from '../../lib/order-number.ts';

const StepMenu = lazy(() => import('./StepMenu.tsx').then((module) => ({ default: module.StepMenu })));
const ReasonDialog = lazy(() => import('./ReasonDialog.tsx').then((module) => ({ default: module.ReasonDialog })));
const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type MirroredOrder = Mirrored<'orders'>;

export interface OrderActions {
  onStep: (order: MirroredOrder, step: Step) => void;
  onMore: (order: MirroredOrder, target: HTMLElement) => void;
  onDelete: (order: MirroredOrder) => void;
  /** Menu and dialogs, to be put once into the screen. */
  floating: React.ReactNode;
}

interface Options {
  restaurant: Restaurant | null;
  now: number;
  /** The order's own page is where we are: its usual step stands there as a button. */
  isDetail?: boolean;
  onDeleted?: () => void;
}

/** What can be done with an order, for the list and for its own page: steps at once, endings after a question, the rest in a menu. */
export function useOrderActions({ restaurant, now, isDetail = false, onDeleted }: Options): OrderActions {
  const [, navigate] = useLocation();
  const [menu, setMenu] = useState<{ order: MirroredOrder; target: HTMLElement } | null>(null);
  const [asked, setAsked] = useState<{ order: MirroredOrder; step: Step } | null>(null);
  const [deleting, setDeleting] = useState<MirroredOrder | null>(null);

  const onStep = (order: MirroredOrder, step: Step) => {
    if (asksReason(step)) setAsked({ order, step });
    else takeStep(order, step);
  };

  const floating = (
    <Suspense>
      {menu && (
        <StepMenu
          key={menu.order.id}
          order={menu.order}
          steps={isDetail ? [] : stepsOf(menu.order, restaurant, now).more}
          target={menu.target}
          onStep={(step) => onStep(menu.order, step)}
          onOpen={isDetail ? null : () => navigate(links.order(menu.order.id))}
          onDelete={isDeletable(menu.order) ? () => setDeleting(menu.order) : null}
          onClose={() => setMenu(null)}
        />
      )}
      {asked && (
        <ReasonDialog
          key={asked.order.id}
          {...asked}
          onStep={(extra) => takeStep(asked.order, asked.step, extra)}
          onClose={() => setAsked(null)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete order #${numberOf(deleting)}?`}
          keepWords="Keep the order"
          doWords={`Delete #${numberOf(deleting)}`}
          onDo={() => {
            mutate(removeOrder, { body: { orderId: deleting.id } });
            onDeleted?.();
          }}
          onClose={() => setDeleting(null)}
        >
          It leaves the list on every device and the figures of its day.
        </ConfirmDialog>
      )}
    </Suspense>
  );
  return { onStep, onMore: (order, target) => setMenu({ order, target }), onDelete: setDeleting, floating };
}

/** Data dictionary, section 2: closed without being handed over, or never paid. An open order is cancelled first. */
export const isDeletable = (order: MirroredOrder) =>
  !isOpen(order.order_status) && (order.order_status !== 'completed' || order.paid_amount === 0);
