import type { Order } from '../../../contract/orders/calls.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { isOpen } from './list/match.ts';
import css from './list/orders.module.css';
import type { PlacedRange } from './queries.ts';
import { ageLabel, minutesSince } from '../../lib/age.ts';

interface PlacedProps {
  order: Order;
  timezone: string;
  now: number;
  /** The current business day. */
  today: PlacedRange;
}

/** "19:41 1 min" for an order of today, "20 Nov 19:41" for another day. A finished order shows no age. */
export function Placed({ order, timezone, now, today }: PlacedProps) {
  const minutes = minutesSince(order.placed_at, now);
  const isToday = order.placed_at >= today.from;
  return (
    <time dateTime={order.placed_at} className={`g-ink ${css.placed}`}>
      {!isToday && `${shortDate(order.placed_at, timezone, now)} `}
      {timeOf(order.placed_at, timezone)}
      {isToday && isOpen(order.order_status) && <span className={`g-faint ${css.age}`}> {ageLabel(minutes)}</span>}
    </time>
  );
}
