import type { MenuBook, MenuItem } from '../../../contract/menu/calls.ts';
import { isOffered } from '../../../contract/menu/offered.ts';
import { withLinked, type OfferedGroup } from '../../../contract/menu/linked.ts';
import type { GalleyDb, Mirrored } from '../../data/db.ts';

// A menu has a few hundred dishes, so whole tables are read, in one request each.

export async function books(db: GalleyDb): Promise<Mirrored<'menu_books'>[]> {
  return (await db.menu_books.toArray()).sort(bySortOrder);
}

/** The categories of one book or of all. Those of a deleted book are left out. */
export async function categories(db: GalleyDb, bookId?: string): Promise<Mirrored<'menu_categories'>[]> {
  if (bookId) return (await db.menu_categories.where('menu_book_id').equals(bookId).toArray()).sort(bySortOrder);
  const [all, present] = await Promise.all([db.menu_categories.toArray(), books(db)]);
  const order = new Map(present.map((book, i) => [book.id, i]));
  return all
    .filter((category) => order.has(category.menu_book_id))
    .sort((a, b) => (order.get(a.menu_book_id) ?? 0) - (order.get(b.menu_book_id) ?? 0) || bySortOrder(a, b));
}

export async function itemsOfCategory(db: GalleyDb, categoryId: string): Promise<Mirrored<'menu_items'>[]> {
  return (await db.menu_items.where('category_id').equals(categoryId).toArray()).sort(bySortOrder);
}

/** All dishes in visible categories, in menu order. */
export async function allItems(db: GalleyDb, bookId?: string): Promise<Mirrored<'menu_items'>[]> {
  const shown = await categories(db, bookId);
  const order = new Map(shown.map((category, i) => [category.id, i]));
  // By an index they would come one after the other, each in a turn of its own.
  const items = (await db.menu_items.toArray()).filter((item) => order.has(item.category_id));
  return items.sort((a, b) => order.get(a.category_id)! - order.get(b.category_id)! || bySortOrder(a, b));
}

/** The dishes that staff sell and switch: not those of archived menus. */
export function itemsInUse<Item extends Pick<MenuItem, 'menu_book_id'>>(
  items: readonly Item[],
  menus: readonly Pick<MenuBook, 'id' | 'status'>[],
): Item[] {
  const archived = new Set(menus.flatMap(({ id, status }) => (status === 'archived' ? id : [])));
  return items.filter((item) => !archived.has(item.menu_book_id));
}

/** What customers see of the menus. */
export type MenuState =
  | { kind: 'offered' }
  /** They would, if this draft were published. */
  | { kind: 'draft'; book: Mirrored<'menu_books'> }
  /** There are dishes, and none that they see. */
  | { kind: 'hidden' }
  | { kind: 'empty' };

/** The one answer to "is there a menu?", for the set-up list and the website. */
export async function menuState(db: GalleyDb): Promise<MenuState> {
  const [menus, shown] = await Promise.all([books(db), db.menu_categories.toArray()]);
  const byId = new Map(shown.map((category) => [category.id, category]));
  const byBook = new Map(menus.map((book) => [book.id, book]));
  // Reads up to the first dish that they see, which is soon found where there is a menu.
  const firstSeen = (bookOf: (id: string) => MenuBook | undefined) =>
    db.menu_items
      .filter((item) => {
        const book = bookOf(item.menu_book_id);
        return book !== undefined && isOffered(item, byId.get(item.category_id), book);
      })
      .first();
  if (await firstSeen((id) => byBook.get(id))) return { kind: 'offered' };
  for (const book of menus.filter(({ status }) => status === 'draft'))
    if (await firstSeen((id) => (id === book.id ? { ...book, status: 'published' } : undefined)))
      return { kind: 'draft', book };
  return { kind: (await db.menu_items.count()) > 0 ? 'hidden' : 'empty' };
}

/** All modifier groups in their order. */
export async function modifierGroups(db: GalleyDb): Promise<Mirrored<'modifier_groups'>[]> {
  return (await db.modifier_groups.toArray()).sort(bySortOrder);
}

/** Groups by id as they can be chosen from: see withLinked. */
export const offeredGroups = <G extends OfferedGroup>(
  groups: readonly G[],
  items: ReadonlyMap<string, MenuItem>,
): ReadonlyMap<string, G> => withLinked(new Map(groups.map((group) => [group.id, group])), (id) => items.get(id));

interface Sortable {
  sort_order: number;
  name: string;
  id: string;
}

/** By the owner's position, then by name. */
export const bySortOrder = (a: Sortable, b: Sortable) =>
  a.sort_order - b.sort_order || a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1);
