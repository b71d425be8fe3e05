import { Link } from 'wouter';
import { intoView } from '../../ui/into-view.ts';
import { noFilters, type OrderFilters, type StatusFilter } from './filters.ts';
import css from './tabs.module.css';
import type { StatusCounts } from './queries.ts';
import { sum } from './use-order-list.ts';

const tabs: readonly (readonly [StatusFilter, string])[] = [
  [null, 'All'],
  ['pending', 'New'],
  ['accepted', 'Accepted'],
  ['preparing', 'Preparing'],
  ['ready', 'Ready'],
  ['out_for_delivery', 'On its way'],
  ['completed', 'Completed'],
  ['closed', 'Closed'],
];

interface Props {
  current: StatusFilter;
  isForLater: boolean;
  /** How many orders are for later; null: not known yet. */
  later: number | null;
  isToday: boolean;
  /** null: not known yet. */
  counts: StatusCounts | null;
  linkTo: (patch: Partial<OrderFilters>) => string;
}

/** Tabs on a desk, scrolling chips on a phone. They are links: each has its own address and opens in a new tab as well. */
export function OrderTabs({ current, isForLater, later, isToday, counts, linkTo }: Props) {
  return (
    <nav className={css.tabs} aria-label="Orders by status">
      {tabs.map(([tab, word]) => {
        const count = counts && sum(counts, tab);
        const isCurrent = tab === current && !isForLater;
        return (
          <Link
            key={word}
            // Orders for later have a sorting and days of their own.
            href={linkTo(isForLater ? { ...noFilters, status: tab } : { status: tab })}
            ref={isCurrent ? intoView : undefined}
            className={isCurrent ? `${css.tab} ${css.current}` : css.tab}
            aria-current={isCurrent ? 'page' : undefined}
          >
            {tab === null && isToday ? 'All today' : word}
            {count !== null && (
              <span className={tab === 'pending' && count > 0 ? `${css.count} ${css.fresh}` : css.count}>
                {count.toLocaleString('en-GB')}
              </span>
            )}
          </Link>
        );
      })}
      {(isForLater || (later ?? 0) > 0) && (
        <Link
          href={linkTo({ ...noFilters, isForLater: true, sort: { field: 'due', descending: false } })}
          ref={isForLater ? intoView : undefined}
          className={isForLater ? `${css.tab} ${css.current}` : css.tab}
          aria-current={isForLater ? 'page' : undefined}
        >
          For later
          {later !== null && <span className={css.count}>{later.toLocaleString('en-GB')}</span>}
        </Link>
      )}
    </nav>
  );
}
