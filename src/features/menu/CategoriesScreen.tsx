import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  Add20Regular,
  ArrowDown20Regular,
  ArrowUp20Regular,
  Copy20Regular,
  Delete20Regular,
  Edit20Regular,
  MoreHorizontal20Regular,
} from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import { matchRoute } from '../../../contract/routes.ts';
import type { Mirrored } from '../../data/db.ts';
import { isPending, useRow, useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { links } from '../../links.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { HeaderActions } from '../../components/HeaderActions.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { MissingMenu } from './MissingMenu.tsx';
import css from './categories.module.css';
import { MenuStates } from './MenuStates.tsx';
import { SortHandle } from '../../components/sorting/SortHandle.tsx';
import { showToast } from '../../ui/page/toast.ts';
import { duplicateCategory } from './duplicate/duplicate.ts';
import { sayDeleted } from './delete-with-undo.ts';
import { removeCategory, reorderCategories, restoreCategory } from './mutations.ts';
import { useOrder } from './order/use-order.ts';
import { allItems, categories as readCategories } from './queries.ts';
import { useOuts } from './use-outs.ts';

const CategoryDialog = lazy(() =>
  import('./CategoryDialog.tsx').then((module) => ({ default: module.CategoryDialog })),
);
const CategoryMenu = lazy(() => import('./CategoryMenu.tsx').then((module) => ({ default: module.CategoryMenu })));
const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Category = Mirrored<'menu_categories'>;

/** The categories of a menu, in the order in which customers see them. */
export function CategoriesScreen() {
  const [path] = useLocation();
  const menuId = matchRoute(path)?.params.menuId ?? '';
  const book = useRow('menu_books', menuId);
  const categories = useRows('menu_categories', (db) => readCategories(db, menuId), [menuId]);
  const items = useRows('menu_items', (db) => allItems(db), []);
  const { isOut } = useOuts(items);
  const [editing, setEditing] = useState<Category | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Category | null>(null);
  const [menu, setMenu] = useState<{ category: Category; target: HTMLElement; opening: number } | null>(null);
  const isPhone = useMedia(PHONE);
  const { list, move, moveOf } = useOrder<HTMLOListElement, Category>({
    rows: categories,
    save: (places) => mutate(reorderCategories, { path: { id: menuId }, body: { places } }),
  });
  if (book === null) return <MissingMenu what="menu" />;

  const duplicate = (category: Category) => {
    const { id, name } = duplicateCategory(category, categories ?? [], itemsOf(category));
    showToast({
      title: `${name} added`,
      undo: () => mutate(removeCategory, { path: { id: menuId, categoryId: id } }),
    });
  };
  const remove = ({ id, name }: Category) => {
    const path = { id: menuId, categoryId: id };
    const restore = () => mutate(restoreCategory, { path, body: {} });
    sayDeleted(name, [mutate(removeCategory, { path })], restore);
  };
  const itemsOf = (category: Category) => (items ?? []).filter((item) => item.category_id === category.id);
  const outOf = (category: Category) => itemsOf(category).filter(isOut).length;
  const add = { label: 'Add category', icon: <Add20Regular />, onDo: () => setEditing('new') };
  return (
    <Page
      title={book?.name ?? 'Menu'}
      breadcrumb={[{ label: 'Menu', to: links.menu() }]}
      actions={categories && categories.length > 0 ? <HeaderActions main={add} /> : null}
    >
      {categories?.length === 0 && (
        <MenuStates
          what="This menu"
          empty="This menu has no categories"
          hint="Add the first, such as Starters, then its dishes."
          action={<ActionButton action={add} isMain />}
        />
      )}
      <ol ref={list} className={`g-stack ${css.list}`}>
        {categories?.map((category) => (
          <li key={category.id} data-sort={category.id}>
            {!isPhone && <SortHandle />}
            <Link href={links.items(menuId, category.id)} className={`g-break g-strong g-ink g-plain ${css.name}`}>
              {category.name}
            </Link>
            {isPending(category) && <PendingClock />}
            <span className={`g-push g-nowrap g-size-13 g-faint ${css.counts}`}>
              {outOf(category) > 0 && <b className="g-strong g-bad">{outOf(category)} sold out</b>}{' '}
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
              <span className="g-flex">
                <Button
                  appearance="subtle"
                  icon={<ArrowUp20Regular />}
                  aria-label={`Move ${category.name} up`}
                  data-move="up"
                  disabled={moveOf(category.id, 'up') === null}
                  onClick={() => move(category.id, 'up')}
                />
                <Button
                  appearance="subtle"
                  icon={<ArrowDown20Regular />}
                  aria-label={`Move ${category.name} down`}
                  data-move="down"
                  disabled={moveOf(category.id, 'down') === null}
                  onClick={() => move(category.id, 'down')}
                />
                <Button
                  appearance="subtle"
                  icon={<Edit20Regular />}
                  aria-label={`Rename ${category.name}`}
                  onClick={() => setEditing(category)}
                />
                <Button
                  appearance="subtle"
                  icon={<Copy20Regular />}
                  aria-label={`Duplicate ${category.name}`}
                  onClick={() => duplicate(category)}
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
      {menu && categories && (
        <Suspense>
          <CategoryMenu
            key={menu.opening}
            name={menu.category.name}
            target={menu.target}
            onMove={(way) => moveOf(menu.category.id, way)}
            onRename={() => setEditing(menu.category)}
            onDuplicate={() => duplicate(menu.category)}
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
            keepLabel="Keep the category"
            submitLabel={`Delete ${deleting.name}`}
            onDo={() => remove(deleting)}
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
