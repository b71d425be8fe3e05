import { lazy, Suspense } from 'react';
import { Receipt20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { businessDay, businessDayRange } from '../../../contract/restaurant/business-day.ts';
import { openStatuses } from '../../../contract/orders/status.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useLive, useRows } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { useMay } from '../../session/use-may.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { allDates, countByStatus, newestOpen, ordersOfDay } from '../orders/queries.ts';
import { dayFigures } from './figures.ts';
import css from './insights.module.css';
import { NeedsYouList } from './NeedsYouList.tsx';
import { OpenOrderList } from './OpenOrderList.tsx';

const SetupChecklist = lazy(() =>
  import('./SetupChecklist.tsx').then((module) => ({ default: module.SetupChecklist })),
);
const RatingsCard = lazy(() => import('./RatingsCard.tsx').then((module) => ({ default: module.RatingsCard })));
const PeriodFigures = lazy(() => import('./PeriodFigures.tsx').then((module) => ({ default: module.PeriodFigures })));

/**
 * Today's figures from this device's rows, which work offline and then say how old they are; below them the figures of a period, which
 * come from the server.
 */
export function InsightsScreen() {
  const restaurant = useRestaurant();
  return restaurant && <Insights restaurant={restaurant} />;
}

const SHOWN = 10;
const WEEK_MS = 7 * 86_400_000;

function Insights({ restaurant }: { restaurant: Restaurant }) {
  const now = useMinute();
  const sync = useSyncState();
  const maySetUp = useMay('settings');
  const { timezone, business_day_cutoff_time: cutoff } = restaurant;
  const range = businessDayRange(businessDay(new Date(now), timezone, cutoff), timezone, cutoff);
  const day = useRows('orders', (db) => ordersOfDay(db, range), [range.from, range.to]);
  const open = useRows('orders', (db) => newestOpen(db, SHOWN), []);
  const byStatus = useLive((db) => countByStatus(db, allDates), []);
  const openCount = byStatus ? openStatuses.reduce((sum, status) => sum + byStatus[status], 0) : 0;
  const { orders, revenue } = dayFigures(day ?? [], range);
  const weekAgo = now - WEEK_MS;
  const before = useRows(
    'orders',
    (db) =>
      ordersOfDay(db, {
        from: businessDayRange(businessDay(new Date(weekAgo), timezone, cutoff), timezone, cutoff).from,
        to: new Date(weekAgo).toISOString(),
      }),
    [range.from, weekAgo],
  );
  const lastWeek = dayFigures(before ?? [], { from: '', to: new Date(weekAgo).toISOString() });
  // Before the first order there is nothing to add up.
  const isNew = byStatus !== undefined && !isFirstLoad(sync) && Object.values(byStatus).every((count) => count === 0);
  const isStale = sync !== undefined && sync.gate !== 'open' && sync.lastPullAt !== null;
  const isLoading = isFirstLoad(sync) && (day?.length ?? 0) === 0;
  const sameDay = `last ${new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: timezone }).format(weekAgo)}`;
  // A sum over only some of the orders would be wrong.
  const missing = !isFirstLoad(sync) ? null : sync?.gate === 'open' ? 'Loading' : 'Not on this device yet';
  return (
    <Page title="Insights">
      <div className={css.page}>
        {maySetUp && (
          <Suspense>
            <SetupChecklist restaurant={restaurant} isLoaded={!isFirstLoad(sync)} />
          </Suspense>
        )}
        <NeedsYouList pending={byStatus?.pending ?? 0} day={day ?? []} now={now} />
        {isNew ? (
          <EmptyState icon={<Receipt20Regular />} title="No orders yet">
            Your figures appear here with the first order.
          </EmptyState>
        ) : (
          <>
            <h2 className="g-text-20 g-heavy">Today</h2>
            <p className={`g-soft ${css.asOf}`}>
              {isStale && sync.lastPullAt
                ? `Figures as of ${timeOf(sync.lastPullAt, timezone)}, with what was done on this device since. `
                : ''}
              Business day from {cutoff}.
            </p>
            <dl className={`g-grid g-gap-16 ${css.figures}`}>
              <Figure
                word="Revenue"
                value={money(revenue, restaurant.currency)}
                missing={missing}
                hint={
                  lastWeek.revenue > 0
                    ? `${money(lastWeek.revenue, restaurant.currency)} by now ${sameDay}`
                    : 'Accepted orders only'
                }
              />
              <Figure
                word="Orders"
                value={String(orders)}
                missing={missing}
                hint={
                  lastWeek.orders > 0
                    ? `${lastWeek.orders} by now ${sameDay}`
                    : orders > 0
                      ? `${money(Math.round(revenue / orders), restaurant.currency)} on average`
                      : 'None yet'
                }
              />
              <Figure
                word="Open orders"
                value={String(openCount)}
                missing={missing}
                hint={newWords(byStatus?.pending ?? 0)}
              />
            </dl>
            <section className={css.card} aria-labelledby="open-orders">
              <div className="g-flex g-spread g-baseline g-below-8">
                <h2 className="g-text-16" id="open-orders">
                  Newest open orders
                </h2>
                <Link href={`${links.orders()}?order_status=open`}>All open orders</Link>
              </div>
              {isLoading && <SkeletonRows rows={5} label="Loading orders" />}
              {!isLoading && open?.length === 0 && (
                <EmptyState icon={<Receipt20Regular />} title="All caught up">
                  No order is open right now.
                </EmptyState>
              )}
              {open && open.length > 0 && <OpenOrderList orders={open} timezone={timezone} now={now} />}
            </section>
            <Suspense>
              <PeriodFigures restaurant={restaurant} now={now} />
            </Suspense>
            <Suspense>
              <RatingsCard restaurant={restaurant} now={now} />
            </Suspense>
          </>
        )}
      </div>
    </Page>
  );
}

interface FigureProps {
  word: string;
  value: string;
  hint: string;
  /** Why no figure is shown: its rows have not been loaded. */
  missing: string | null;
}

function Figure({ word, value, hint, missing }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt className="g-soft">{word}</dt>
      <dd className={`g-heavy g-ink ${css.value}`}>{missing === null ? value : '–'}</dd>
      <dd className="g-text-13 g-faint">{missing ?? hint}</dd>
    </div>
  );
}

const newWords = (n: number) => (n === 0 ? 'None waiting' : `${n} waiting for an answer`);
