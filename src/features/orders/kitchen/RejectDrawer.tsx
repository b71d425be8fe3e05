import { numberOf } from '../../../lib/order-number.ts';
import { rejectionReasons } from '../labels.ts';
import { EdgeDialog } from '../../../components/dialogs/EdgeDialog.tsx';
import css from './recall.module.css';
import type { KitchenOrder } from './Ticket.tsx';

interface Props {
  order: KitchenOrder;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Why a new order is rejected. One tap is one reason, which the customer is told. */
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
