import type { Order } from '../../../contract/orders/calls.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { isOpen } from './match.ts';
import css from './orders.module.css';
import type { PlacedRange } from './queries.ts';
import { ageLabel } from './labels.ts';

interface PlacedProps {
  order: Order;
  timezone: string;
  now: number;
  /** The present business day. */
  today: PlacedRange;
}

/** "19:41 1 min" for an order of today, "20 Nov 19:41" for one of another day; a finished one has no age. */
export function Placed({ order, timezone, now, today }: PlacedProps) {
  const minutes = minutesSince(order.placed_at, now);
  const isToday = order.placed_at >= today.from;
  return (
    <time dateTime={order.placed_at} className={css.placed}>
      {!isToday && `${shortDate(order.placed_at, timezone, now)} `}
      {timeOf(order.placed_at, timezone)}
      {isToday && isOpen(order.order_status) && <span className={css.age}> {ageLabel(minutes)}</span>}
    </time>
  );
}

export const minutesSince = (instant: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
