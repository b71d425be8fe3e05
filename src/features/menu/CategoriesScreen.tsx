import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  Add20Regular,
  ArrowDown20Regular,
  ArrowUp20Regular,
  Delete20Regular,
  Edit20Regular,
  MoreHorizontal20Regular,
} from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import { matchRoute } from '../../../contract/routes.ts';
import { useNotOffered } from '../../api/use-offered.ts';
import type { Mirrored } from '../../data/db.ts';
import { isPending, useRow, useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { links } from '../../routes.ts';
import { Page } from '../../ui/Page.tsx';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { isAvailable } from './availability.ts';
import { MissingMenu } from './MissingMenu.tsx';
import css from './categories.module.css';
import { MenuStates } from './MenuStates.tsx';
import { editCategory, removeCategory } from './mutations.ts';
import { allItems, categories as readCategories } from './queries.ts';
import { useEnds } from './use-ends.ts';

const CategoryDialog = lazy(() =>
  import('./CategoryDialog.tsx').then((module) => ({ default: module.CategoryDialog })),
);
const CategoryMenu = lazy(() => import('./CategoryMenu.tsx').then((module) => ({ default: module.CategoryMenu })));
const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Category = Mirrored<'menu_categories'>;

/** The categories of a menu: their order is the order in which customers see them. */
export function CategoriesScreen() {
  const [path] = useLocation();
  const menuId = matchRoute(path)?.params.menuId ?? '';
  const book = useRow('menu_books', menuId);
  const categories = useRows('menu_categories', (db) => readCategories(db, menuId), [menuId]);
  const items = useRows('menu_items', (db) => allItems(db, menuId), [menuId]) ?? [];
  const now = useEnds(items);
  const [editing, setEditing] = useState<Category | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Category | null>(null);
  const [menu, setMenu] = useState<{ category: Category; target: HTMLElement; opening: number } | null>(null);
  const isPhone = useMedia(PHONE);
  const why = useNotOffered(editCategory.call);
  const whyId = why ? 'categories-why' : undefined;
  if (book === null) return <MissingMenu what="menu" />;

  const itemsOf = (category: Category) => items.filter((item) => item.category_id === category.id);
  const outOf = (category: Category) => itemsOf(category).filter((item) => !isAvailable(item, new Date(now))).length;
  const add = (
    <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEditing('new')}>
      Add category
    </Button>
  );
  return (
    <Page
      title={book?.name ?? 'Menu'}
      breadcrumb={[{ label: 'Menu', to: links.menu() }]}
      actions={categories && categories.length > 0 ? add : null}
    >
      {categories?.length === 0 && (
        <MenuStates
          what="This menu"
          empty="This menu has no categories"
          hint="Add the first, such as Starters, then its dishes."
          action={add}
        />
      )}
      <ol className={css.list}>
        {categories?.map((category, place) => (
          <li key={category.id}>
            <Link href={links.items(menuId, category.id)} className={css.name}>
              {category.name}
            </Link>
            {isPending(category) && <PendingClock />}
            <span className={css.counts}>
              {outOf(category) > 0 && <b>{outOf(category)} sold out</b>}{' '}
              {itemsOf(category).length === 1 ? '1 item' : `${itemsOf(category).length} items`}
            </span>
            {isPhone ? (
              <Button
                className={css.more}
                appearance="subtle"
                icon={<MoreHorizontal20Regular />}
                aria-label={`More for ${category.name}`}
                aria-haspopup="menu"
                onClick={({ currentTarget: target }) =>
                  setMenu((last) => ({ category, target, opening: (last?.opening ?? 0) + 1 }))
                }
              />
            ) : (
              <span className={css.buttons}>
                <Button
                  appearance="subtle"
                  icon={<ArrowUp20Regular />}
                  aria-label={`Move ${category.name} up`}
                  disabled={place === 0 || why !== null}
                  aria-describedby={whyId}
                  onClick={() => swap(categories, place, place - 1)}
                />
                <Button
                  appearance="subtle"
                  icon={<ArrowDown20Regular />}
                  aria-label={`Move ${category.name} down`}
                  disabled={place === categories.length - 1 || why !== null}
                  aria-describedby={whyId}
                  onClick={() => swap(categories, place, place + 1)}
                />
                <Button
                  appearance="subtle"
                  icon={<Edit20Regular />}
                  aria-label={`Rename ${category.name}`}
                  disabled={why !== null}
                  aria-describedby={whyId}
                  onClick={() => setEditing(category)}
                />
                <Button
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  aria-label={`Delete ${category.name}`}
                  onClick={() => setDeleting(category)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {why && categories && categories.length > 0 && (
        <p id={whyId} className={css.why}>
          Renaming and moving: {why}
        </p>
      )}
      {menu && categories && (
        <Suspense>
          <CategoryMenu
            key={menu.opening}
            name={menu.category.name}
            target={menu.target}
            why={why}
            onMove={moveOf(categories, menu.category)}
            onRename={() => setEditing(menu.category)}
            onDelete={() => setDeleting(menu.category)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <CategoryDialog
            menuId={menuId}
            category={editing === 'new' ? null : editing}
            nextPlace={Math.max(-1, ...(categories ?? []).map((category) => category.sort_order)) + 1}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <ConfirmDialog
            title={`Delete “${deleting.name}”?`}
            keepWords="Keep the category"
            doWords={`Delete ${deleting.name}`}
            onDo={() => mutate(removeCategory, { path: { id: menuId, categoryId: deleting.id } })}
            onClose={() => setDeleting(null)}
          >
            {itemsOf(deleting).length > 0
              ? `Its ${itemsOf(deleting).length} items are deleted with it. Orders that contain them stay.`
              : 'It holds no items.'}
          </ConfirmDialog>
        </Suspense>
      )}
    </Page>
  );
}

/** Moves a category by one place up or down; null: there is none. */
const moveOf =
  (categories: Category[], { id }: Category) =>
  (by: 1 | -1) => {
    const place = categories.findIndex((one) => one.id === id);
    return categories[place + by] ? () => swap(categories, place, place + by) : null;
  };

/** Each category gets its place as a number; only those whose place changes are written. */
function swap(categories: Category[], from: number, to: number): void {
  const order = [...categories];
  const [moved] = order.splice(from, 1);
  if (!moved) return;
  order.splice(to, 0, moved);
  for (const [place, category] of order.entries()) {
    if (category.sort_order === place) continue;
    mutate(editCategory, { path: { id: category.menu_book_id, categoryId: category.id }, body: { sort_order: place } });
  }
}
