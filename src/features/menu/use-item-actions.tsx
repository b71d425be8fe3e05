import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { mutate } from '../../data/mutate.ts';
import { groupBy } from '../../lib/group-by.ts';
import { setItem } from './availability.ts';
import { removeItems } from './mutations.ts';

const ItemMenu = lazy(() => import('./ItemMenu.tsx').then((module) => ({ default: module.ItemMenu })));
const UntilDialog = lazy(() => import('./UntilDialog.tsx').then((module) => ({ default: module.UntilDialog })));
const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Item = Mirrored<'menu_items'>;

interface Options {
  restaurant: Restaurant;
  now: number;
  /** null: editing is not offered here. */
  onEdit: ((item: Item) => void) | null;
}

export interface ItemActions {
  onMore: (item: Item, target: HTMLElement) => void;
  onDelete: (items: Item[], onDone?: () => void) => void;
  /** Menu and dialogs, to be put once into the screen. */
  floating: ReactNode;
}

/** What can be done with a dish besides its switch. Menus and dialogs are loaded at their first opening. */
export function useItemActions({ restaurant, now, onEdit }: Options): ItemActions {
  const [menu, setMenu] = useState<{ item: Item; target: HTMLElement; opening: number } | null>(null);
  const [dated, setDated] = useState<Item | null>(null);
  const [deleting, setDeleting] = useState<{ items: Item[]; onDone?: () => void } | null>(null);
  const name = deleting?.items.length === 1 ? (deleting.items[0]?.name ?? '') : `${deleting?.items.length ?? 0} items`;

  // Each under a boundary of its own, as the orders' (OrderActions.tsx).
  const floating = (
    <>
      {menu && (
        <Suspense>
          <ItemMenu
            key={menu.opening}
            item={menu.item}
            target={menu.target}
            restaurant={restaurant}
            now={now}
            onWish={(wish) => setItem(menu.item, wish)}
            onDate={() => setDated(menu.item)}
            onEdit={onEdit && (() => onEdit(menu.item))}
            onDelete={onEdit && (() => setDeleting({ items: [menu.item] }))}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
      {dated && (
        <Suspense>
          <UntilDialog
            item={dated}
            restaurant={restaurant}
            now={now}
            onWish={(wish) => setItem(dated, wish)}
            onClose={() => setDated(null)}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <ConfirmDialog
            title={`Delete ${name}?`}
            keepWords={deleting.items.length === 1 ? 'Keep it' : 'Keep them'}
            doWords={`Delete ${name}`}
            onDo={() => {
              remove(deleting.items);
              deleting.onDone?.();
            }}
            onClose={() => setDeleting(null)}
          >
            {deleting.items.length === 1 ? 'It leaves' : 'They leave'} the website and the chatbot. Orders that contain{' '}
            {deleting.items.length === 1 ? 'it' : 'them'} stay.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
  return {
    // Pressed while the last one is still closing, it opens a new one.
    onMore: (item, target) => setMenu((last) => ({ item, target, opening: (last?.opening ?? 0) + 1 })),
    onDelete: (items, onDone) => setDeleting(onDone ? { items, onDone } : { items }),
    floating,
  };
}

/** The call deletes the items of one category; a search may have found them in several. */
function remove(items: Item[]): void {
  for (const [categoryId, group] of groupBy(items, (item) => item.category_id)) {
    const [first] = group;
    if (first)
      mutate(removeItems, {
        path: { id: first.menu_book_id, categoryId },
        body: { item_ids: group.map((item) => item.id) },
      });
  }
}
