import { Button } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { useRows } from '../../data/live.ts';
import { useSyncState } from '../../sync/runtime/client.ts';
import { showFault, showToast } from '../../ui/toast.ts';
import css from './orders.module.css';
import { ordersByIds } from './queries.ts';
import { deleteOrders, isDeletable } from './remove.ts';
import { stepsOf, takeStep, type Step } from './steps.ts';
import { canBeUndone, tooLateWords, undoStep, type TakenStep } from './undo-step.ts';
import { statusLabel } from '../../ui/status-label.ts';

interface Props {
  chosen: ReadonlySet<string>;
  /** All orders of the list, when they are known and not too many. */
  allIds: string[] | null;
  restaurant: Restaurant;
  now: number;
  onChoose: (ids: string[], isChosen: boolean) => void;
  onClear: () => void;
}

const BULK_MAX = 500;

/** Takes the toolbar's place while rows are chosen: each step says to how many of them it applies. */
export function BulkBar({ chosen, allIds, restaurant, now, onChoose, onClear }: Props) {
  const isOnline = useSyncState()?.gate === 'open';
  const ids = [...chosen];
  const orders = useRows('orders', (db) => ordersByIds(db, ids), [ids.join(' ')]) ?? [];
  const offers = offersOf(orders, restaurant, now);
  const deletable = orders.filter(isDeletable);
  const canChooseAll = allIds !== null && allIds.length > chosen.size && allIds.length <= BULK_MAX;

  const takeAll = ({ step, orders: fitting }: Offer) => {
    const taken = fitting.map((order) => ({ order, step, ticket: takeStep(order, step) }));
    const title = `${count(fitting.length)} ${statusLabel(step.order_status).toLowerCase()}`;
    showToast({
      title,
      detail: 'Kept on this device and sent in this order.',
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
    <div className={css.toolbar} role="toolbar" aria-label="Selected orders">
      <span className={css.bulk} aria-live="polite">
        {chosen.size} selected
      </span>
      {offers.map((offer) => (
        <Button
          key={offer.step.word}
          onClick={() => takeAll(offer)}
          aria-label={`${offer.step.word} ${count(offer.orders.length)}`}
        >
          {offer.step.word}
          {offer.orders.length < chosen.size && ` ${offer.orders.length}`}
        </Button>
      ))}
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
      {offers.length + deletable.length === 0 && <span>No step applies to them.</span>}
      <div className={css.end}>
        {canChooseAll && (
          <Button appearance="transparent" onClick={() => onChoose(allIds, true)}>
            Select all {allIds.length}
          </Button>
        )}
        <Button appearance="subtle" icon={<Dismiss20Regular />} onClick={onClear}>
          Clear selection
        </Button>
      </div>
    </div>
  );
}

/** One after the other, the last first, and one message for all of them. */
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

/** The usual next step of each chosen order, gathered by step. */
function offersOf(orders: Mirrored<'orders'>[], restaurant: Restaurant, now: number): Offer[] {
  const offers = new Map<string, Offer>();
  for (const order of orders) {
    const { first: step } = stepsOf(order, restaurant, now);
    if (!step) continue;
    const offer = offers.get(step.word) ?? { step, orders: [] };
    offer.orders.push(order);
    offers.set(step.word, offer);
  }
  return [...offers.values()];
}

const count = (n: number) => (n === 1 ? '1 order' : `${n} orders`);
