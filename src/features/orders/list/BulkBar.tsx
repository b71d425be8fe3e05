import { Button } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import type { OrderStatus } from '../../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../../data/db.ts';
import { useRows } from '../../../data/live.ts';
import { useSyncState } from '../../../sync/runtime/client.ts';
import { showFault, showToast } from '../../../ui/toast.ts';
import { SelectionBar } from '../../../components/ListPage.tsx';
import { isOwed } from '../detail/is-owed.ts';
import { MarkPaidButton } from '../detail/MarkPaidButton.tsx';
import { ordersByIds } from '../queries.ts';
import { deleteOrders, isDeletable } from '../steps/remove.ts';
import { stepsOf, takeStep, type Step } from '../steps/steps.ts';
import { canBeUndone, tooLateWords, undoStep, type TakenStep } from '../steps/undo-step.ts';
import { statusLabel } from '../../../ui/status-label.ts';

interface Props {
  chosen: ReadonlySet<string>;
  /** All orders of the list, if they are known and not too many. */
  allIds: string[] | null;
  restaurant: Restaurant;
  now: number;
  onChoose: (ids: string[], isChosen: boolean) => void;
  onClear: () => void;
}

const BULK_MAX = 500;

/** Replaces the toolbar while rows are selected. Each step says how many of them it applies to. */
export function BulkBar({ chosen, allIds, restaurant, now, onChoose, onClear }: Props) {
  const isOnline = useSyncState()?.gate === 'open';
  const ids = [...chosen];
  const orders = useRows('orders', (db) => ordersByIds(db, ids), [ids.join(' ')]) ?? [];
  const offers = offersOf(orders, restaurant, now);
  const deletable = orders.filter(isDeletable);
  const canChooseAll = allIds !== null && allIds.length > chosen.size && allIds.length <= BULK_MAX;

  const takeAll = ({ step, orders: fitting }: Offer) => {
    const taken = fitting.map((order) => ({ order, step, ticket: takeStep(order, step) }));
    const title = `${count(fitting.length)} ${doneLabels[step.order_status] ?? statusLabel(step.order_status).toLowerCase()}`;
    showToast({
      title,
      ...(canBeUndone(step, isOnline) && {
        undo: () =>
          void undoAll(taken, restaurant).catch(() =>
            showFault(`${title}: not undone`, 'This device did not keep the change. Try once more.'),
          ),
      }),
    });
    onClear();
  };

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
          onClick={() => takeAll(offer)}
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
      {offers.length + deletable.length === 0 && !orders.some(isOwed) && <span>No step applies to them.</span>}
    </SelectionBar>
  );
}

const doneLabels: Partial<Record<OrderStatus, string>> = { preparing: 'started', out_for_delivery: 'on their way' };

/** Undoes the steps one after the other, the last first, with one message for all. */
async function undoAll(taken: TakenStep[], restaurant: Restaurant): Promise<void> {
  const late: { title: string; detail: string }[] = [];
  for (const one of taken.toReversed()) {
    const words = tooLateWords(one, await undoStep(one, restaurant));
    if (words) late.push(words);
  }
  const [first] = late;
  if (!first) showToast({ title: `${count(taken.length)} undone` });
  else if (late.length === 1) showToast(first);
  else showToast({ title: `${count(late.length)} not undone`, detail: `${first.title}. ${first.detail}` });
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

const count = (n: number) => (n === 1 ? '1 order' : `${n} orders`);
