import { CloudOff16Regular } from '@fluentui/react-icons';
import type { Order, OrderEvent } from '../../../../contract/orders/calls.ts';
import type { Mirrored } from '../../../data/db.ts';
import { money } from '../../../lib/money.ts';
import { dateOf, shortDate, timeOf, untilLabel } from '../../../lib/wall-clock.ts';
import css from './detail.module.css';
import { PendingClock } from '../../../ui/PendingClock.tsx';
import { statusLabel } from '../../../ui/status-label.ts';
import { changedLabel } from '../changed-label.ts';
import { reasonLabel } from '../labels.ts';
import { sourceLabel } from '../../../ui/order-label.ts';

interface Props {
  order: Mirrored<'orders'>;
  timezone: string;
  now: number;
}

/** What happened, newest first, each with its time, and with its time of arrival if that was later. */
export function OrderTimeline({ order, timezone, now }: Props) {
  const waiting = new Set(order._sync?.op_ids);
  const hasStart = order.events.some((event) => event.type === 'placed' || event.type === 'imported');
  return (
    <section className={`g-card ${css.card}`} aria-labelledby="order-timeline">
      <div className="g-facts g-baseline g-faint g-below-12">
        <h2 className="g-text-16 g-strong g-ink" id="order-timeline">
          Timeline
        </h2>
      </div>
      <ol className={css.timeline}>
        {order.events.toReversed().map((event) => (
          <li key={event.id}>
            <When at={event.at} timezone={timezone} now={now} />
            <div>
              <p className="g-line-title">
                {eventWords(event, order)} {waiting.has(event.id) && <PendingClock />}
              </p>
              <p className="g-remark">{byWords(event, order)}</p>
              {event.note && (
                <p className={css.lineNote}>
                  “<bdi>{event.note}</bdi>”
                </p>
              )}
              {event.was_offline && !waiting.has(event.id) && (
                <p className={`g-inline g-text-13 g-tone-warn g-gap-6 g-strong g-round-6 ${css.offline}`}>
                  <CloudOff16Regular />
                  Done offline at {untilLabel(event.at, timezone, event.arrived_at)}, arrived{' '}
                  {timeOf(event.arrived_at, timezone)}
                </p>
              )}
            </div>
          </li>
        ))}
        {!hasStart && (
          <li>
            <When at={order.placed_at} timezone={timezone} now={now} />
            <div>
              <p className="g-line-title">Placed</p>
              <p className="g-remark">{sourceLabel(order.channel)}</p>
            </div>
          </li>
        )}
      </ol>
    </section>
  );
}

function When({ at, timezone, now }: { at: string; timezone: string; now: number }) {
  const isToday = dateOf(at, timezone) === dateOf(now, timezone);
  return (
    <time dateTime={at}>
      {!isToday && <span className="g-remark">{shortDate(at, timezone, now)} </span>}
      {timeOf(at, timezone)}
    </time>
  );
}

function eventWords(event: OrderEvent, order: Order): string {
  switch (event.type) {
    case 'placed':
      return 'Placed';
    case 'imported':
      return 'Imported';
    case 'note':
      return 'Note';
    case 'edited':
      return writtenOffWords(event, order.currency) ?? changedLabel([event]);
    case 'recall':
      return `Recalled, ${statusLabel(event.to ?? '').toLowerCase()} again`;
    case 'status': {
      const word = statusLabel(event.to ?? '');
      if (event.to === 'accepted' && order.prep_minutes && order.is_asap)
        return `${word}, ready in ${order.prep_minutes} min`;
      const reason =
        event.to === 'rejected' ? order.rejection_reason : event.to === 'cancelled' ? order.cancellation_reason : null;
      return reason ? `${word}: ${reasonLabel(reason)?.toLowerCase()}` : word;
    }
  }
}

/** "£37.20 written off" */
function writtenOffWords({ changes = [] }: OrderEvent, currency: string): string | null {
  const written = changes.find(({ field }) => field === 'written_off');
  const amount = (written?.from ?? 0) - (written?.to ?? 0);
  if (amount === 0) return null;
  return amount > 0 ? `${money(amount, currency)} written off` : `${money(-amount, currency)} to be paid again`;
}

function byWords(event: OrderEvent, order: Order): string {
  if (event.type === 'placed') return sourceLabel(order.channel);
  const who = event.actor?.kind === 'customer' ? 'The customer' : event.actor?.name;
  const device = event.device_name;
  return [who, device].filter((word, i, all) => word && all.indexOf(word) === i).join(', ') || 'Galley';
}
