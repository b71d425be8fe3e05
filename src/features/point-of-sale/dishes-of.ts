import { offeredGroups } from '../menu/queries.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import type { Dish } from '../../../contract/orders/price-dish.ts';

/** A dish with all that its price follows from. */
export type MenuDish = Dish & { item: MenuItem; category: MenuCategory | null; book: MenuBook | null };

interface Menu {
  items: readonly MenuItem[];
  categories: readonly MenuCategory[];
  books: readonly MenuBook[];
  groups: readonly ModifierGroup[];
  taxes?: Dish['taxes'];
}

/** The menu of this device, by the item's id. */
export function dishesOf({ items, categories, books, groups, taxes }: Menu): ReadonlyMap<string, MenuDish> {
  const byCategory = new Map(categories.map((category) => [category.id, category]));
  const byBook = new Map(books.map((book) => [book.id, book]));
  const byId = new Map(items.map((item) => [item.id, item]));
  const byGroup = offeredGroups(groups, byId);
  return new Map(
    items.map((item) => [
      item.id,
      {
        item,
        category: byCategory.get(item.category_id) ?? null,
        book: byBook.get(item.menu_book_id) ?? null,
        groups: byGroup,
        taxes,
      },
    ]),
  );
}
