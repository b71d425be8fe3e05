import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { isAvailable } from '../../contract/menu/availability.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import { menu_books, menu_categories, menu_items } from '../db/schema/menu.ts';
import { isForChannel } from '../../contract/orders/item-limits.ts';
import type { OrderChannel } from '../../contract/orders/order-channel.ts';
import type { Dish } from '../../contract/orders/price-dish.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Tx } from '../db/tx.ts';
import { offeredGroups } from './groups.ts';
import { toBook, toCategory, toItem } from './store.ts';

export interface Offered {
  item: MenuItem;
  category: MenuCategory;
  book: MenuBook;
  groups: Dish['groups'];
  taxes: Dish['taxes'];
}

/** Of an item: its category is offered. */
export const inActiveCategory = and(
  eq(menu_categories.restaurant_id, menu_items.restaurant_id),
  eq(menu_categories.id, menu_items.category_id),
  eq(menu_categories.is_active, true),
  isNull(menu_categories.deleted_at),
);

/** Of an item: its menu is published. */
export const inPublishedBook = and(
  eq(menu_books.restaurant_id, menu_items.restaurant_id),
  eq(menu_books.id, menu_items.menu_book_id),
  eq(menu_books.status, 'published'),
  isNull(menu_books.deleted_at),
);

/**
 * What customers may see, in menu order: published books, active categories, and no hidden items. Sold-out ones are included. `ids`: only
 * these items, in lower case; `channel`: only what is sold there.
 */
export async function offeredItems(
  db: Tx,
  { id: restaurantId, tax_settings: taxes }: Pick<Restaurant, 'id' | 'tax_settings'>,
  now: Date,
  { ids, channel }: { ids?: readonly string[]; channel?: OrderChannel } = {},
): Promise<Offered[]> {
  const rows = await db
    .select({ item: menu_items, category: menu_categories, book: menu_books })
    .from(menu_items)
    .innerJoin(menu_categories, inActiveCategory)
    .innerJoin(menu_books, inPublishedBook)
    .where(
      and(
        eq(menu_items.restaurant_id, restaurantId),
        isNull(menu_items.deleted_at),
        ids && inArray(menu_items.id, [...ids]),
      ),
    )
    .orderBy(
      asc(menu_books.sort_order),
      asc(menu_books.id),
      asc(menu_categories.sort_order),
      asc(menu_categories.id),
      asc(menu_items.sort_order),
      asc(menu_items.name),
      asc(menu_items.id),
    );
  // Dishes that were asked for by id may have no choices; a menu shows all groups.
  const needsGroups = !ids || rows.some(({ item }) => item.modifier_groups.length > 0);
  const groups: Dish['groups'] = needsGroups ? await offeredGroups(db, restaurantId) : new Map();
  return rows
    .map(({ item, category, book }) => ({
      item: toItem(item, now),
      category: toCategory(category),
      book: toBook(book),
      groups,
      taxes,
    }))
    .filter(
      ({ item, book }) =>
        (item.availability_status !== 'hidden' || isAvailable(item, now)) &&
        (channel === undefined || isForChannel(book, channel)),
    );
}
