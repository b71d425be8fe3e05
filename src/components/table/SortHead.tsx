import { ArrowDown12Regular, ArrowUp12Regular } from '@fluentui/react-icons';
import css from './table.module.css';

interface Props {
  word: string;
  /** The column's name for the style sheet. */
  column?: string;
  /** null: another column is sorted. */
  descending: boolean | null;
  onSort: (descending: boolean) => void;
  className?: string | undefined;
}

/** A sortable column head; pressing it again reverses the order. Only the sorted column has an arrow. */
export function SortHead({ word, column, descending, onSort, className }: Props) {
  const sorted = descending === null ? undefined : descending ? 'descending' : 'ascending';
  return (
    <th scope="col" data-column={column} aria-sort={sorted} className={className}>
      <button
        type="button"
        className={`g-inline g-gap-4 ${css.sort} ${sorted ? css.sorted : ''}`}
        onClick={() => onSort(descending === null ? true : !descending)}
      >
        {word}
        {sorted === 'descending' && <ArrowDown12Regular />}
        {sorted === 'ascending' && <ArrowUp12Regular />}
      </button>
    </th>
  );
}
