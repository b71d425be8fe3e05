import { Settings16Regular } from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import type { MenuBook, MenuCategory } from '../../../contract/menu/calls.ts';
import type { Mirrored } from '../../data/db.ts';
import { SortHandle } from '../../components/sorting/SortHandle.tsx';
import { mutate } from '../../data/mutate.ts';
import { links } from '../../links.ts';
import { intoView } from '../../ui/into-view.ts';
import css from './items.module.css';
import { reorderCategories } from './mutations.ts';
import { countItems } from './count-items.ts';
import { useOrder } from './order/use-order.ts';

interface Props {
  book: MenuBook;
  categories: MenuCategory[];
  items: Mirrored<'menu_items'>[];
  isOut: (item: Mirrored<'menu_items'>) => boolean;
}

/** The categories of the menu beside the table, with the number of dishes and of sold-out dishes. */
export function CategoryList({ book, categories, items, isOut }: Props) {
  const [path] = useLocation();
  const { list } = useOrder<HTMLUListElement, MenuCategory>({
    rows: categories,
    save: (places) => mutate(reorderCategories, { path: { id: book.id }, body: { places } }),
  });
  const counts = countItems(items, isOut);
  return (
    <nav className={`g-rigid g-surface-2 g-scroll-y ${css.side}`} aria-label="Categories">
      <div className={`g-row g-spread ${css.sideHead}`}>
        <h2 className="g-text-16 g-strong">Categories</h2>
        <Link
          href={links.categories(book.id)}
          className={`g-center g-square g-soft g-round-6 g-hover ${css.manage}`}
          aria-label="Add, rename, move or delete categories"
          title="Add, rename, move or delete"
        >
          <Settings16Regular />
        </Link>
      </div>
      <ul ref={list}>
        {categories.map((category) => {
          const { count, out } = counts.get(category.id) ?? { count: 0, out: 0 };
          const href = links.items(book.id, category.id);
          return (
            <li key={category.id} data-sort={category.id}>
              <Link
                href={href}
                // Else the browser drags the link instead of the category.
                draggable={false}
                ref={path === href ? intoView : undefined}
                aria-current={path === href ? 'page' : undefined}
                className={
                  path === href
                    ? `g-row g-gap-8 g-soft g-round-8 g-pad-x-12 g-plain g-hover ${css.place} ${css.current}`
                    : `g-row g-gap-8 g-soft g-round-8 g-pad-x-12 g-plain g-hover ${css.place}`
                }
              >
                <SortHandle />
                <span className="g-grow g-narrow">{category.name}</span>
                {out > 0 && (
                  <b className="g-centered g-size-12 g-bad g-line-18 g-pad-0-5" title={`${out} sold out`}>
                    {out}
                    <span className="g-hidden"> sold out of</span>
                  </b>
                )}
                <small className="g-digits g-size-13 g-faint">{count}</small>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
