import type { ReactNode } from 'react';
import css from './list.module.css';

type Value = string | number | null | undefined | false;

/** Facts of one thing, each in a line: its name, and its value at the other end. What has no value is left out. */
export function KeyValueList({ pairs }: { pairs: Record<string, Value> }): ReactNode {
  return (
    <dl>
      {Object.entries(pairs).map(([name, value]) =>
        value === null || value === undefined || value === false || value === '' ? null : (
          <div key={name} className={`g-facts ${css.fact}`}>
            <dt className="g-faint">{name}</dt>
            <dd className="g-break g-text-end">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
