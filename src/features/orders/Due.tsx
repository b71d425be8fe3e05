import type { ReactElement } from 'react';
import {
  CalendarLtr20Regular,
  Food20Regular,
  ShoppingBag20Regular,
  VehicleBicycle20Regular,
} from '@fluentui/react-icons';
import type { Order } from '../../../contract/orders.ts';
import { dateOf, timeOf, shortUntil } from '../../lib/wall-clock.ts';
import { isOpen } from './match.ts';
import css from './orders.module.css';
import { typeWord } from './words.ts';

const icons: Record<string, ReactElement> = {
  delivery: <VehicleBicycle20Regular />,
  pickup: <ShoppingBag20Regular />,
  dine_in: <Food20Regular />,
};

export const typeIcon = (type: string): ReactElement => icons[type] ?? <CalendarLtr20Regular />;

/** "Delivery 20:15"; red once the time has passed and the order is still open. */
export function Due({ order, timezone, now }: { order: Order; timezone: string; now: number }) {
  return (
    <span className={css.due}>
      {typeIcon(order.order_type)}
      <span className={css.type}>{typeWord(order.order_type)}</span>{' '}
      <DueTime order={order} timezone={timezone} now={now} />
    </span>
  );
}

export function DueTime({ order, timezone, now }: { order: Order; timezone: string; now: number }) {
  const late = isLate(order, now);
  if (order.is_asap && order.order_status === 'pending' && !late) return <b className={css.time}>ASAP</b>;
  // Of a past day only the time is of use: the date stands beside it in "Placed".
  const isFuture = Date.parse(order.due_at) > now && dateOf(order.due_at, timezone) !== dateOf(now, timezone);
  return (
    <time dateTime={order.due_at} className={late ? `${css.time} ${css.late}` : css.time}>
      {isFuture ? shortUntil(order.due_at, timezone, now) : timeOf(order.due_at, timezone)}
      {late && <span className={css.hidden}> late</span>}
    </time>
  );
}

export const isLate = (order: Order, now: number) =>
  isOpen(order.order_status) &&
  !(order.order_status === 'ready' && order.order_type === 'pickup') &&
  Date.parse(order.due_at) < now;
