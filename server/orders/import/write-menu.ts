import { and, eq, inArray } from 'drizzle-orm';
import * as menuTables from '../../db/schema/menu.ts';
import type { Group } from './categories.ts';
import { dishKey, type Dish } from './collect.ts';
import type { Space } from '../../jobs/in-space.ts';
import { bookId, categoryId, itemId, spellingId, toBookRow, toCategoryRow, toItemRow, type Import } from './rows.ts';

export interface DishPosition {
  dish: Dish;
  category: string;
  categoryOrder: number;
  sort_order: number;
}

export interface MenuWritten {
  dishesAdded: number;
  /** Dishes that the owner deleted from the menu: they stay deleted. */
  dishesLeftOut: number;
  categoriesAdded: number;
}

/** Each dish with its position on the menu. */
export function positionDishes(dishes: Dish[], groups: Group[]): DishPosition[] {
  const byKey = new Map(dishes.map((dish) => [dishKey(dish.name), dish]));
  return groups.flatMap(({ category, names }, categoryOrder) =>
    names.flatMap((name, sort_order) => {
      const dish = byKey.get(dishKey(name));
      return dish ? [{ dish, category, categoryOrder, sort_order }] : [];
    }),
  );
}

/** Adds missing dishes with their book and categories, none of them on sale. Existing and deleted ones stay as the owner left them. */
export async function writeMenu({ db, bump }: Space, places: DishPosition[], all: Import): Promise<MenuWritten> {
  const { restaurantId } = all;
  const missing = await findMissing(db, places, all);
  if (missing.length === 0) return { dishesAdded: 0, dishesLeftOut: 0, categoriesAdded: 0 };

  const ours = and(eq(menuTables.menu_books.restaurant_id, restaurantId), eq(menuTables.menu_books.id, bookId(all)));
  const [stored] = await db.select().from(menuTables.menu_books).where(ours);
  const categories = await findCategories(db, missing, all);
  const placed = missing.filter(
    ({ category }) => !stored?.deleted_at && !categories.get(categoryId(all, category))?.isDeleted,
  );
  const dishesLeftOut = missing.length - placed.length;
  if (placed.length === 0) return { dishesAdded: 0, dishesLeftOut, categoriesAdded: 0 };

  const version = await bump();
  const book = stored ?? toBookRow(all, version);
  if (!stored)
    await db.insert(menuTables.menu_books).values({ ...toBookRow(all, version), restaurant_id: restaurantId });
  const fresh = new Map(placed.map(({ category, categoryOrder }) => [category, categoryOrder]));
  const rows = [...fresh]
    .map(([name, place]) => toCategoryRow(all, version, name, place))
    .filter((row) => !categories.has(row.id));
  if (rows.length > 0)
    await db.insert(menuTables.menu_categories).values(rows.map((row) => ({ ...row, restaurant_id: restaurantId })));
  const items = placed.map(({ dish, category, sort_order }) =>
    toItemRow(all, version, dish, { categoryId: categoryId(all, category), sort_order }, book),
  );
  await db
    .insert(menuTables.menu_items)
    .values(items.map(({ is_available: _, ...row }) => ({ ...row, restaurant_id: restaurantId })));
  return { dishesAdded: items.length, dishesLeftOut, categoriesAdded: rows.length };
}

/** Dishes that an earlier import stored under another spelling of theirs, by their key. */
export async function findKnownItems(
  db: Space['db'],
  restaurantId: string,
  dishes: readonly Dish[],
): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const { name, spellings } of dishes) {
    const key = dishKey(name);
    const own = itemId({ restaurantId, knownItems: new Map() }, name);
    for (const spelling of spellings) {
      const id = spellingId(restaurantId, spelling);
      if (id !== own) keys.set(id, key);
    }
  }
  if (keys.size === 0) return new Map();
  const rows = await db
    .select({ id: menuTables.menu_items.id })
    .from(menuTables.menu_items)
    .where(
      and(eq(menuTables.menu_items.restaurant_id, restaurantId), inArray(menuTables.menu_items.id, [...keys.keys()])),
    );
  return new Map(rows.map(({ id }) => [keys.get(id)!, id]));
}

async function findMissing(db: Space['db'], places: DishPosition[], all: Import): Promise<DishPosition[]> {
  const ids = places.map(({ dish }) => itemId(all, dish.name));
  const there = await db
    .select({ id: menuTables.menu_items.id })
    .from(menuTables.menu_items)
    .where(and(eq(menuTables.menu_items.restaurant_id, all.restaurantId), inArray(menuTables.menu_items.id, ids)));
  const known = new Set(there.map((row) => row.id));
  return places.filter((_, i) => !known.has(ids[i] ?? ''));
}

async function findCategories(
  db: Space['db'],
  places: DishPosition[],
  all: Import,
): Promise<Map<string, { isDeleted: boolean }>> {
  const ids = [...new Set(places.map((place) => categoryId(all, place.category)))];
  const rows = await db
    .select({ id: menuTables.menu_categories.id, deleted_at: menuTables.menu_categories.deleted_at })
    .from(menuTables.menu_categories)
    .where(
      and(eq(menuTables.menu_categories.restaurant_id, all.restaurantId), inArray(menuTables.menu_categories.id, ids)),
    );
  return new Map(rows.map((row) => [row.id, { isDeleted: row.deleted_at !== null }]));
}
