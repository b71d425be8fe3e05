import { useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDown16Regular, ArrowDownload20Regular, ArrowUp16Regular, Subtract16Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import type { Insights } from '../../../contract/dashboard/calls.ts';
import { businessDay } from '../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { exponentOf, money } from '../../lib/money.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { dateLabel, shortUntil } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { sourceLabel, typeLabel } from '../../ui/order-label.ts';
import { BarChart } from './BarChart.tsx';
import { insightsCsv } from './csv.ts';
import css from './insights.module.css';
import { PeriodChoice } from './PeriodChoice.tsx';
import { comparisonLabel, periodLabel, periodOf } from './periods.ts';
import { SentimentCard } from './SentimentCard.tsx';
import { SoldOutCard } from './SoldOutCard.tsx';
import { Table } from './Table.tsx';
import { useInsights } from './use-insights.ts';
import { weekdays } from './weekdays.ts';

/** Figures of a period from the server, which has all orders. `?date=` names the period, `?compare_date=` the one beside it. */
export function PeriodFigures({ restaurant, now }: { restaurant: Restaurant; now: number }) {
  const today = businessDay(new Date(now), restaurant.timezone, restaurant.business_day_cutoff_time);
  const asked = periodOf(useSearch(), today);
  const { date } = asked;
  const [, navigate] = useLocation();
  const { insights, isKept, hasFailed, ask } = useInsights(restaurant.id, asked);
  return (
    <section aria-labelledby="period-figures">
      <div className={css.periodHead}>
        <h2 className="g-text-20 g-heavy" id="period-figures">
          {periodLabel(date, today)}
        </h2>
        <div className="g-flex g-wrap g-gap-8">
          <PeriodChoice
            asked={asked}
            today={today}
            onChange={(next) =>
              navigate(links.insights({ date: next.date, compare_date: next.compareDate ?? undefined }))
            }
          />
          <Button
            icon={<ArrowDownload20Regular />}
            disabled={!insights}
            onClick={() =>
              insights && saveCsv(`insights-${insights.period.from}-${insights.period.to}.csv`, insightsCsv(insights))
            }
          >
            Export
          </Button>
        </div>
      </div>
      {!insights && !hasFailed && <SkeletonRows rows={4} rowHeight={96} label="Loading figures" />}
      {!insights && hasFailed && (
        <div className={css.card}>
          <p>These figures come from the server, which cannot be reached. They appear when it answers.</p>
          <Button onClick={ask}>Try again</Button>
        </div>
      )}
      {insights && (
        <>
          {isKept && (
            <p className={`g-tone-warn ${css.kept}`} role="status">
              Figures of {periodLabel(`${insights.period.from}..${insights.period.to}`, today)} as of{' '}
              {shortUntil(insights.as_of, restaurant.timezone, now)}. Newer ones need the server.
            </p>
          )}
          <Figures restaurantId={restaurant.id} insights={insights} today={today} isOld={isKept} />
        </>
      )}
    </section>
  );
}

interface FiguresProps {
  restaurantId: string;
  insights: Insights;
  today: string;
  isOld: boolean;
}

function Figures({ restaurantId, insights, today, isOld }: FiguresProps) {
  const { currency, period } = insights;
  const amount = (value: number | null) => (value === null ? '–' : money(value, currency));
  const than = comparisonLabel(`${period.from}..${period.to}`, `${period.compare_from}..${period.compare_to}`, today);
  const lines: [string, string][] = [
    ['Refunded', amount(insights.refunded_amount)],
    ['Tips', amount(insights.tip_amount)],
    ['Discounts', amount(insights.discount_amount)],
    [
      'Rejected',
      insights.rejected_rate === null
        ? '–'
        : `${insights.rejected_count}, ${insights.rejected_rate}%, ${amount(insights.rejected_amount)}`,
    ],
    ['Cancelled', String(insights.cancelled_count)],
    ['Preparation', insights.average_prep_minutes === null ? '–' : `${insights.average_prep_minutes} min on average`],
    ['Average order', amount(insights.average_order_amount.value)],
    ['All customers', insights.total_customers_count.value.toLocaleString('en-GB')],
  ];
  return (
    <div className={isOld ? css.old : undefined}>
      <dl className={`g-grid g-gap-16 ${css.figures}`}>
        <Figure
          label="Revenue"
          value={amount(insights.total_revenue.value)}
          percent={insights.total_revenue.percent_increment}
          than={than}
        />
        <Figure
          label="Orders"
          value={insights.total_orders_count.value.toLocaleString('en-GB')}
          percent={insights.total_orders_count.percent_increment}
          than={than}
        />
        <Figure
          label="Customers"
          value={insights.unique_customer_count.value.toLocaleString('en-GB')}
          percent={insights.unique_customer_count.percent_increment}
          than={than}
        />
        <Figure
          label="Average order"
          value={amount(insights.average_order_amount.value)}
          percent={insights.average_order_amount.percent_increment}
          than={than}
        />
      </dl>
      <div className={css.cards}>
        <ChartCard
          title="Revenue by day"
          heads={['Day', 'Revenue', 'Orders', 'Revenue before']}
          rows={insights.series.map((day) => [
            dateLabel(day.date, today),
            amount(day.revenue),
            String(day.orders_count),
            amount(day.compare_revenue),
          ])}
        >
          <BarChart
            title={`Revenue by day, with ${than} as lines`}
            format={(value) => wholeMoney(value, currency)}
            bars={insights.series.map((day) => ({
              label: dateLabel(day.date, today).replace(/ \d{4}$/, ''),
              value: day.revenue,
              compared: day.compare_revenue,
              text: `${dateLabel(day.date, today)}: ${amount(day.revenue)}, before ${amount(day.compare_revenue)}`,
            }))}
          />
        </ChartCard>
        <ChartCard
          title="Orders by hour"
          heads={['Hour', 'Orders', 'Revenue']}
          rows={insights.by_hour
            .filter(({ orders_count: count }) => count > 0)
            .map((hour) => [hourLabel(hour.hour), String(hour.orders_count), amount(hour.revenue)])}
        >
          <BarChart
            title="Orders by hour of the day"
            isWhole
            format={String}
            bars={insights.by_hour.map((hour) => ({
              label: String(hour.hour),
              value: hour.orders_count,
              text: `${hourLabel(hour.hour)}: ${hour.orders_count}, ${amount(hour.revenue)}`,
            }))}
          />
        </ChartCard>
        <section className={css.card}>
          <h3 className="g-text-16 g-strong g-below-8">How orders come</h3>
          <Table
            heads={['', 'Orders', 'Revenue']}
            rows={insights.by_channel.map((one) => [
              sourceLabel(one.channel),
              String(one.orders_count),
              amount(one.revenue),
            ])}
            empty="No orders in this period."
          />
          {insights.by_order_type.length > 0 && (
            <>
              <h3 className={`g-text-16 g-strong g-below-8 ${css.second}`}>By order type</h3>
              <Table
                heads={['', 'Orders', 'Revenue']}
                rows={insights.by_order_type.map((one) => [
                  typeLabel(one.order_type),
                  String(one.orders_count),
                  amount(one.revenue),
                ])}
              />
            </>
          )}
        </section>
        <section className={css.card}>
          <h3 className="g-text-16 g-strong g-below-8">By weekday</h3>
          <Table
            heads={['', 'Orders', 'Revenue']}
            rows={insights.by_weekday.map((one) => [
              weekdays[one.weekday - 1]!,
              String(one.orders_count),
              amount(one.revenue),
            ])}
          />
        </section>
        <section className={css.card}>
          <h3 className="g-text-16 g-strong g-below-8">Sold most</h3>
          <Table
            heads={['Item', 'Sold', 'Revenue']}
            rows={insights.top_items
              .slice(0, SHOWN_ITEMS)
              .map((one) => [one.name, String(one.quantity), amount(one.revenue)])}
            empty="Nothing was sold in this period."
          />
          {insights.bottom_items.length > 0 && (
            <>
              <h3 className={`g-text-16 g-strong g-below-8 ${css.second}`}>Sold least</h3>
              <Table
                heads={['Item', 'Sold', 'Revenue']}
                rows={insights.bottom_items
                  .slice(0, SHOWN_ITEMS)
                  .map((one) => [one.name, String(one.quantity), amount(one.revenue)])}
              />
            </>
          )}
        </section>
        <SoldOutCard restaurantId={restaurantId} from={period.from} to={period.to} />
        <section className={css.card}>
          <h3 className="g-text-16 g-strong g-below-8">More figures</h3>
          <Table heads={['', '']} rows={lines} />
          <h3 className={`g-text-16 g-strong g-below-8 ${css.second}`}>Wallet, now</h3>
          <Table
            heads={['', '']}
            rows={[
              ['Available to withdraw', amount(insights.wallet_balance)],
              ['Sales, all time', amount(insights.total_sales)],
              ['Withdrawn', amount(insights.total_amount_withdrawn)],
            ]}
          />
        </section>
        <SentimentCard sentiments={insights.customer_sentiments} topics={insights.topics_and_keywords} />
      </div>
    </div>
  );
}

interface FigureProps {
  label: string;
  value: string;
  percent: number | null;
  than: string;
}

function Figure({ label, value, percent, than }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt className="g-soft">{label}</dt>
      <dd className={`g-heavy g-ink ${css.value}`}>{value}</dd>
      <dd className="g-text-13 g-faint">
        {percent === null ? (
          `Nothing to compare with in ${than}`
        ) : (
          <span className={`g-inline g-gap-4 ${percent > 0 ? 'g-ok' : percent < 0 ? 'g-bad' : ''}`}>
            {percent > 0 ? (
              <ArrowUp16Regular aria-hidden="true" />
            ) : percent < 0 ? (
              <ArrowDown16Regular aria-hidden="true" />
            ) : (
              <Subtract16Regular aria-hidden="true" />
            )}
            {percent === 0 ? 'As much as' : `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than`} {than}
          </span>
        )}
      </dd>
    </div>
  );
}

interface ChartCardProps {
  title: string;
  heads: string[];
  rows: string[][];
  children: ReactNode;
}

/** A chart, or its figures as a table; on paper both. */
function ChartCard({ title, heads, rows, children }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <section className={`${css.card} ${css.wide}`}>
      <div className="g-flex g-spread g-baseline g-below-8">
        <h3 className="g-text-16 g-strong">{title}</h3>
        <Button appearance="subtle" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      <div className={isTable ? css.onPaper : undefined}>{children}</div>
      <div className={isTable ? undefined : css.onPaper}>
        <Table heads={heads} rows={rows} empty="No orders in this period." />
      </div>
    </section>
  );
}

/** The export has more. */
const SHOWN_ITEMS = 10;

/** "£3,000": an axis has no pence. */
const wholeMoney = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    amount / 10 ** exponentOf(currency),
  );

const hourLabel = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
