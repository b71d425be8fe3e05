import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../../data/db.ts';
import { useRows } from '../../../data/live.ts';
import { useSyncState } from '../../../sync/runtime/client.ts';
import { SelectionBar } from '../../../components/ListPage.tsx';
import { isOwed } from '../../../../contract/orders/is-owed.ts';
import { MarkPaidButton } from '../detail/MarkPaidButton.tsx';
import { ordersByIds } from '../queries.ts';
import { deleteOrders, isDeletable } from '../steps/remove.ts';
import { stepsOf, type Step } from '../steps/steps.ts';
import { countOrders as count, takeSteps } from '../steps/take-steps.ts';
import { useMay, useMayCall } from '../../../session/use-may.ts';
import { take } from '../../../../contract/payments/calls.ts';

interface Props {
  chosen: ReadonlySet<string>;
  /** All orders of the list, if they are known and not too many. */
  allIds: string[] | null;
  restaurant: Restaurant;
  now: number;
  onChoose: (ids: string[], isChosen: boolean) => void;
  onClear: () => void;
}

const CompleteUnpaid = lazy(() =>
  import('../steps/CompleteUnpaid.tsx').then((module) => ({ default: module.CompleteUnpaid })),
);

const BULK_MAX = 500;

/** Replaces the toolbar while rows are selected. Each step says how many of them it applies to. */
export function BulkBar({ chosen, allIds, restaurant, now, onChoose, onClear }: Props) {
  const isOnline = useSyncState()?.gate === 'open';
  const ids = [...chosen];
  const orders = useRows('orders', (db) => ordersByIds(db, ids), [ids.join(' ')]) ?? [];
  const mayWork = useMay('orders.work');
  const mayDelete = useMay('orders.cancel');
  const mayTake = useMayCall(take);
  const offers = mayWork ? offersOf(orders, restaurant, now) : [];
  const deletable = mayDelete ? orders.filter(isDeletable) : [];
  const canChooseAll = allIds !== null && allIds.length > chosen.size && allIds.length <= BULK_MAX;

  const [unpaid, setUnpaid] = useState<Offer | null>(null);

  const takeAll = ({ step, orders: fitting }: Offer) => {
    takeSteps(fitting, step, { rules: restaurant, isOnline });
    onClear();
  };
  const onStep = (offer: Offer) =>
    offer.step.order_status === 'completed' && offer.orders.some(isOwed) ? setUnpaid(offer) : takeAll(offer);

  return (
    <SelectionBar
      label="Selected orders"
      end={
        <>
          {canChooseAll && (
            <Button appearance="transparent" onClick={() => onChoose(allIds, true)}>
              Select all {allIds.length}
            </Button>
          )}
          <Button appearance="subtle" icon={<Dismiss20Regular />} onClick={onClear}>
            Clear selection
          </Button>
        </>
      }
    >
      <span className="g-strong g-ink" aria-live="polite">
        {chosen.size} selected
      </span>
      {offers.map((offer) => (
        <Button
          key={offer.step.label}
          onClick={() => onStep(offer)}
          aria-label={`${offer.step.label} ${count(offer.orders.length)}`}
        >
          {offer.step.label}
          {offer.orders.length < chosen.size && ` ${offer.orders.length}`}
        </Button>
      ))}
      <MarkPaidButton orders={orders} onDone={onClear} />
      {deletable.length > 0 && (
        <Button
          aria-label={`Delete ${count(deletable.length)}`}
          onClick={() => {
            deleteOrders(deletable);
            onClear();
          }}
        >
          Delete{deletable.length < chosen.size && ` ${deletable.length}`}
        </Button>
      )}
      {offers.length + deletable.length === 0 && !(mayTake && orders.some(isOwed)) && (
        <span>No step applies to them.</span>
      )}
      {unpaid && (
        <Suspense>
          <CompleteUnpaid orders={unpaid.orders} onComplete={() => takeAll(unpaid)} onClose={() => setUnpaid(null)} />
        </Suspense>
      )}
    </SelectionBar>
  );
}

interface Offer {
  step: Step;
  orders: Mirrored<'orders'>[];
}

/** The usual next step of each selected order, grouped by step. */
function offersOf(orders: Mirrored<'orders'>[], restaurant: Restaurant, now: number): Offer[] {
  const offers = new Map<string, Offer>();
  for (const order of orders) {
    const { first: step } = stepsOf(order, restaurant, now);
    if (!step) continue;
    const offer = offers.get(step.label) ?? { step, orders: [] };
    offer.orders.push(order);
    offers.set(step.label, offer);
  }
  return [...offers.values()];
}
