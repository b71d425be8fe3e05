import { ArrowDownload20Regular, ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import css from './table.module.css';

interface Props {
  /** From 1. */
  page: number;
  limit: number;
  /** The number of all rows; null while they are counted. */
  total: number | null;
  /** More rows are still loading, so the total may grow. */
  isLoading?: boolean;
  sizes: number[];
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
  /** Text beside the count, such as "searching older orders". */
  note?: string;
  /** Saves the rows as a file. */
  onExport?: () => void;
}

/** "1–15 of 48" on the left, rows and pages on the right, always at the same place. */
export function TableFooter({ page, limit, total, isLoading = false, sizes, onPage, onLimit, note, onExport }: Props) {
  const pages = Math.max(1, Math.ceil((total ?? 0) / limit));
  const first = Math.min((page - 1) * limit + 1, total ?? 0);
  const last = Math.min(page * limit, total ?? 0);
  return (
    <div className={`g-row g-gap-12 g-digits g-size-14 g-soft g-tall ${css.footer}`}>
      <span aria-live="polite">
        {rangeWords({ first, last, total, isLoading })}
        {note && `, ${note}`}
      </span>
      {onExport && (
        <button
          className={`g-icon g-square g-round-6 g-hover ${css.step}`}
          type="button"
          aria-label="Export as CSV"
          title="Export as CSV"
          disabled={!total}
          onClick={onExport}
        >
          <ArrowDownload20Regular />
        </button>
      )}
      <div className={css.pages}>
        <label htmlFor="rows-a-page">Rows</label>
        <select
          id="rows-a-page"
          className="g-input"
          value={limit}
          onChange={(event) => onLimit(Number(event.target.value))}
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
        <button
          className={`g-icon g-square g-round-6 g-hover ${css.step}`}
          type="button"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft20Regular />
        </button>
        <span aria-label={`Page ${page} of ${pages}`}>
          {count(page)} / {count(pages)}
        </span>
        <button
          className={`g-icon g-square g-round-6 g-hover ${css.step}`}
          type="button"
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight20Regular />
        </button>
      </div>
    </div>
  );
}

interface Range {
  first: number;
  last: number;
  total: number | null;
  isLoading: boolean;
}

function rangeWords({ first, last, total, isLoading }: Range): string {
  if (total === null || (isLoading && total === 0)) return 'Loading';
  if (isLoading) return `Loading, ${count(total)} so far`;
  return total === 0 ? '0 of 0' : `${count(first)}–${count(last)} of ${count(total)}`;
}

const format = new Intl.NumberFormat('en-GB');
const count = (n: number) => format.format(n);
