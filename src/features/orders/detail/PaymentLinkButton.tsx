import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Link20Regular } from '@fluentui/react-icons';
import type { Order } from '../../../../contract/orders/calls.ts';
import { openLink } from '../../../../contract/payments/online-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useNotOffered } from '../../../api/use-offered.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';

const PaymentLinkDialog = lazy(() =>
  import('./PaymentLinkDialog.tsx').then((module) => ({ default: module.PaymentLinkDialog })),
);

/** Makes a page of the payment provider where the customer pays what the order owes. The provider is asked, so it needs a network. */
export function PaymentLinkButton({ order }: { order: Order }) {
  const why = useWhyNot();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="g-stack g-gap-6">
      <div>
        <Button
          icon={<Link20Regular />}
          disabled={why !== null}
          aria-describedby="payment-link-why"
          onClick={() => setIsOpen(true)}
        >
          Payment link
        </Button>
      </div>
      <p id="payment-link-why" className="g-text-13 g-faint">
        {why}
      </p>
      {isOpen && (
        <Suspense>
          <PaymentLinkDialog order={order} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function useWhyNot(): string | null {
  const isOnline = useIsOnline();
  const notOffered = useNotOffered(openLink);
  return notOffered ?? whyNot('provider_setup', isOnline);
}
