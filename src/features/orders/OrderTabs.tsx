import { Link } from 'wouter';
import { intoView } from '../../ui/into-view.ts';
import { isByDue, tabPatch, type OrderFilters, type StatusFilter } from './filters.ts';
import css from './tabs.module.css';
import type { StatusCounts } from './queries.ts';
import { sum } from './use-order-list.ts';

const tabs: readonly (readonly [StatusFilter, string])[] = [
  ['open', 'Open'],
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
  filters: OrderFilters;
  /** How many orders of any date are open; null: not known yet. */
  open: number | null;
  /** How many orders are for later; null: not known yet. */
  later: number | null;
  /** null: not known yet. */
  counts: StatusCounts | null;
  linkTo: (patch: Partial<OrderFilters>) => string;
}

/** Tabs on a desk, scrolling chips on a phone. They are links: each has its own address and opens in a new tab as well. */
export function OrderTabs({ filters, open, later, counts, linkTo }: Props) {
  const { status: current, isForLater } = filters;
  // The tabs beside those by due time are of today as long as no date is chosen, and coming from there none is.
  const isToday = filters.date === null || isByDue(filters);
  return (
    <nav className={css.tabs} aria-label="Orders by status">
      {tabs.map(([tab, word]) => {
        const count = tab === 'open' ? open : counts && sum(counts, tab);
        const isCurrent = tab === current && !isForLater;
        return (
          <Link
            key={word}
            href={linkTo(tabPatch(filters, { status: tab, isForLater: false }))}
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
          href={linkTo(tabPatch(filters, { status: null, isForLater: true }))}
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
