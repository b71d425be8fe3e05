import { ArrowUndo24Regular } from '@fluentui/react-icons';
import { timeOf } from '../../../lib/wall-clock.ts';
import { statusWord } from '../../../ui/status-words.ts';
import { OrdersDrawer } from './OrdersDrawer.tsx';
import type { Recallable } from './recall.ts';
import type { KitchenOrder } from './Ticket.tsx';

interface Props {
  list: Recallable<KitchenOrder>[];
  timezone: string;
  onRecall: (order: KitchenOrder) => void;
  onClose: () => void;
}

/** The last twenty orders that left the kitchen this evening; each comes back with one tap. */
export function RecallDrawer({ list, timezone, onRecall, onClose }: Props) {
  const rows = list.map(({ order, leftAt, canRecall }) => ({
    order,
    facts: (
      <small>
        {statusWord(order.order_status)} {timeOf(leftAt, timezone)}
      </small>
    ),
    instead: canRecall ? null : 'Too long ago',
  }));
  return (
    <OrdersDrawer
      title="Recall"
      none="Nothing has left the kitchen this evening."
      rows={rows}
      word="Recall"
      icon={<ArrowUndo24Regular aria-hidden="true" />}
      onDo={onRecall}
      onClose={onClose}
    />
  );
}
