import { AlertUrgent20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Mirrored } from '../../data/db.ts';
import { mutate } from '../../data/mutate.ts';
import { numberOf } from '../../lib/order-number.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { deviceId } from '../../session/device-id.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { acknowledge } from './mutations.ts';
import css from './panel.module.css';

/** Only the oldest are listed here, so that a rush does not hide the notifications; the order list has them all. */
const SHOWN = 5;

interface Props {
  orders: Mirrored<'orders'>[];
  timezone: string;
  onLeave: () => void;
}

/** Unanswered orders. "Stop ringing here" silences this device for one and tells the others that somebody has seen it. */
export function WaitingOrders({ orders, timezone, onLeave }: Props) {
  const now = useMinute();
  const unseen = orders.filter((order) => !order.acknowledged_by_device_ids.includes(deviceId()));
  const shown = orders.slice(0, SHOWN);
  const isUnseenBelow = unseen.some((order) => !shown.includes(order));
  const see = (seen: typeof orders) => {
    for (const { id } of seen) mutate(acknowledge, { path: { id }, body: { device_id: deviceId() } });
  };
  return (
    <section className={css.section} aria-labelledby="notifications-waiting">
      <div className={`g-row g-gap-8 g-tall-48 ${css.title}`}>
        <AlertUrgent20Filled className={css.warn} aria-hidden="true" />
        <h3 id="notifications-waiting">Waiting for an answer</h3>
        {(unseen.length > 1 || isUnseenBelow) && (
          <button type="button" className={`g-quiet g-hover ${css.quiet}`} onClick={() => see(unseen)}>
            Stop ringing for all
          </button>
        )}
      </div>
      <ul className={css.rows}>
        {shown.map((order) => (
          <li key={order.id}>
            <Link className={`g-entry ${css.what}`} href={links.order(order.id)} onClick={onLeave}>
              <b>
                <span className="g-heavy g-link">#{numberOf(order)}</span> <bdi>{order.customer.name}</bdi>
              </b>
              <small className="g-text-13 g-break g-soft">{words(order, timezone, now)}</small>
            </Link>
            {unseen.includes(order) ? (
              <button
                type="button"
                className={`g-button g-hover ${css.button}`}
                aria-label={`Stop ringing here for #${numberOf(order)}`}
                onClick={() => see([order])}
              >
                Stop ringing here
              </button>
            ) : (
              <small className={css.seen}>Silent here</small>
            )}
          </li>
        ))}
      </ul>
      {orders.length > SHOWN && (
        <Link
          className="g-row g-strong g-rule-above g-tall"
          href={links.orders({ order_status: 'pending', date: 'all' })}
          onClick={onLeave}
        >
          and {orders.length - SHOWN} more
        </Link>
      )}
    </section>
  );
}

/** "3 min ago, answer by 19:51" */
function words({ placed_at, answer_by_at }: Props['orders'][number], timezone: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(placed_at)) / 60_000));
  const age = minutes === 0 ? 'Just now' : minutes < 60 ? `${minutes} min ago` : `Since ${timeOf(placed_at, timezone)}`;
  return answer_by_at ? `${age}, answer by ${timeOf(answer_by_at, timezone)}` : age;
}
