import { Link } from 'wouter';
import { intoView } from '../../../ui/into-view.ts';
import { isByDue, tabPatch, type OrderFilters, type StatusFilter } from './filters.ts';
import css from '../../../components/tabs.module.css';
import type { StatusCounts } from '../queries.ts';
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
  ['closed', 'Rejected & cancelled'],
];

interface Props {
  filters: OrderFilters;
  /** The number of open orders of any date; null: not known yet. */
  open: number | null;
  /** The number of scheduled orders; null: not known yet. */
  later: number | null;
  /** null: not known yet. */
  counts: StatusCounts | null;
  linkTo: (patch: Partial<OrderFilters>) => string;
}

/** Tabs on a desktop, scrolling chips on a phone. They are links: each has its own address and can open in a new browser tab. */
export function OrderTabs({ filters, open, later, counts, linkTo }: Props) {
  const { status: current, isForLater } = filters;
  // The tabs that are not sorted by due time show today if no date is chosen. Tabs sorted by due time pass no date on to them.
  const isToday = filters.date === null || isByDue(filters);
  return (
    <nav
      className={`g-scroll-x g-flex g-rigid g-gap-4 g-rule-below g-inset-x-16 ${css.tabs}`}
      aria-label="Orders by status"
    >
      {tabs.map(([tab, word]) => {
        const count = tab === 'open' ? open : counts && sum(counts, tab);
        const isCurrent = tab === current && !isForLater;
        return (
          <Link
            key={word}
            href={linkTo(tabPatch(filters, { status: tab, isForLater: false }))}
            ref={isCurrent ? intoView : undefined}
            className={
              isCurrent
                ? `g-inline g-gap-8 g-nowrap g-size-14 g-soft g-pad-x-8 g-plain ${css.tab} ${css.current}`
                : `g-inline g-gap-8 g-nowrap g-size-14 g-soft g-pad-x-8 g-plain ${css.tab}`
            }
            aria-current={isCurrent ? 'page' : undefined}
          >
            {tab === null && isToday ? 'All today' : word}
            {count !== null && (
              <span
                className={
                  tab === 'pending' && count > 0 ? `g-count ${css.count} ${css.fresh}` : `g-count ${css.count}`
                }
              >
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
          className={
            isForLater
              ? `g-inline g-gap-8 g-nowrap g-size-14 g-soft g-pad-x-8 g-plain ${css.tab} ${css.current}`
              : `g-inline g-gap-8 g-nowrap g-size-14 g-soft g-pad-x-8 g-plain ${css.tab}`
          }
          aria-current={isForLater ? 'page' : undefined}
        >
          For later
          {later !== null && <span className={`g-count ${css.count}`}>{later.toLocaleString('en-GB')}</span>}
        </Link>
      )}
    </nav>
  );
}
