import { spanOf } from '../../../contract/restaurant/check-hours.ts';
import type { Hours } from '../../../contract/restaurant/rows.ts';
import css from './hours.module.css';

/** The bar begins at this hour: the small hours belong to the evening before. */
const BEGIN = 6 * 60;
const DAY = 24 * 60;

/** A day at a glance, from six to six: gaps and nights show. The times stand beside it. */
export function DayBar({ periods }: { periods: Hours['days'][number]['periods'] }) {
  const parts = periods
    .filter(({ open_time, close_time }) => open_time !== '' && close_time !== '')
    .map(spanOf)
    .map(({ from, to }) => ({ from: Math.max(0, from - BEGIN), to: Math.min(DAY, to - BEGIN) }))
    .filter(({ from, to }) => to > from);
  return (
    <div className={css.bar} aria-hidden="true">
      {parts.map(({ from, to }) => (
        <span
          key={`${from} ${to}`}
          style={{ insetInlineStart: `${(from / DAY) * 100}%`, inlineSize: `${((to - from) / DAY) * 100}%` }}
        />
      ))}
    </div>
  );
}
