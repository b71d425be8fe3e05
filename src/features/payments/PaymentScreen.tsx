import { isHosted } from '../../../contract/payments/providers.ts';
import { Button } from '@fluentui/react-components';
import { CloudOff20Regular, Wallet20Regular } from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import type { Payment, Refund } from '../../../contract/payments/rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { matchRoute } from '../../../contract/routes.ts';
import { KeyValueList } from '../../components/KeyValueList.tsx';
import { useLive } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { Banner } from '../../ui/page/Banner.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { disputeText, methodLine, paymentNumber, refundReasonLabels } from './labels.ts';
import css from './payments.module.css';
import { PaymentStateBadge } from './PaymentStateBadge.tsx';
import { findPayment, timeOfPayment, type ShownPayment } from './queries.ts';
import { RefundButton } from './RefundButton.tsx';
import { useRemotePayment } from './use-remote-payment.ts';

const breadcrumb = [{ label: 'Payments', to: links.payments() }];

/** One payment. If this device does not store it, it is read from the server. */
export function PaymentScreen() {
  const [path] = useLocation();
  const id = matchRoute(path)?.params.paymentId ?? '';
  const restaurant = useRestaurant();
  const found = useLive((db) => findPayment(db, id), [id]);
  const remote = useRemotePayment(id, found === 'elsewhere');
  const payment = typeof found === 'object' ? found : remote.payment;
  const isAbsent = found === 'absent' || (found === 'elsewhere' && remote.state === 'absent');
  if (payment && restaurant) return <PaymentPage payment={payment} restaurant={restaurant} />;
  return (
    <Page title="Payment" breadcrumb={breadcrumb}>
      {isAbsent && <NoSuchPayment />}
      {found === 'elsewhere' && remote.state === 'unreachable' && <NotOnDevice onRetry={remote.retry} />}
    </Page>
  );
}

function NoSuchPayment() {
  return (
    <EmptyState icon={<Wallet20Regular />} title="There is no such payment">
      The address is wrong. <Link href={links.payments()}>All payments</Link>
    </EmptyState>
  );
}

function NotOnDevice({ onRetry }: { onRetry: () => void }) {
  const again = <Button onClick={onRetry}>Try again</Button>;
  return (
    <EmptyState icon={<CloudOff20Regular />} tone="warn" title="This payment is not on this device" actions={again}>
      It is older than what this device keeps. Reading it needs internet.
    </EmptyState>
  );
}

function PaymentPage({ payment, restaurant }: { payment: ShownPayment; restaurant: Restaurant }) {
  const now = useMinute();
  const { timezone } = restaurant;
  const amount = (value: number) => money(value, payment.currency);
  const order = payment.order_id && (
    <Link href={links.order(payment.order_id)}>{payment.order_no ? `#${payment.order_no}` : 'Order'}</Link>
  );
  return (
    <Page
      title={paymentNumber(payment)}
      breadcrumb={breadcrumb}
      beside={<PaymentStateBadge status={payment.payment_status} isPending={payment.isPending} />}
    >
      <div className={`g-stack g-gap-16 ${css.detail}`}>
        {payment.payment_status === 'disputed' && <Banner kind="warn">{disputeText(payment)}</Banner>}
        <div className="g-flex g-wrap g-spread g-gap-12">
          <div>
            <p className="g-text-20 g-heavy g-ink">{amount(payment.amount)}</p>
            <p className="g-soft">
              {methodLine(payment)}, {shortUntil(timeOfPayment(payment), timezone, now)}
              {order && <>, order {order}</>}
            </p>
          </div>
          <RefundButton payment={payment} />
        </div>
        <div className={`g-grid g-gap-16 ${css.columns}`}>
          <section className={`g-card ${css.section}`} aria-labelledby="payment-sums">
            <h2 className="g-text-16 g-below-8" id="payment-sums">
              Amounts
            </h2>
            <KeyValueList
              pairs={{
                Paid: amount(payment.amount),
                'Of it tip': payment.tip_amount > 0 && amount(payment.tip_amount),
                'Cash given': payment.tendered_amount !== null && amount(payment.tendered_amount),
                Change: payment.tendered_amount !== null && amount(payment.tendered_amount - payment.amount),
                Fee: isFeeKnown(payment) ? amount(payment.fee_amount) : 'Not known yet',
                Refunded: payment.refunded_amount > 0 && amount(payment.refunded_amount),
                'You keep': amount(payment.net_amount) + (isFeeKnown(payment) ? '' : ', before the fee'),
                Customer: payment.customer_name,
                'Taken on': payment.device_name,
                Note: payment.note,
                Reference: payment.provider_reference,
              }}
            />
            {payment.failure_message && <p className="g-bad">{payment.failure_message}</p>}
          </section>
          <section className={`g-card ${css.section}`} aria-labelledby="payment-timeline">
            <h2 className="g-text-16 g-below-8" id="payment-timeline">
              Timeline
            </h2>
            <ol className={css.timeline}>
              {payment.refunds.toReversed().map((refund) => (
                <RefundEntry key={refund.id} refund={refund} payment={payment} timezone={timezone} now={now} />
              ))}
              <li>
                <p className="g-line-title">{payment.paid_at ? 'Paid' : 'Started'}</p>
                <p className="g-remark">
                  {shortUntil(timeOfPayment(payment), timezone, now)}
                  {payment.is_offline && ', taken offline'}
                  {payment.isPending && ', not sent yet'}
                </p>
              </li>
            </ol>
          </section>
        </div>
      </div>
    </Page>
  );
}

/** A provider says what it took some time after the payment. */
const isFeeKnown = ({ provider, fee_amount: fee }: Payment) => fee > 0 || !isHosted(provider);

const refundLabels: Record<Refund['refund_status'], string> = {
  pending: 'Refund on its way',
  succeeded: 'Refunded',
  failed: 'Refund failed',
  cancelled: 'Refund cancelled',
};

function RefundEntry(props: { refund: Refund; payment: Payment; timezone: string; now: number }) {
  const { refund, payment, timezone, now } = props;
  return (
    <li>
      <p className="g-line-title">
        {refundLabels[refund.refund_status]}: {money(refund.amount, payment.currency)}
      </p>
      <p className="g-remark">
        {refundReasonLabels[refund.reason]}, {shortUntil(refund.settled_at ?? refund.created_at, timezone, now)}
        {refund.requested_by?.name && `, by ${refund.requested_by.name}`}
      </p>
      {refund.failure_message && <p className="g-bad">{refund.failure_message}</p>}
      {refund.note && (
        <p className="g-remark">
          “<bdi>{refund.note}</bdi>”
        </p>
      )}
    </li>
  );
}
