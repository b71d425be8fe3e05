import { Fire24Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { numberOf } from '../../../lib/order-number.ts';
import { shortUntil } from '../../../lib/wall-clock.ts';
import { links } from '../../../routes.ts';
import { itemsLine } from '../words.ts';
import { cookFrom } from './age.ts';
import { EdgeDialog } from '../../../ui/EdgeDialog.tsx';
import css from './recall.module.css';
import type { KitchenOrder } from './Ticket.tsx';
import { useTick } from './tick.ts';
import { shortWho } from './words.ts';

interface Props {
  /** Accepted for later, the next first. */
  orders: KitchenOrder[];
  timezone: string;
  onStart: (order: KitchenOrder) => void;
  onClose: () => void;
}

/** What is ordered for later: each comes to the board by itself when it is time to cook it, or now with one tap. */
export function LaterDrawer({ orders, timezone, onStart, onClose }: Props) {
  const minute = useTick((now) => Math.floor(now / 60_000)) * 60_000;
  return (
    <EdgeDialog title="Later" closeWords="Close later" onClose={onClose} className={css.drawer}>
      {(close) => (
        <>
          {orders.length === 0 && <p className={css.none}>Nothing is ordered for later.</p>}
          <ol>
            {orders.map((order) => (
              <li key={order.id}>
                <div className={css.what}>
                  <Link href={links.order(order.id)}>#{numberOf(order)}</Link>
                  <span>{shortWho(order)}</span>
                  <small>
                    Due {shortUntil(order.due_at, timezone, minute)}, comes{' '}
                    {shortUntil(cookFrom(order), timezone, minute)}
                  </small>
                  <small className={css.dishes}>{itemsLine(order)}</small>
                </div>
                <button
                  type="button"
                  className={css.back}
                  aria-label={`Start #${numberOf(order)}`}
                  onClick={() => {
                    onStart(order);
                    close();
                  }}
                >
                  <Fire24Filled aria-hidden="true" />
                  Start
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </EdgeDialog>
  );
}
