import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular, BookOpen20Regular, Delete16Regular, Edit16Regular, Grid20Regular } from '@fluentui/react-icons';
import { Link, useLocation, useSearch } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { isPending, useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { links } from '../../routes.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { Page } from '../../ui/Page.tsx';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { isAvailable } from './availability.ts';
import css from './books.module.css';
import { MenuStates } from './MenuStates.tsx';
import { removeBook } from './mutations.ts';
import { allItems, books as readBooks, categories as readCategories } from './queries.ts';
import { useEnds } from './use-ends.ts';

const AvailabilityBoard = lazy(() =>
  import('./AvailabilityBoard.tsx').then((module) => ({ default: module.AvailabilityBoard })),
);
const BookDialog = lazy(() => import('./BookDialog.tsx').then((module) => ({ default: module.BookDialog })));
const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Book = Mirrored<'menu_books'>;

/** The menus; with `?view=availability` the board for the kitchen. */
export function MenuScreen() {
  const restaurant = useRestaurant();
  const view = new URLSearchParams(useSearch()).get('view');
  if (!restaurant) return null;
  if (view !== 'availability') return <Books />;
  return (
    <Suspense>
      <AvailabilityBoard restaurant={restaurant satisfies Restaurant} />
    </Suspense>
  );
}

function Books() {
  const books = useRows('menu_books', readBooks, []);
  const categories = useRows('menu_categories', (db) => readCategories(db), []) ?? [];
  const items = useRows('menu_items', (db) => allItems(db), []) ?? [];
  const now = useEnds(items);
  const [, navigate] = useLocation();
  const [editing, setEditing] = useState<Book | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Book | null>(null);
  const itemsOf = (book: Book) => items.filter((item) => item.menu_book_id === book.id);
  return (
    <Page
      title="Menu"
      actions={
        books && books.length > 0 ? (
          <>
            <Button appearance="subtle" icon={<Grid20Regular />} onClick={() => navigate(links.availability())}>
              <span className={css.board}>Availability board</span>
            </Button>
            <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEditing('new')}>
              Add menu
            </Button>
          </>
        ) : null
      }
    >
      {books === undefined && <SkeletonRows rows={3} rowHeight={96} label="Loading menus" />}
      {books?.length === 0 && (
        <MenuStates
          what="Your menu"
          empty="No menu yet"
          hint="Add a menu, then its categories and dishes."
          action={
            <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEditing('new')}>
              Add menu
            </Button>
          }
        />
      )}
      <ul className={css.books}>
        {books?.map((book) => (
          <BookCard
            key={book.id}
            book={book}
            categories={categories.filter((category) => category.menu_book_id === book.id).length}
            items={itemsOf(book).length}
            out={itemsOf(book).filter((item) => !isAvailable(item, new Date(now))).length}
            onEdit={() => setEditing(book)}
            onDelete={() => setDeleting(book)}
          />
        ))}
      </ul>
      {editing && (
        <Suspense>
          <BookDialog
            book={editing === 'new' ? null : editing}
            nextPlace={nextPlace(books ?? [])}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <ConfirmDialog
            title={`Delete “${deleting.name}”?`}
            keepWords="Keep the menu"
            doWords={`Delete ${deleting.name}`}
            onDo={() => mutate(removeBook, { path: { id: deleting.id } })}
            onClose={() => setDeleting(null)}
          >
            {`Its ${itemsOf(deleting).length} items leave the website and the chatbot. Orders that contain them stay.`}
          </ConfirmDialog>
        </Suspense>
      )}
    </Page>
  );
}

interface CardProps {
  book: Book;
  categories: number;
  items: number;
  out: number;
  onEdit: () => void;
  onDelete: () => void;
}

const states = { draft: 'Draft', published: 'Published', archived: 'Archived' };

function BookCard({ book, categories, items, out, onEdit, onDelete }: CardProps) {
  return (
    <li className={css.book}>
      <span className={css.icon} aria-hidden="true">
        <BookOpen20Regular />
      </span>
      <div className={css.what}>
        <h2>
          <Link href={links.categories(book.id)}>{book.name}</Link>
          {isPending(book) && <PendingClock />}
        </h2>
        <p>
          {count(categories, 'category', 'categories')}, {count(items, 'item', 'items')}
          {out > 0 && ', '}
          {out > 0 && <b>{out} sold out</b>}
        </p>
        {book.description && <p className={css.description}>{book.description}</p>}
      </div>
      <div className={css.foot}>
        <span className={book.status === 'published' ? `${css.state} ${css.published}` : css.state}>
          {states[book.status]}
        </span>
        <Button
          size="small"
          appearance="subtle"
          icon={<Edit16Regular />}
          aria-label={`Edit ${book.name}`}
          onClick={onEdit}
        />
        <Button
          size="small"
          appearance="subtle"
          icon={<Delete16Regular />}
          aria-label={`Delete ${book.name}`}
          onClick={onDelete}
        />
      </div>
    </li>
  );
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const nextPlace = (rows: { sort_order: number }[]) => Math.max(-1, ...rows.map((row) => row.sort_order)) + 1;
