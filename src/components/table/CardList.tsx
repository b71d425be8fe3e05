import type { ReactNode } from 'react';
import css from './card-list.module.css';
import { useRowKeys } from './row-keys.ts';

interface Props<Row> {
  label: string;
  /** null: not read yet; placeholders are shown. */
  rows: readonly Row[] | null;
  children: (row: Row) => ReactNode;
}

/** A table's rows as cards on a phone. */
export function CardList<Row>({ label, rows, children }: Props<Row>) {
  const list = useRowKeys<HTMLUListElement>();
  if (rows === null) {
    return (
      <ul className={`g-stack g-gap-8 ${css.cards}`} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((card) => (
          <li key={card} className={`g-surface-3 g-round-12 ${css.waiting}`} />
        ))}
      </ul>
    );
  }
  return (
    <ul ref={list} className={`g-stack g-gap-8 ${css.cards}`} aria-label={label}>
      {rows.map(children)}
    </ul>
  );
}
