import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Link, useLocation } from 'wouter';
import { isByHand, refundableAmount } from '../../../../contract/payments/apply.ts';
import { refund, take } from '../../../../contract/payments/calls.ts';
import type { Mirrored } from '../../../data/db.ts';
import { isPending } from '../../../data/live.ts';
import { money } from '../../../lib/money.ts';
import { shortUntil } from '../../../lib/wall-clock.ts';
import { links } from '../../../links.ts';
import { PendingClock } from '../../../ui/PendingClock.tsx';
import { useMayCall } from '../../../session/use-may.ts';
import { useOrderPayments } from '../use-order-payments.ts';
import { timeOfPayment } from '../../payments/queries.ts';
import { methodLabel } from '../labels.ts';
import { moneyBackHere } from '../money-back.ts';
import { PaymentBadge } from '../PaymentBadge.tsx';
import css from './detail.module.css';
import { isOwed } from '../../../../contract/orders/is-owed.ts';
import { MarkPaidButton } from './MarkPaidButton.tsx';
import { WriteOff } from './WriteOff.tsx';
import { PaymentLinkButton } from './PaymentLinkButton.tsx';

const TakePaymentDialog = lazy(() =>
  import('./TakePaymentDialog.tsx').then((module) => ({ default: module.TakePaymentDialog })),
);

interface Props {
  order: Mirrored<'orders'>;
  timezone: string;
  now: number;
  isReadOnly: boolean;
}

/** What was paid, what is owed, and the button that takes it. */
export function OrderPayments({ order, timezone, now, isReadOnly }: Props) {
  const payments = useOrderPayments(order.id);
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const amount = (value: number) => money(value, order.currency);
  const back = payments ? moneyBackHere(order, payments) : null;
  const owing = payments?.find((payment) => refundableAmount(payment) > 0 && (isByHand(payment) || !isPending(order)));
  const mayTake = useMayCall(take);
  const mayRefund = useMayCall(refund);
  const isOwing = !isReadOnly && isOwed(order);
  const canTake = isOwing && mayTake;
  return (
    <section className={`g-card ${css.card}`} aria-labelledby="order-payments">
      <div className="g-facts g-baseline g-faint g-below-12">
        <h2 className="g-text-16 g-strong g-ink" id="order-payments">
          Payment
        </h2>
        <PaymentBadge order={order} />
      </div>
      {payments?.map((payment) => (
        <div key={payment.id} className="g-facts g-baseline g-pad-y-8">
          <span className="g-inline g-gap-6">
            <p>
              <Link href={links.payment(payment.id)}>
                {amount(payment.amount)} {methodLabel(payment.method)}
              </Link>
              {payment.refunded_amount > 0 && `, ${amount(payment.refunded_amount)} refunded`}
            </p>
            {payment.isPending && <PendingClock />}
          </span>
          <span className="g-remark">{shortUntil(timeOfPayment(payment), timezone, now)}</span>
        </div>
      ))}
      {payments?.length === 0 && order.paid_amount > 0 && (
        <p className="g-soft">
          {amount(order.paid_amount)} {methodLabel(order.payment_method)}
        </p>
      )}
      {back && back.returning > 0 && <p>{amount(back.returning)} on its way back to the customer</p>}
      {back && back.owed > 0 && (
        <div className="g-row g-spread g-gap-8">
          <span className="g-strong g-warn">{amount(back.owed)} to give back</span>
          {owing && mayRefund && (
            <Button onClick={() => navigate(links.refund(owing.id))}>
              Give back {amount(refundableAmount(owing))}
            </Button>
          )}
        </div>
      )}
      {order.due_amount < 0 && <p className="g-warn g-strong">Overpaid by {amount(-order.due_amount)}</p>}
      {isOwing && <p className="g-strong g-warn">{amount(order.due_amount)} to pay</p>}
      <div className={css.take}>
        {canTake && <Button onClick={() => setIsOpen(true)}>Take payment</Button>}
        {canTake && <MarkPaidButton orders={[order]} />}
        <PaymentLinkButton order={order} isOffered={canTake} />
      </div>
      {!isReadOnly && <WriteOff order={order} />}
      {isOpen && (
        <Suspense>
          <TakePaymentDialog order={order} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
