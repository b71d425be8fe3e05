import { Fire24Filled } from '@fluentui/react-icons';
import { shortUntil } from '../../../lib/wall-clock.ts';
import { itemsLine } from '../labels.ts';
import { cookFrom } from './age.ts';
import { OrdersDrawer } from './OrdersDrawer.tsx';
import css from './recall.module.css';
import type { KitchenOrder } from './Ticket.tsx';
import { useTick } from './tick.ts';

interface Props {
  /** Accepted and scheduled, the next first. */
  orders: KitchenOrder[];
  timezone: string;
  onStart: (order: KitchenOrder) => void;
  onClose: () => void;
}

/** Scheduled orders: each enters the board by itself when it is time to cook, or now with one tap. */
export function LaterDrawer({ orders, timezone, onStart, onClose }: Props) {
  const minute = useTick((now) => Math.floor(now / 60_000)) * 60_000;
  const rows = orders.map((order) => ({
    order,
    facts: (
      <>
        <small>
          Due {shortUntil(order.due_at, timezone, minute)}, start at {shortUntil(cookFrom(order), timezone, minute)}
        </small>
        <small className={css.dishes}>{itemsLine(order)}</small>
      </>
    ),
  }));
  return (
    <OrdersDrawer
      title="Later"
      none="Nothing is ordered for later."
      rows={rows}
      word="Start"
      icon={<Fire24Filled aria-hidden="true" />}
      onDo={onStart}
      onClose={onClose}
    />
  );
}
