import { numberOf } from '../../../lib/order-number.ts';
import { rejectionReasons } from '../labels.ts';
import { EdgeDialog } from '../../../ui/EdgeDialog.tsx';
import css from './recall.module.css';
import type { KitchenOrder } from './Ticket.tsx';

interface Props {
  order: KitchenOrder;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Why a new order is turned away: the customer is told, so one press is one reason. */
export function RejectDrawer({ order, onReject, onClose }: Props) {
  const number = numberOf(order);
  return (
    <EdgeDialog title={`Reject #${number}`} closeWords={`Keep #${number}`} onClose={onClose} className={css.drawer}>
      {(close) => (
        <ul className={css.reasons}>
          {Object.entries(rejectionReasons).map(([reason, word]) => (
            <li key={reason}>
              <button
                type="button"
                onClick={() => {
                  onReject(reason);
                  close();
                }}
              >
                {word}
              </button>
            </li>
          ))}
        </ul>
      )}
    </EdgeDialog>
  );
}
