import { useEffect, useRef } from 'react';
import { Dismiss24Regular } from '@fluentui/react-icons';
import { numberOf } from '../../../lib/order-number.ts';
import { rejectionReasons } from '../words.ts';
import css from './recall.module.css';
import type { KitchenOrder } from './Ticket.tsx';

interface Props {
  order: KitchenOrder;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Why a new order is turned away: the customer is told, so one press is one reason. */
export function RejectDrawer({ order, onReject, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const number = numberOf(order);
  return (
    <dialog ref={dialog} className={css.drawer} aria-labelledby="reject-title" onClose={onClose}>
      <header>
        <h2 id="reject-title">Reject #{number}</h2>
        <button type="button" aria-label={`Keep #${number}`} onClick={() => dialog.current?.close()}>
          <Dismiss24Regular />
        </button>
      </header>
      <ul className={css.reasons}>
        {Object.entries(rejectionReasons).map(([reason, word]) => (
          <li key={reason}>
            <button
              type="button"
              onClick={() => {
                onReject(reason);
                dialog.current?.close();
              }}
            >
              {word}
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
