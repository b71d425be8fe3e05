import { and, asc, count, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { foldName } from '../../contract/names.ts';
import { isAvailable } from '../../contract/menu/availability.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import { menu_books, menu_categories, menu_items } from '../db/schema/menu.ts';
import type { Tx } from '../db/tx.ts';
import { isId } from '../platform/ids.ts';
import { contains } from '../db/search.ts';

/** One restaurant's menu in a transaction. `find…` may return deleted rows: see `deleted_at`. */
export function menuStore(db: Tx, restaurantId: string, now: Date) {
  const book = (id: string) => and(eq(menu_books.restaurant_id, restaurantId), eq(menu_books.id, id));
  const category = (id: string) => and(eq(menu_categories.restaurant_id, restaurantId), eq(menu_categories.id, id));
  const item = (id: string) => and(eq(menu_items.restaurant_id, restaurantId), eq(menu_items.id, id));
  const asItem = (row: typeof menu_items.$inferSelect) => toItem(row, now);

  return {
    async findBook(id: string): Promise<MenuBook | null> {
      if (!isId(id)) return null;
      const [row] = await db.select().from(menu_books).where(book(id)).limit(1);
      return row ? toBook(row) : null;
    },
    async findCategory(id: string): Promise<MenuCategory | null> {
      if (!isId(id)) return null;
      const [row] = await db.select().from(menu_categories).where(category(id)).limit(1);
      return row ? toCategory(row) : null;
    },
    async findItem(id: string): Promise<MenuItem | null> {
      if (!isId(id)) return null;
      const [row] = await db.select().from(menu_items).where(item(id)).limit(1).prepare('menu_item').execute();
      return row ? asItem(row) : null;
    },
    async insertBook(row: MenuBook) {
      await db.insert(menu_books).values({ ...row, restaurant_id: restaurantId });
    },
    async insertCategory(row: MenuCategory) {
      await db.insert(menu_categories).values({ ...row, restaurant_id: restaurantId });
    },
    async insertItem({ is_available: _, ...row }: MenuItem) {
      await db.insert(menu_items).values({ ...row, restaurant_id: restaurantId });
    },
    async updateBook(id: string, fields: Partial<MenuBook>) {
      await db.update(menu_books).set(fields).where(book(id));
    },
    async updateCategory(id: string, fields: Partial<MenuCategory>) {
      await db.update(menu_categories).set(fields).where(category(id));
    },
    /** The item as it is stored then; null: there is none, or nothing to change. */
    async updateItem(id: string, { is_available: _, ...fields }: Partial<MenuItem>): Promise<MenuItem | null> {
      if (Object.keys(fields).length === 0) return null;
      const [row] = await db.update(menu_items).set(fields).where(item(id)).returning();
      return row ? asItem(row) : null;
    },

    async listBooks({ limit, offset }: Page): Promise<Found<MenuBook>> {
      const where = and(eq(menu_books.restaurant_id, restaurantId), isNull(menu_books.deleted_at));
      const order = [asc(menu_books.sort_order), asc(menu_books.created_at), asc(menu_books.id)];
      const rows = await db
        .select()
        .from(menu_books)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      return { rows: rows.map(toBook), total: await db.$count(menu_books, where) };
    },
    async categoriesOf(bookId: string): Promise<(MenuCategory & { items_count: number })[]> {
      const ours = and(eq(menu_categories.restaurant_id, restaurantId), eq(menu_categories.menu_book_id, bookId));
      const rows = await db
        .select()
        .from(menu_categories)
        .where(and(ours, isNull(menu_categories.deleted_at)))
        .orderBy(asc(menu_categories.sort_order), asc(menu_categories.created_at), asc(menu_categories.id));
      const counts = await db
        .select({ id: menu_items.category_id, items: count() })
        .from(menu_items)
        .where(and(eq(menu_items.restaurant_id, restaurantId), eq(menu_items.menu_book_id, bookId), live))
        .groupBy(menu_items.category_id);
      const items = new Map(counts.map((one) => [one.id, one.items]));
      return rows.map((row) => ({ ...toCategory(row), items_count: items.get(row.id) ?? 0 }));
    },
    /** Items in menu order: by book, category and position. `category`: an id or a name. */
    async listItems(filter: { bookId?: string; category?: string }, { limit, offset }: Page): Promise<Found<MenuItem>> {
      const where = and(
        live,
        filter.bookId === undefined ? undefined : eq(menu_items.menu_book_id, filter.bookId),
        filter.category === undefined ? undefined : inCategory(filter.category),
      );
      return found(
        where,
        [asc(menu_categories.sort_order), asc(menu_categories.id), asc(menu_items.sort_order), asc(menu_items.name)],
        limit,
        offset,
      );
    },
    /** Items that contain every word, those whose name starts with the first word first. */
    async searchItems(words: string[], { limit, offset }: Page): Promise<Found<MenuItem>> {
      const text = sql`concat_ws(' ', ${menu_items.name}, ${menu_items.kitchen_name}, ${menu_items.description})`;
      const where = and(live, ...words.map((word) => contains(text, word)));
      const [first = ''] = words;
      const begins = sql`not starts_with(fold_text(${menu_items.name}), ${first})`;
      return found(where, [begins, asc(menu_items.name), asc(menu_items.id)], limit, offset);
    },
  };

  async function found(where: SQL | undefined, order: SQL[], limit: number, offset: number): Promise<Found<MenuItem>> {
    const joined = and(
      eq(menu_categories.restaurant_id, menu_items.restaurant_id),
      eq(menu_categories.id, menu_items.category_id),
    );
    const ours = and(eq(menu_items.restaurant_id, restaurantId), where);
    const rows = await db
      .select({ row: menu_items })
      .from(menu_items)
      .innerJoin(menu_categories, joined)
      .where(ours)
      .orderBy(...order, asc(menu_items.id))
      .limit(limit)
      .offset(offset);
    const [all] = await db.select({ total: count() }).from(menu_items).innerJoin(menu_categories, joined).where(ours);
    return { rows: rows.map((one) => asItem(one.row)), total: all?.total ?? 0 };
  }
}

export interface Page {
  limit: number;
  offset: number;
}
interface Found<T> {
  rows: T[];
  total: number;
}

type Stored<T extends { $inferSelect: unknown }> = T['$inferSelect'];

export const toBook = ({ restaurant_id: _, field_changes: __, ...book }: Stored<typeof menu_books>): MenuBook => book;
export const toCategory = ({
  restaurant_id: _,
  field_changes: __,
  ...category
}: Stored<typeof menu_categories>): MenuCategory => category;
export const toItem = (
  { restaurant_id: _, field_changes: __, ...item }: Stored<typeof menu_items>,
  now: Date,
): MenuItem => ({
  ...item,
  is_available: isAvailable(item, now),
});

const live = isNull(menu_items.deleted_at);

const inCategory = (category: string) =>
  isId(category)
    ? eq(menu_items.category_id, category)
    : sql`lower(normalize(trim(${menu_categories.name}))) = ${foldName(category)}`;
