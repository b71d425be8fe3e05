import { Link } from 'wouter';
import tabs from '../../components/tabs.module.css';
import { shows, type ReservationFilters, type Show } from './filters.ts';

const labels: Record<Show, string> = {
  list: 'List',
  timeline: 'Timeline',
  plan: 'Floor plan',
  waiting: 'Waiting list',
};

interface Props {
  current: Show;
  linkTo: (patch: Partial<ReservationFilters>) => string;
  waitingCount: number;
}

/** In which form the day is shown. */
export function DayForms({ current, linkTo, waitingCount }: Props) {
  return (
    <nav
      className={`g-scroll-x g-flex g-rigid g-gap-4 g-rule-below g-inset-x-16 ${tabs.tabs}`}
      aria-label="Forms of the day"
    >
      {shows.map((show) => (
        <Link
          key={show}
          href={linkTo({ show })}
          className={`g-inline g-gap-8 g-nowrap g-size-14 g-soft g-pad-x-8 g-plain ${tabs.tab} ${show === current ? tabs.current : ''}`}
          aria-current={show === current ? 'page' : undefined}
        >
          {labels[show]}
          {show === 'waiting' && waitingCount > 0 && <span className="g-count">{waitingCount}</span>}
        </Link>
      ))}
    </nav>
  );
}
