import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newBook, newCategory, newItem } from '../../contract/menu/new-rows.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';

const nameParts = ['Tarka', 'Paneer', 'Crème', 'Jalapeño', 'Lamb', 'Prawn', 'Spinach', 'Coconut', 'Garlic', 'Lime'];

/** A menu of `categories` times `dishes` rows with names that a search can tell apart, all of one new version. */
export async function fillMenu(
  owner: pg.Pool,
  restaurantId: string,
  { categories: count, dishes }: { categories: number; dishes: number },
) {
  const { rows } = await owner.query<{ version: string }>(
    'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version',
    [restaurantId],
  );
  const at = new Date().toISOString();
  const birth = () => ({ id: randomUUID(), at, actor: null, version: Number(rows[0]!.version) });
  const book = newBook({ name: 'Large menu', status: 'published' }, birth(), 'GBP');
  const categories = Array.from({ length: count }, (_, n) =>
    newCategory({ name: `Category ${n + 1}`, sort_order: n }, birth(), book.id),
  );
  const items = categories.flatMap((category, c) =>
    Array.from({ length: dishes }, (_, n) =>
      newItem(
        {
          name: `${nameParts[n % nameParts.length]} ${nameParts[(c + 3 * n) % nameParts.length]} ${c + 1}.${n + 1}`,
          description: `Dish ${n + 1} of category ${c + 1}, cooked as ${nameParts[c % nameParts.length]}`,
          price_amount: 500 + n * 25,
          sort_order: n,
        },
        birth(),
        { bookId: book.id, categoryId: category.id, currency: 'GBP' },
      ),
    ),
  );
  await insert(owner, restaurantId, 'menu_books', [book]);
  await insert(owner, restaurantId, 'menu_categories', categories);
  await insert(owner, restaurantId, 'menu_items', items);
  return { book, categories, items };
}

type Row = MenuBook | MenuCategory | MenuItem;

/** PostgreSQL reads the rows from JSON by the names of their columns; what a row does not have gets the column's default. */
async function insert(owner: pg.Pool, restaurantId: string, table: string, rows: readonly Row[]): Promise<void> {
  const json = JSON.stringify(rows.map((row) => ({ ...row, restaurant_id: restaurantId })));
  const { is_available: _, ...first } = { is_available: true, ...rows[0]! };
  const columns = ['restaurant_id', ...Object.keys(first)].join(', ');
  await owner.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [json],
  );
}
