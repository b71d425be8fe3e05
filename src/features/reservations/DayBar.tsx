import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import tabs from '../../components/tabs.module.css';
import { addDays } from '../../lib/wall-clock.ts';
import type { ChangeFilters } from '../../components/use-filters.ts';
import { shows, type ReservationFilters, type Show } from './filters.ts';
import css from './reservations.module.css';

const labels: Record<Show, string> = {
  list: 'List',
  timeline: 'Timeline',
  plan: 'Floor plan',
  waiting: 'Waiting list',
};

interface Props {
  filters: ReservationFilters;
  change: ChangeFilters<ReservationFilters>;
  linkTo: (patch: Partial<ReservationFilters>) => string;
  /** The business day that is shown, and the current one. */
  day: string;
  today: string;
  /** "12 reservations, 41 guests" */
  summary: string;
  waitingCount: number;
}

/** Which day, in which form, and what it holds. */
export function DayBar({ filters, change, linkTo, day, today, summary, waitingCount }: Props) {
  const go = (to: string) => change({ day: to === today ? null : to });
  return (
    <>
      <nav
        className={`g-scroll-x g-flex g-rigid g-gap-4 g-rule-below g-inset-x-16 ${tabs.tabs}`}
        aria-label="Forms of the day"
      >
        {shows.map((show) => (
          <Link
            key={show}
            href={linkTo({ show })}
            className={`g-inline g-gap-8 g-nowrap g-size-14 g-soft g-pad-x-8 g-plain ${tabs.tab} ${show === filters.show ? tabs.current : ''}`}
            aria-current={show === filters.show ? 'page' : undefined}
          >
            {labels[show]}
            {show === 'waiting' && waitingCount > 0 && <span className="g-count">{waitingCount}</span>}
          </Link>
        ))}
      </nav>
      <div className={`g-row g-wrap g-gap-8 g-rigid ${css.dayBar}`}>
        <button
          type="button"
          className={`g-icon g-box-32 g-round-8 g-outline g-hover ${css.turn}`}
          aria-label="The day before"
          onClick={() => go(addDays(day, -1))}
        >
          <ChevronLeft20Regular />
        </button>
        <input
          type="date"
          aria-label="Day"
          className={`g-outline g-round-8 g-surface g-ink g-pad-x-12 ${css.date} ${css.day}`}
          value={day}
          onChange={({ target }) => target.value && go(target.value)}
        />
        <button
          type="button"
          className={`g-icon g-box-32 g-round-8 g-outline g-hover ${css.turn}`}
          aria-label="The day after"
          onClick={() => go(addDays(day, 1))}
        >
          <ChevronRight20Regular />
        </button>
        {day !== today && (
          <button type="button" className="g-quiet g-hover" onClick={() => go(today)}>
            Today
          </button>
        )}
        <p className="g-soft" role="status">
          {summary}
        </p>
      </div>
    </>
  );
}
