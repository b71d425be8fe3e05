import { useState } from 'react';
import { isOwed } from '../../../../contract/orders/is-owed.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { money } from '../../../lib/money.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { MarkPaidDialog } from '../detail/MarkPaidDialog.tsx';
import { TakePaymentDialog } from '../detail/TakePaymentDialog.tsx';
import { countOrders } from './take-steps.ts';
import { take } from '../../../../contract/payments/calls.ts';
import { useMayCall } from '../../../session/use-may.ts';

interface Props {
  /** Those to be completed; some of them owe something. */
  orders: readonly Order[];
  onComplete: () => void;
  onClose: () => void;
}

/** Asks what becomes of the money before orders are completed that are not paid. */
export function CompleteUnpaid({ orders, onComplete, onClose }: Props) {
  const [isPaying, setIsPaying] = useState(false);
  const mayTake = useMayCall(take);
  const owed = orders.filter(isOwed);
  const [first] = owed;
  if (!first) return null;
  if (isPaying)
    return owed.length === 1 ? (
      <TakePaymentDialog order={first} onPaid={onComplete} onClose={onClose} />
    ) : (
      <MarkPaidDialog orders={owed} onDone={onComplete} onClose={onClose} />
    );
  const due = owed.reduce((sum, { due_amount }) => sum + due_amount, 0);
  const what = owed.length === 1 ? `#${numberOf(first)}` : countOrders(owed.length);
  return (
    <FormDialog
      title={`${money(due, first.currency)} is not paid`}
      submitLabel={mayTake ? 'Take payment' : 'Complete unpaid'}
      {...(mayTake && { other: { words: 'Complete unpaid', onDo: onComplete } })}
      onDo={() => {
        if (mayTake) setIsPaying(true);
        else onComplete();
        return !mayTake;
      }}
      onClose={onClose}
    >
      <p>
        {mayTake ? `Take the payment for ${what} now, or complete without it` : `You can complete ${what} all the same`}
        : “Unpaid” stays on {owed.length === 1 ? 'it' : 'them'} until it is paid or written off.
      </p>
    </FormDialog>
  );
}
