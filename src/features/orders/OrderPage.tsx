import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { isPending } from '../../data/live.ts';
import { links } from '../../routes.ts';
import { Page } from '../../ui/Page.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import css from './detail.module.css';
import { useOrderActions } from './OrderActions.tsx';
import { OrderAllergy } from './OrderAllergy.tsx';
import { OrderCustomer } from './OrderCustomer.tsx';
import { OrderHead } from './OrderHead.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderRefusals } from './OrderRefusals.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { numberOf } from '../../lib/order-number.ts';

interface Props {
  order: Mirrored<'orders'>;
  restaurant: Restaurant;
  breadcrumb: { label: string; to: string }[];
  /** Read from the server, not kept on this device: it can be looked at only. */
  isRemote: boolean;
}

/** An order's own page: what is wrong and what to do come first, then what it is and what happened. */
export function OrderPage({ order, restaurant, breadcrumb, isRemote }: Props) {
  const now = useMinute();
  const [, navigate] = useLocation();
  const actions = useOrderActions({ restaurant, now, isDetail: true, onDeleted: () => navigate(links.orders()) });
  const [minutes, setMinutes] = useState<number | null>(null);
  return (
    <Page
      title={`#${numberOf(order)}`}
      breadcrumb={breadcrumb}
      beside={<StatusBadge status={order.order_status} isPending={isPending(order)} />}
    >
      <div className={css.page}>
        {isRemote && (
          <p className={css.remote}>
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
        <div className={css.columns}>
          <div className={css.column}>
            <OrderAllergy order={order} />
            <OrderItems order={order} />
          </div>
          <div className={css.column}>
            <OrderCustomer order={order} />
            <OrderTimeline order={order} timezone={restaurant.timezone} now={now} />
          </div>
        </div>
      </div>
      {actions.floating}
    </Page>
  );
}
