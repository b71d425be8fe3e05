import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular, Camera20Regular, Grid20Regular, TableSimple20Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { usualTaxMode } from '../../../contract/menu/new-rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { showToast } from '../../ui/page/toast.ts';
import { links } from '../../links.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { HeaderActions } from '../../components/HeaderActions.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import css from './books.module.css';
import { MenuStates } from './MenuStates.tsx';
import { BookCard } from './books/BookCard.tsx';
import { duplicateBook } from './duplicate/duplicate.ts';
import { countItems } from './count-items.ts';
import { sayDeleted } from './delete-with-undo.ts';
import { removeBook, reorderBooks, restoreBook } from './mutations.ts';
import { useOrder } from './order/use-order.ts';
import { allItems, books as readBooks, categories as readCategories } from './queries.ts';
import { useOuts } from './use-outs.ts';

const AvailabilityBoard = lazy(() =>
  import('./board/AvailabilityBoard.tsx').then((module) => ({ default: module.AvailabilityBoard })),
);
const BookMenu = lazy(() => import('./books/BookMenu.tsx').then((module) => ({ default: module.BookMenu })));
const CsvDialog = lazy(() => import('./csv/CsvDialog.tsx').then((module) => ({ default: module.CsvDialog })));
const BookDialog = lazy(() => import('./BookDialog.tsx').then((module) => ({ default: module.BookDialog })));
const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Book = Mirrored<'menu_books'>;

/** The menus, or with `?view=availability` the availability board for the kitchen. */
export function MenuScreen() {
  const restaurant = useRestaurant();
  const view = new URLSearchParams(useSearch()).get('view');
  if (!restaurant) return null;
  if (view !== 'availability') return <Books restaurant={restaurant} />;
  return (
    <Suspense>
      <AvailabilityBoard restaurant={restaurant satisfies Restaurant} />
    </Suspense>
  );
}

function Books({ restaurant }: { restaurant: Restaurant }) {
  const books = useRows('menu_books', readBooks, []);
  const categories = useRows('menu_categories', (db) => readCategories(db), []) ?? [];
  const items = useRows('menu_items', (db) => allItems(db), []);
  const { isOut } = useOuts(items);
  const counts = countItems(items ?? [], isOut);
  const [, navigate] = useLocation();
  const [editing, setEditing] = useState<Book | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Book | null>(null);
  const [isCsvOpen, setIsCsvOpen] = useState(false);
  const [menu, setMenu] = useState<{ book: Book; target: HTMLElement; opening: number } | null>(null);
  const { list, isOff, moveOf } = useOrder<HTMLUListElement, Book>({
    rows: books,
    isOff: books?.length === 1,
    save: (places) => mutate(reorderBooks, { body: { places } }),
  });
  const remove = ({ id, name }: Book) => {
    const restore = () => mutate(restoreBook, { path: { id }, body: {} });
    sayDeleted(name, [mutate(removeBook, { path: { id } })], restore);
  };
  const duplicate = (book: Book) => {
    const its = categories.filter((category) => category.menu_book_id === book.id);
    const { id, name } = duplicateBook(book, books ?? [], its, itemsOf(book));
    showToast({
      title: `${name} added as a draft`,
      undo: () => mutate(removeBook, { path: { id } }),
    });
  };
  const itemsOf = (book: Book) => (items ?? []).filter((item) => item.menu_book_id === book.id);
  return (
    <Page
      title="Menu"
      actions={
        books && books.length > 0 ? (
          <HeaderActions
            main={{ label: 'Add menu', icon: <Add20Regular />, onDo: () => setEditing('new') }}
            more={[
              {
                label: 'Availability board',
                icon: <Grid20Regular />,
                onDo: () => navigate(links.availability()),
              },
              { label: 'From a photo', icon: <Camera20Regular />, onDo: () => navigate(links.menuUpload()) },
              { label: 'Import or export', icon: <TableSimple20Regular />, onDo: () => setIsCsvOpen(true) },
            ]}
          />
        ) : null
      }
    >
      {books === undefined && <SkeletonRows rows={3} rowHeight={96} label="Loading menus" />}
      {books?.length === 0 && (
        <MenuStates
          what="Your menu"
          empty="No menu yet"
          hint="Photograph your menu and check what was read, or add it by hand."
          action={
            <>
              <Button appearance="primary" icon={<Camera20Regular />} onClick={() => navigate(links.menuUpload())}>
                Upload a photo of your menu
              </Button>
              <Button icon={<Add20Regular />} onClick={() => setEditing('new')}>
                Add menu
              </Button>
              <Button icon={<TableSimple20Regular />} onClick={() => setIsCsvOpen(true)}>
                Import a CSV file
              </Button>
            </>
          }
        />
      )}
      <ul ref={list} className={`g-grid g-gap-16 ${css.books}`}>
        {books?.map((book) => (
          <BookCard
            key={book.id}
            book={book}
            categories={categories.filter((category) => category.menu_book_id === book.id)}
            counts={counts}
            isSorted={!isOff}
            onMore={(target) => setMenu((last) => ({ book, target, opening: (last?.opening ?? 0) + 1 }))}
          />
        ))}
      </ul>
      {isCsvOpen && (
        <Suspense>
          <CsvDialog restaurant={restaurant} onClose={() => setIsCsvOpen(false)} />
        </Suspense>
      )}
      {menu && (
        <Suspense>
          <BookMenu
            key={menu.opening}
            book={menu.book}
            target={menu.target}
            onMove={(way) => moveOf(menu.book.id, way)}
            onEdit={() => setEditing(menu.book)}
            onDuplicate={() => duplicate(menu.book)}
            onDelete={() => setDeleting(menu.book)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <BookDialog
            book={editing === 'new' ? null : editing}
            nextPlace={nextPlace(books ?? [])}
            usualTaxMode={usualTaxMode(restaurant)}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <ConfirmDialog
            title={`Delete “${deleting.name}”?`}
            keepLabel="Keep the menu"
            submitLabel={`Delete ${deleting.name}`}
            onDo={() => remove(deleting)}
            onClose={() => setDeleting(null)}
          >
            {`Its ${itemsOf(deleting).length} items leave the website and the chatbot. Orders that contain them stay.`}
          </ConfirmDialog>
        </Suspense>
      )}
    </Page>
  );
}

const nextPlace = (rows: { sort_order: number }[]) => Math.max(-1, ...rows.map((row) => row.sort_order)) + 1;
