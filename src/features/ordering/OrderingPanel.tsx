import { useState } from 'react';
import { orderingAt, prepMinutes } from '../../../contract/restaurant/ordering.ts';
import { hasHours } from '../../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { EdgeDialog } from '../../components/dialogs/EdgeDialog.tsx';
import { showToast } from '../../ui/page/toast.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { pauseReasons, orderingStateLabel } from './describe.ts';
import css from './ordering.module.css';
import {
  endFromNow,
  endOf,
  saveOrdering,
  orderingSettingsOf,
  type Lasting,
  type OrderingSettings,
} from './ordering-settings.ts';

type Reason = keyof typeof pauseReasons;

const pauses = [15, 30, 60, 120] as const;
const extras = [10, 15, 20, 30, 45] as const;
const rushes: readonly (readonly [string, string])[] = [
  ['30', '30 min'],
  ['60', '1 hour'],
  ['120', '2 hours'],
  ['next_opening', 'the rest of the day'],
];

/** Pause and rush: one tap each, with their ends. Loaded when it is first opened. */
export function OrderingPanel({ onClose }: { onClose: () => void }) {
  const restaurant = useRestaurant();
  const now = useMinute();
  return (
    <EdgeDialog title="Taking orders" closeWords="Close" onClose={onClose} className={css.panel}>
      {(close) => restaurant && <Settings restaurant={restaurant} now={now} onDone={close} />}
    </EdgeDialog>
  );
}

function Settings({ restaurant, now, onDone }: { restaurant: Restaurant; now: number; onDone: () => void }) {
  const [reason, setReason] = useState<Reason>('busy');
  const [lasting, setLasting] = useState('60');
  const standing = orderingSettingsOf(restaurant, now);
  const isPaused = standing.ordering_status === 'paused';
  const isRush = standing.extra_prep_minutes > 0;
  const reopens = endOf('next_opening', restaurant, now);

  const change = (wish: OrderingSettings) => {
    saveOrdering(restaurant, wish);
    showToast({
      title: orderingStateLabel(wish, restaurant, now),
      detail: consequenceOf(wish),
      undo: () => saveOrdering(restaurant, standing),
    });
    onDone();
  };
  const pause = (time: Lasting) =>
    change({
      ...standing,
      ordering_status: 'paused',
      ordering_paused_until: endFromNow(time, restaurant),
      ordering_pause_reason: reason,
    });
  const resume = () =>
    change({ ...standing, ordering_status: 'open', ordering_paused_until: null, ordering_pause_reason: null });
  const rush = (minutes: number) =>
    change({
      ...standing,
      extra_prep_minutes: minutes,
      extra_prep_until: endFromNow(lasting === 'next_opening' ? lasting : Number(lasting), restaurant),
    });

  return (
    <>
      <p className="g-soft g-surface-2 g-round-10 g-pad-12-16">{stateWords(restaurant, standing, now)}</p>
      <fieldset className={`g-narrow ${css.all}`}>
        <section aria-labelledby="ordering-pause">
          <h3 id="ordering-pause">Pause</h3>
          {isPaused ? (
            <button type="button" className={`g-full g-below-12 ${css.primary}`} onClick={resume}>
              Take orders again
            </button>
          ) : (
            <>
              <label className={`g-row g-gap-12 g-soft g-below-12 ${css.field}`}>
                Reason
                <select
                  className="g-input"
                  value={reason}
                  onChange={(event) => setReason(event.currentTarget.value as Reason)}
                >
                  {Object.entries(pauseReasons).map(([value, word]) => (
                    <option key={value} value={value}>
                      {word}
                    </option>
                  ))}
                </select>
              </label>
              <div className={`g-flex g-wrap g-gap-8 ${css.chips}`} role="group" aria-label="Pause for">
                {pauses.map((minutes) => (
                  <button key={minutes} type="button" onClick={() => pause(minutes)}>
                    {durationWords(minutes)}
                  </button>
                ))}
                {reopens && (
                  <button type="button" onClick={() => pause('next_opening')}>
                    Until {untilLabel(reopens, restaurant.timezone, now)}
                  </button>
                )}
                <button type="button" onClick={() => pause('open_end')}>
                  Until I turn it back on
                </button>
              </div>
            </>
          )}
        </section>
        <section aria-labelledby="ordering-rush">
          <h3 id="ordering-rush">More time for each order</h3>
          {isRush && (
            <button
              type="button"
              className={`g-full g-below-12 ${css.primary}`}
              onClick={() => change({ ...standing, extra_prep_minutes: 0, extra_prep_until: null })}
            >
              Back to the usual times
            </button>
          )}
          <label className={`g-row g-gap-12 g-soft g-below-12 ${css.field}`}>
            For
            <select className="g-input" value={lasting} onChange={(event) => setLasting(event.currentTarget.value)}>
              {rushes.map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          </label>
          <div className={`g-flex g-wrap g-gap-8 ${css.chips}`} role="group" aria-label="Minutes more">
            {extras.map((minutes) => (
              <button
                key={minutes}
                type="button"
                aria-pressed={standing.extra_prep_minutes === minutes}
                onClick={() => rush(minutes)}
              >
                +{minutes} min
              </button>
            ))}
          </div>
        </section>
      </fieldset>
    </>
  );
}

/** What customers are told at this moment. */
function stateWords(restaurant: Restaurant, standing: OrderingSettings, now: number): string {
  const { timezone } = restaurant;
  const rules = { ...restaurant, ...standing };
  if (standing.ordering_status === 'paused') {
    const reason = standing.ordering_pause_reason;
    const why = reason ? ` Reason: ${pauseReasons[reason].toLowerCase()}.` : '';
    return `${orderingStateLabel(standing, restaurant, now)}.${why} The website takes no order; orders that are in go on.`;
  }
  const ordering = orderingAt(rules, new Date(now));
  if (!hasHours(restaurant.opening_hours))
    return 'You have not entered opening hours yet. Until you do, the website takes no orders.';
  if (!ordering.isOpen) {
    const opens = ordering.opensAt ? ` Opens ${atWords(ordering.opensAt, timezone, now)}.` : '';
    return `Outside opening hours.${opens} The website takes orders for later only.`;
  }
  const of = (type: 'pickup' | 'delivery') => prepMinutes(rules, type, new Date(now));
  const until = standing.extra_prep_until ? ` until ${untilLabel(standing.extra_prep_until, timezone, now)}` : '';
  const more = standing.extra_prep_minutes > 0 ? `, ${standing.extra_prep_minutes} min more than usual${until}` : '';
  const delivers = restaurant.order_type.includes('delivery') ? ` and delivery in ${of('delivery')} min` : '';
  return `Customers are promised pickup in ${of('pickup')} min${delivers}${more}.`;
}

/** "at 11:00", "tomorrow 11:00" */
function atWords(instant: string, timezone: string, now: number): string {
  const words = untilLabel(instant, timezone, now);
  return words.includes(' ') ? words : `at ${words}`;
}

const consequenceOf = (wish: OrderingSettings): string =>
  wish.ordering_status === 'paused'
    ? 'The website takes no order as soon as this reaches it.'
    : 'The website follows as soon as this reaches it.';

const durationWords = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
