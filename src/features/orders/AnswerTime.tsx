import type { Order } from '../../../contract/orders/calls.ts';
import css from './answer-time.module.css';
import { useTimeLeft } from './time-left.ts';

/** "8 min left", "1:42 left": time until the server rejects an unanswered order. Nothing if there is no deadline. */
export function AnswerTime({ order }: { order: Pick<Order, 'order_status' | 'answer_by_at'> }) {
  if (order.order_status !== 'pending' || !order.answer_by_at) return null;
  return <Left until={order.answer_by_at} />;
}

function Left({ until }: { until: string }) {
  const left = useTimeLeft(until);
  const words =
    left.kind === 'minutes'
      ? `${left.minutes} min left`
      : left.kind === 'seconds'
        ? `${left.words} left`
        : 'Time is up';
  return (
    <span
      className={
        left.kind === 'minutes' ? 'g-text-13 g-nowrap g-warn' : `g-text-13 g-nowrap g-warn g-strong ${css.last}`
      }
      role="timer"
    >
      {words}
      <span className="g-hidden"> to answer</span>
    </span>
  );
}
