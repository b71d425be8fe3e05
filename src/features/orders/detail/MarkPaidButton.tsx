import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { Order } from '../../../../contract/orders/calls.ts';
import { take } from '../../../../contract/payments/calls.ts';
import { useMayCall } from '../../../session/use-may.ts';
import { isOwed } from '../../../../contract/orders/is-owed.ts';

const MarkPaidDialog = lazy(() =>
  import('./MarkPaidDialog.tsx').then((module) => ({ default: module.MarkPaidDialog })),
);

interface Props {
  orders: readonly Order[];
  /** They are recorded as paid. */
  onDone?: () => void;
}

/** Offers to mark those of the orders as paid that owe something; nothing if none does. */
export function MarkPaidButton({ orders, onDone }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const mayTake = useMayCall(take);
  const owed = orders.filter(isOwed);
  if (owed.length === 0 || !mayTake) return null;
  const count = owed.length === 1 ? '1 order' : `${owed.length} orders`;
  return (
    <>
      <Button aria-label={orders.length > 1 ? `Mark ${count} as paid` : undefined} onClick={() => setIsOpen(true)}>
        Mark as paid
        {owed.length < orders.length && ` ${owed.length}`}
      </Button>
      {isOpen && (
        <Suspense>
          <MarkPaidDialog orders={owed} onDone={() => onDone?.()} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
