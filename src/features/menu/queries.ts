import type { GalleyDb, Mirrored } from '../../data/db.ts';

// A menu has some hundreds of dishes: whole tables are read here, which is one request each.

export async function books(db: GalleyDb): Promise<Mirrored<'menu_books'>[]> {
  return (await db.menu_books.toArray()).sort(bySortOrder);
}

/** Of one book, or of all; those of a deleted book are not shown. */
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

/** All dishes of the categories that are shown, in the order of the menu. */
export async function allItems(db: GalleyDb, bookId?: string): Promise<Mirrored<'menu_items'>[]> {
  const shown = await categories(db, bookId);
  const order = new Map(shown.map((category, i) => [category.id, i]));
  const items = await db.menu_items
    .where('category_id')
    .anyOf(shown.map((category) => category.id))
    .toArray();
  return items.sort((a, b) => (order.get(a.category_id) ?? 0) - (order.get(b.category_id) ?? 0) || bySortOrder(a, b));
}

interface Sortable {
  sort_order: number;
  name: string;
  id: string;
}

/** As the owner put them; those that share a place by name. */
export const bySortOrder = (a: Sortable, b: Sortable) =>
  a.sort_order - b.sort_order || a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1);

/**
 * A server of the specification alone gives what was made here an id of its own: the same address with that one. Null: nothing in it was
 * called something else.
 */
export async function renamedAddress(db: GalleyDb, address: string): Promise<string | null> {
  const names = ((await db.sync.get('plainNames'))?.value ?? {}) as Record<string, string>;
  const next = address.split('/').map((part) => names[part] ?? part);
  return next.join('/') === address ? null : next.join('/');
}
