import { Settings16Regular } from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import type { MenuBook, MenuCategory } from '../../../contract/menu/calls.ts';
import type { Mirrored } from '../../data/db.ts';
import { links } from '../../routes.ts';
import { intoView } from '../../ui/into-view.ts';
import css from './items.module.css';

interface Props {
  book: MenuBook;
  categories: MenuCategory[];
  items: Mirrored<'menu_items'>[];
  isOut: (item: Mirrored<'menu_items'>) => boolean;
}

/** The categories beside the table: how many dishes each has, and how many of them are sold out. */
export function CategoryList({ book, categories, items, isOut }: Props) {
  const [path] = useLocation();
  return (
    <nav className={css.side} aria-label="Categories">
      <div className={css.sideHead}>
        <h2>Categories</h2>
        <Link
          href={links.categories(book.id)}
          className={css.manage}
          aria-label="Add, rename, move or delete categories"
          title="Add, rename, move or delete"
        >
          <Settings16Regular />
        </Link>
      </div>
      <ul>
        {categories
          .filter((category) => category.menu_book_id === book.id)
          .map((category) => {
            const within = items.filter((item) => item.category_id === category.id);
            const out = within.filter(isOut).length;
            const href = links.items(book.id, category.id);
            return (
              <li key={category.id}>
                <Link
                  href={href}
                  ref={path === href ? intoView : undefined}
                  aria-current={path === href ? 'page' : undefined}
                  className={path === href ? `${css.place} ${css.current}` : css.place}
                >
                  <span>{category.name}</span>
                  {out > 0 && (
                    <b title={`${out} sold out`}>
                      {out}
                      <span className="g-hidden"> sold out of</span>
                    </b>
                  )}
                  <small>{within.length}</small>
                </Link>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}
