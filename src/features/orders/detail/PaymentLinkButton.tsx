import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { Order } from '../../../../contract/orders/calls.ts';
import { useWhyNoLink } from './use-why-no-link.ts';
import { openLink } from '../../../../contract/payments/online-calls.ts';
import { useMayCall } from '../../../session/use-may.ts';

const PaymentLinkDialog = lazy(() =>
  import('./PaymentLinkDialog.tsx').then((module) => ({ default: module.PaymentLinkDialog })),
);

interface Props {
  order: Order;
  /** False once nothing is owed: an open dialog stays, to say that it is paid. */
  isOffered: boolean;
}

/** Makes a page of the payment provider where the customer pays what the order owes. The provider is asked, so it needs a network. */
export function PaymentLinkButton({ order, isOffered }: Props) {
  const why = useWhyNoLink();
  const mayOpen = useMayCall(openLink);
  const [isOpen, setIsOpen] = useState(false);
  if ((!isOffered && !isOpen) || !mayOpen) return null;
  return (
    <>
      {isOffered && (
        <Button disabled={why !== null} aria-describedby="payment-link-why" onClick={() => setIsOpen(true)}>
          Payment link
        </Button>
      )}
      {isOffered && (
        <p id="payment-link-why" className="g-text-13 g-faint">
          {why}
        </p>
      )}
      {isOpen && (
        <Suspense>
          <PaymentLinkDialog order={order} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
