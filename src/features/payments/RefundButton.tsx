import { lazy, Suspense } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowUndo20Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { refundableAmount } from '../../../contract/payments/apply.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { links } from '../../links.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import type { ShownPayment } from './queries.ts';
import { refund } from '../../../contract/payments/calls.ts';
import { useCanAsk } from '../../session/approvals.ts';
import { useMayCall } from '../../session/use-may.ts';

const RefundDialog = lazy(() => import('./RefundDialog.tsx').then((module) => ({ default: module.RefundDialog })));

/** Opens the refund of a payment, while something of it is left. Money out needs the network. */
export function RefundButton({ payment }: { payment: ShownPayment }) {
  const isOnline = useIsOnline();
  const [, navigate] = useLocation();
  const isOpen = new URLSearchParams(useSearch()).has('refund');
  const show = (address: string) => navigate(address, { replace: true });
  const mayRefund = useMayCall(refund);
  const canAsk = useCanAsk();
  if (refundableAmount(payment) === 0 || !(mayRefund || canAsk)) return null;
  const why = whyNot('money_out', isOnline) ?? (payment.isPending ? 'It is not at the server yet.' : null);
  return (
    <div>
      <Button
        icon={<ArrowUndo20Regular />}
        disabled={why !== null}
        aria-describedby="refund-why"
        onClick={() => show(links.refund(payment.id))}
      >
        Refund
      </Button>
      <p id="refund-why" className="g-text-13 g-faint">
        {why}
      </p>
      {isOpen && why === null && (
        <Suspense>
          <RefundDialog payment={payment} onClose={() => show(links.payment(payment.id))} />
        </Suspense>
      )}
    </div>
  );
}
