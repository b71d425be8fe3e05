import { BookOpen20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { MenuCategory } from '../../../../contract/menu/calls.ts';
import type { Mirrored } from '../../../data/db.ts';
import { isPending } from '../../../data/live.ts';
import { RowMenuButton } from '../../../components/RowMenuButton.tsx';
import { SortHandle } from '../../../components/sorting/SortHandle.tsx';
import { links } from '../../../links.ts';
import { sourceLabel } from '../../../ui/order-label.ts';
import { PendingClock } from '../../../ui/PendingClock.tsx';
import css from '../books.module.css';
import { statuses } from './status.ts';

interface Props {
  book: Mirrored<'menu_books'>;
  categories: readonly MenuCategory[];
  /** By category. */
  counts: ReadonlyMap<string, { count: number; out: number }>;
  isSorted: boolean;
  onMore: (target: HTMLElement) => void;
}

/** A menu with what it holds, and what its state means. */
export function BookCard({ book, categories, counts, isSorted, onMore }: Props) {
  const { name, short, meaning } = statuses[book.status];
  const { channels = [] } = book;
  const isLimited = book.status === 'published' && channels.length > 0;
  return (
    <li
      className={`g-group g-relative g-pad-16 ${css.book}`}
      data-sort={book.id}
      // Cards lie beside each other where there is room.
      data-sort-across=""
    >
      <span className={`g-center g-box-40 g-round-10 ${css.icon}`} aria-hidden="true">
        <BookOpen20Regular />
      </span>
      <div className={`g-narrow ${css.what}`}>
        <h2 className="g-row g-text-16 g-gap-8 g-strong">
          <Link href={links.categories(book.id)} className="g-cover" draggable={false}>
            {book.name}
          </Link>
          {isPending(book) && <PendingClock />}
        </h2>
        {book.description && <p className={css.description}>{book.description}</p>}
      </div>
      <ul className={`g-line-row ${css.categories}`}>
        {categories.map(({ id, name: label }) => {
          const { count, out } = counts.get(id) ?? { count: 0, out: 0 };
          return (
            <li key={id}>
              <Link href={links.items(book.id, id)} className="g-row g-gap-8" draggable={false}>
                <span className="g-grow g-narrow g-truncate">{label}</span>
                {out > 0 && <b className="g-strong g-bad g-size-13">{out} sold out</b>}
                <span className="g-digits g-faint g-size-13">{count}</span>
              </Link>
            </li>
          );
        })}
        {categories.length === 0 && <li className="g-soft">No categories yet</li>}
      </ul>
      <div className={`g-row g-gap-8 g-line-row ${css.foot}`}>
        <span
          className={`g-strong g-size-13 g-round-6 g-pad-x-8 g-line-24 g-rigid ${css.state} ${
            book.status === 'published' ? css.published : ''
          }`}
        >
          {name}
        </span>
        <span className="g-text-13 g-faint g-fill g-narrow" title={meaning}>
          {isLimited ? `Only: ${channels.map(sourceLabel).join(', ')}` : short}
        </span>
        <SortHandle isOff={!isSorted} />
        <RowMenuButton name={book.name} onOpen={onMore} />
      </div>
    </li>
  );
}
