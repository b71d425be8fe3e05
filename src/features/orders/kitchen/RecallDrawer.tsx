import { ArrowUndo24Regular } from '@fluentui/react-icons';
import { shortUntil } from '../../../lib/wall-clock.ts';
import { statusLabel } from '../../../ui/status-label.ts';
import { OrdersDrawer } from './OrdersDrawer.tsx';
import type { Departed } from './recall.ts';
import { useTick } from './tick.ts';
import type { KitchenOrder } from './Ticket.tsx';

interface Props {
  list: Departed<KitchenOrder>[];
  timezone: string;
  onRecall: (order: KitchenOrder) => void;
  onClose: () => void;
}

/** Orders that left the kitchen and can still be recalled, each with one tap. */
export function RecallDrawer({ list, timezone, onRecall, onClose }: Props) {
  const minute = useTick((now) => Math.floor(now / 60_000)) * 60_000;
  const rows = list.map(({ order, leftAt }) => ({
    order,
    facts: (
      <small>
        {statusLabel(order.order_status)} {shortUntil(leftAt, timezone, minute)}
      </small>
    ),
  }));
  return (
    <OrdersDrawer
      title="Recall"
      none="No order can be recalled. A completed order can come back for 15 minutes."
      rows={rows}
      word="Recall"
      icon={<ArrowUndo24Regular aria-hidden="true" />}
      onDo={onRecall}
      onClose={onClose}
    />
  );
}
