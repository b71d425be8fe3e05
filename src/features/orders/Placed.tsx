import type { Order } from '../../../contract/orders.ts';
import { dateOf, shortDate, timeOf } from '../../lib/wall-clock.ts';
import css from './orders.module.css';
import { ageWords } from './words.ts';

/** "19:41 1 min" for what came in lately, "20 Nov 19:41" for older orders. */
export function Placed({ order, timezone, now }: { order: Order; timezone: string; now: number }) {
  const minutes = minutesSince(order.placed_at, now);
  const isLately = minutes < 24 * 60;
  return (
    <time dateTime={order.placed_at} className={css.placed}>
      {!isLately &&
        dateOf(order.placed_at, timezone) !== dateOf(now, timezone) &&
        `${shortDate(order.placed_at, timezone, now)} `}
      {timeOf(order.placed_at, timezone)}
      {isLately && <span className={css.age}> {ageWords(minutes)}</span>}
    </time>
  );
}

export const minutesSince = (instant: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
