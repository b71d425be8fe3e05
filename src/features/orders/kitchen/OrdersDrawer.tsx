import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { numberOf } from '../../../lib/order-number.ts';
import { links } from '../../../links.ts';
import { EdgeDialog } from '../../../components/dialogs/EdgeDialog.tsx';
import css from './recall.module.css';
import type { KitchenOrder } from './Ticket.tsx';
import { shortWho } from './labels.ts';

interface DrawerRow {
  order: KitchenOrder;
  facts: ReactNode;
}

interface Props {
  title: string;
  none: string;
  rows: DrawerRow[];
  word: string;
  icon: ReactNode;
  onDo: (order: KitchenOrder) => void;
  onClose: () => void;
}

/** Orders that are not on the board. One tap brings one there and closes the list. */
export function OrdersDrawer({ title, none, rows, word, icon, onDo, onClose }: Props) {
  return (
    <EdgeDialog title={title} closeWords={`Close ${title.toLowerCase()}`} onClose={onClose} className={css.drawer}>
      {(close) => (
        <>
          {rows.length === 0 && <p className={`g-soft ${css.none}`}>{none}</p>}
          <ol>
            {rows.map(({ order, facts }) => (
              <li key={order.id}>
                <div className={`g-grid g-narrow ${css.what}`}>
                  <Link href={links.order(order.id)}>#{numberOf(order)}</Link>
                  <span className="g-truncate g-strong">{shortWho(order)}</span>
                  {facts}
                </div>
                <button
                  type="button"
                  className="g-row g-rigid g-gap-10 g-strong g-round-10 g-outline g-pad-x-18"
                  aria-label={`${word} #${numberOf(order)}`}
                  onClick={() => {
                    onDo(order);
                    close();
                  }}
                >
                  {icon}
                  {word}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </EdgeDialog>
  );
}
