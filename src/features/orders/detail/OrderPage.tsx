import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../../data/db.ts';
import { isPending } from '../../../data/live.ts';
import { links } from '../../../links.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import css from './detail.module.css';
import { UnpaidWord } from '../../../components/UnpaidWord.tsx';
import { useOrderActions } from '../steps/OrderActions.tsx';
import { OrderAllergy } from './OrderAllergy.tsx';
import { OrderCustomer } from './OrderCustomer.tsx';
import { OrderHead } from './OrderHead.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderPayments } from './OrderPayments.tsx';
import { OrderRefusals } from './OrderRefusals.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { numberOf } from '../../../lib/order-number.ts';

interface Props {
  order: Mirrored<'orders'>;
  restaurant: Restaurant;
  breadcrumb: { label: string; to: string }[];
  /** Read from the server and not stored on this device: read-only. */
  isRemote: boolean;
}

/** An order's own page: problems and actions first, then its contents and timeline. */
export function OrderPage({ order, restaurant, breadcrumb, isRemote }: Props) {
  const now = useMinute();
  const [, navigate] = useLocation();
  const actions = useOrderActions({ restaurant, now, isDetail: true, onDeleted: () => navigate(links.orders()) });
  const [minutes, setMinutes] = useState<number | null>(null);
  return (
    <Page
      title={`#${numberOf(order)}`}
      breadcrumb={breadcrumb}
      beside={
        <>
          <StatusBadge status={order.order_status} isPending={isPending(order)} />
          <UnpaidWord order={order} look="g-text-16" />
        </>
      }
    >
      <div className={css.page}>
        {isRemote && (
          <p className={`g-tone-info g-round-10 g-pad-10-16 ${css.remote}`}>
            This order is not on this device: it was read from the server just now, and is not here without a network.
          </p>
        )}
        <OrderRefusals orderId={order.id} restaurant={restaurant} now={now} />
        <OrderHead
          order={order}
          restaurant={restaurant}
          now={now}
          actions={isRemote ? null : actions}
          minutes={minutes}
          onMinutes={setMinutes}
        />
        <div className={`g-grid g-gap-16 g-start-middle ${css.columns}`}>
          <div className={`g-stack g-gap-16 ${css.column}`}>
            <OrderAllergy order={order} />
            <OrderItems order={order} />
          </div>
          <div className={`g-stack g-gap-16 ${css.column}`}>
            <OrderCustomer order={order} />
            <OrderPayments order={order} timezone={restaurant.timezone} now={now} isReadOnly={isRemote} />
            <OrderTimeline order={order} timezone={restaurant.timezone} now={now} />
          </div>
        </div>
      </div>
      {actions.floating}
    </Page>
  );
}
