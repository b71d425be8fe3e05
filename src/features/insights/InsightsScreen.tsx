import { Receipt20Regular } from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import { businessDay, businessDayRange } from '../../../contract/restaurant/business-day.ts';
import { openStatuses } from '../../../contract/orders/status.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useLive, useRows } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../routes.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { allDates, countByStatus, newestOpen, ordersOfDay } from '../orders/queries.ts';
import { dayFigures } from './figures.ts';
import css from './insights.module.css';
import { OpenOrderList } from './OpenOrderList.tsx';

/** Today's figures from what this device holds: they are there without a network, and then say how old they are. */
export function InsightsScreen() {
  const restaurant = useRestaurant();
  return restaurant && <Insights restaurant={restaurant} />;
}

const SHOWN = 10;

function Insights({ restaurant }: { restaurant: Restaurant }) {
  const now = useMinute();
  const sync = useSyncState();
  const { timezone, business_day_cutoff_time: cutoff } = restaurant;
  const range = businessDayRange(businessDay(new Date(now), timezone, cutoff), timezone, cutoff);
  const day = useRows('orders', (db) => ordersOfDay(db, range), [range.from, range.to]);
  const open = useRows('orders', (db) => newestOpen(db, SHOWN), []);
  const byStatus = useLive((db) => countByStatus(db, allDates), []);
  const [pathname] = useLocation();
  const isHelp = pathname === '/restaurant/help';
  const openCount = byStatus ? openStatuses.reduce((sum, status) => sum + byStatus[status], 0) : 0;
  const { orders, revenue } = dayFigures(day ?? [], range);
  const isStale = sync !== undefined && sync.gate !== 'open' && sync.lastPullAt !== null;
  const isLoading = isFirstLoad(sync) && (day?.length ?? 0) === 0;
  // Of a part of the orders no sum is right.
  const missing = !isFirstLoad(sync) ? null : sync?.gate === 'open' ? 'Loading' : 'Not on this device yet';
  return (
    <Page title="Insights">
      <div className={css.page}>
        {isHelp && (
          <p className={css.help} role="note">
            Help has no page of its own yet, so you see Insights. Settings explains what this device can do.
          </p>
        )}
        <h2 className={css.hello}>Today</h2>
        <p className={css.asOf}>
          {isStale && sync.lastPullAt
            ? `Figures as of ${timeOf(sync.lastPullAt, timezone)}, with what was done on this device since. `
            : ''}
          Business day from {cutoff}.
        </p>
        <dl className={css.figures}>
          <Figure
            word="Revenue"
            value={money(revenue, restaurant.currency)}
            missing={missing}
            hint="Accepted orders only"
          />
          <Figure
            word="Orders"
            value={String(orders)}
            missing={missing}
            hint={orders > 0 ? `${money(Math.round(revenue / orders), restaurant.currency)} on average` : 'None yet'}
          />
          <Figure
            word="Open orders"
            value={String(openCount)}
            missing={missing}
            hint={newWords(byStatus?.pending ?? 0)}
          />
        </dl>
        <section className={css.card} aria-labelledby="open-orders">
          <div className={css.head}>
            <h2 id="open-orders">Newest open orders</h2>
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
      </div>
    </Page>
  );
}

interface FigureProps {
  word: string;
  value: string;
  hint: string;
  /** Why nothing is claimed: what it counts has not reached this device. */
  missing: string | null;
}

function Figure({ word, value, hint, missing }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt>{word}</dt>
      <dd className={css.value}>{missing === null ? value : '–'}</dd>
      <dd className={css.hint}>{missing ?? hint}</dd>
    </div>
  );
}

const newWords = (n: number) => (n === 0 ? 'None waiting' : `${n} waiting for an answer`);
