import { ArrowUndo24Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { timeOf } from '../../../lib/wall-clock.ts';
import { links } from '../../../routes.ts';
import { statusWord } from '../../../ui/status-words.ts';
import { EdgeDialog } from '../../../ui/EdgeDialog.tsx';
import css from './recall.module.css';
import type { Recallable } from './recall.ts';
import type { KitchenOrder } from './Ticket.tsx';
import { numberOf } from '../../../lib/order-number.ts';
import { shortWho } from './words.ts';

interface Props {
  list: Recallable<KitchenOrder>[];
  timezone: string;
  onRecall: (order: KitchenOrder) => void;
  onClose: () => void;
}

/** The last twenty orders that left the kitchen this evening; each comes back with one tap. */
export function RecallDrawer({ list, timezone, onRecall, onClose }: Props) {
  return (
    <EdgeDialog title="Recall" closeWords="Close recall" onClose={onClose} className={css.drawer}>
      {(close) => (
        <>
          {list.length === 0 && <p className={css.none}>Nothing has left the kitchen this evening.</p>}
          <ol>
            {list.map(({ order, leftAt, canRecall }) => (
              <li key={order.id}>
                <div className={css.what}>
                  <Link href={links.order(order.id)}>#{numberOf(order)}</Link>
                  <span>{shortWho(order)}</span>
                  <small>
                    {statusWord(order.order_status)} {timeOf(leftAt, timezone)}
                  </small>
                </div>
                {canRecall ? (
                  <button
                    type="button"
                    className={css.back}
                    aria-label={`Recall #${numberOf(order)}`}
                    onClick={() => {
                      onRecall(order);
                      close();
                    }}
                  >
                    <ArrowUndo24Regular aria-hidden="true" />
                    Recall
                  </button>
                ) : (
                  <small className={css.gone}>Too long ago</small>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </EdgeDialog>
  );
}
