import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { mutate, type Ticket } from '../../data/mutate.ts';
import type { Way } from '../../components/sorting/use-sorting.ts';
import { groupBy } from '../../lib/group-by.ts';
import { setItem } from './availability.ts';
import { sayDeleted } from './delete-with-undo.ts';
import { removeItems, restoreItems } from './mutations.ts';

const ItemMenu = lazy(() => import('./ItemMenu.tsx').then((module) => ({ default: module.ItemMenu })));
const UntilDialog = lazy(() => import('./UntilDialog.tsx').then((module) => ({ default: module.UntilDialog })));
const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Item = Mirrored<'menu_items'>;

interface Options {
  restaurant: Restaurant;
  now: number;
  /** null: no editing here. */
  onEdit: ((item: Item) => void) | null;
  onDuplicate?: (item: Item) => void;
  /** Moves an item in its list; null: it cannot be moved there. */
  moveOf?: (id: string, way: Way) => (() => void) | null;
}

export interface ItemActions {
  onMore: (item: Item, target: HTMLElement) => void;
  onDelete: (items: Item[], onDone?: () => void) => void;
  /** Menu and dialogs, to be rendered once on the screen. */
  floating: ReactNode;
}

/** The actions on a dish besides its switch. Menus and dialogs are loaded when they are first opened. */
export function useItemActions({ restaurant, now, onEdit, onDuplicate, moveOf }: Options): ItemActions {
  const [menu, setMenu] = useState<{ item: Item; target: HTMLElement; opening: number } | null>(null);
  const [dated, setDated] = useState<Item | null>(null);
  const [deleting, setDeleting] = useState<{ items: Item[]; onDone?: () => void } | null>(null);
  const name = deleting?.items.length === 1 ? (deleting.items[0]?.name ?? '') : `${deleting?.items.length ?? 0} items`;

  // Each has its own Suspense boundary, for the reason given in OrderActions.tsx.
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
            onMove={moveOf ? (way) => moveOf(menu.item.id, way) : null}
            onEdit={onEdit && (() => onEdit(menu.item))}
            onDuplicate={onDuplicate ? () => onDuplicate(menu.item) : null}
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
            keepLabel={deleting.items.length === 1 ? 'Keep it' : 'Keep them'}
            submitLabel={`Delete ${name}`}
            onDo={() => {
              remove(deleting.items, name);
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
    // The new key opens a new menu even while the last one is still closing.
    onMore: (item, target) => setMenu((last) => ({ item, target, opening: (last?.opening ?? 0) + 1 })),
    onDelete: (items, onDone) => setDeleting(onDone ? { items, onDone } : { items }),
    floating,
  };
}

/** The call deletes items of one category, but a search may have found them in several. */
function remove(items: Item[], name: string): void {
  const tickets: Ticket[] = [];
  for (const [categoryId, group] of groupBy(items, (item) => item.category_id)) {
    const [first] = group;
    if (first)
      tickets.push(
        mutate(removeItems, {
          path: { id: first.menu_book_id, categoryId },
          body: { item_ids: group.map((item) => item.id) },
        }),
      );
  }
  const ids = items.map(({ id }) => id);
  sayDeleted(name, tickets, () => mutate(restoreItems, { body: { item_ids: ids } }));
}
