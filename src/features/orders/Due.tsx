import type { ReactElement } from 'react';
import {
  CalendarLtr20Regular,
  Food20Regular,
  ShoppingBag20Regular,
  VehicleBicycle20Regular,
} from '@fluentui/react-icons';
import type { Order } from '../../../contract/orders/calls.ts';
import { shortDate, shortUntil, timeOf } from '../../lib/wall-clock.ts';
import { isOpen } from './list/match.ts';
import css from './list/orders.module.css';
import type { PlacedRange } from './queries.ts';
import { typeLabel } from '../../ui/order-label.ts';

const icons: Record<string, ReactElement> = {
  delivery: <VehicleBicycle20Regular />,
  pickup: <ShoppingBag20Regular />,
  dine_in: <Food20Regular />,
};

export const typeIcon = (type: string): ReactElement => icons[type] ?? <CalendarLtr20Regular />;

/** "Delivery 20:15"; red when the time has passed and the order is still open. */
export function Due(props: DueProps) {
  const { order } = props;
  return (
    <span className={`g-row g-gap-6 ${css.due}`}>
      {typeIcon(order.order_type)}
      <span className={css.type}>{typeLabel(order.order_type)}</span> <DueTime {...props} />
    </span>
  );
}

interface DueProps {
  order: Order;
  timezone: string;
  now: number;
  /** The current business day. */
  today: PlacedRange;
}

export function DueTime({ order, timezone, now, today }: DueProps) {
  const late = isLate(order, now);
  if (order.is_asap && order.order_status === 'pending' && !late)
    return <b className={`g-ink g-light ${css.time}`}>ASAP</b>;
  return (
    <time
      dateTime={order.due_at}
      className={late ? `g-ink g-light ${css.time} ${css.late}` : `g-ink g-light ${css.time}`}
    >
      {dueWords(order.due_at, timezone, now, today)}
      {late && <span className={`g-nowrap g-absolute g-clip ${css.hidden}`}> late</span>}
    </time>
  );
}

/** "20:15" today; "Sat 20:15" on a coming day; "18 Nov 20:15" on a past day. */
function dueWords(at: string, timezone: string, now: number, today: PlacedRange): string {
  if (at >= today.to) return shortUntil(at, timezone, now);
  const time = timeOf(at, timezone);
  return at < today.from ? `${shortDate(at, timezone, now)} ${time}` : time;
}

export const isLate = (order: Order, now: number) =>
  isOpen(order.order_status) &&
  !(order.order_status === 'ready' && order.order_type === 'pickup') &&
  Date.parse(order.due_at) < now;
