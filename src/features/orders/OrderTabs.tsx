import { Link } from 'wouter';
import { intoView } from '../../ui/into-view.ts';
import type { OrderFilters, StatusFilter } from './filters.ts';
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
  isToday: boolean;
  /** null: not known yet. */
  counts: StatusCounts | null;
  linkTo: (patch: Partial<OrderFilters>) => string;
}

/** Tabs on a desk, scrolling chips on a phone. They are links: each has its own address and opens in a new tab as well. */
export function OrderTabs({ current, isToday, counts, linkTo }: Props) {
  return (
    <nav className={css.tabs} aria-label="Orders by status">
      {tabs.map(([tab, word]) => {
        const count = counts && sum(counts, tab);
        return (
          <Link
            key={word}
            href={linkTo({ status: tab })}
            ref={tab === current ? intoView : undefined}
            className={tab === current ? `${css.tab} ${css.current}` : css.tab}
            aria-current={tab === current ? 'page' : undefined}
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
    </nav>
  );
}
