import { ArrowDown12Regular, ArrowUp12Regular } from '@fluentui/react-icons';
import css from './table.module.css';

interface Props {
  word: string;
  /** Its name for the style sheet. */
  column?: string;
  /** null: another column is the sorted one. */
  descending: boolean | null;
  onSort: (descending: boolean) => void;
  isAmount?: boolean;
}

/** A head that sorts; pressed again it turns round. The arrow stands only on the sorted column. */
export function SortHead({ word, column, descending, onSort, isAmount = false }: Props) {
  const sorted = descending === null ? undefined : descending ? 'descending' : 'ascending';
  return (
    <th scope="col" data-column={column} aria-sort={sorted} className={isAmount ? css.amount : undefined}>
      <button
        type="button"
        className={sorted ? `${css.sort} ${css.sorted}` : css.sort}
        onClick={() => onSort(descending === null ? true : !descending)}
      >
        {word}
        {sorted === 'descending' && <ArrowDown12Regular />}
        {sorted === 'ascending' && <ArrowUp12Regular />}
      </button>
    </th>
  );
}
