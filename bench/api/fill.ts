import type pg from 'pg';
import type { Galley } from '../../tests/e2e/galley.ts';
import { requestData, type Account } from '../../tests/e2e/api.ts';

export interface Menu {
  bookId: string;
  categoryId: string;
  itemIds: string[];
}

const DISHES = 100;
/** Orders of one day, at every size: the larger restaurant has the longer history. */
const PER_DAY = 300;
const NAMES = ['Ada', 'Grace', 'Priya', 'Kwame', 'Zoe', 'Omar', 'Lin', 'Marta', 'Tom', 'Ines'];
const SURNAMES = ['Lovelace', 'Hopper', 'Nair', 'Mensah', 'Martin', 'Haddad', 'Chen', 'Silva', 'Reed', 'Costa'];
const FOODS = ['korma', 'biryani', 'naan', 'masala', 'tikka', 'samosa', 'pakora', 'thali', 'paneer', 'chutney'];
/** One order in so many is of the customer that the search looks for. */
export const ONE_IN = 50;
/** Words of a customer and a dish. */
export const SEARCHED = 'hargreave korma';

export async function makeMenu({ origin }: Galley, { token }: Account): Promise<Menu> {
  const create = async (path: string, body: object) =>
    (await requestData<{ id: string }>(origin, 'POST', path, { token, body })).id;
  const bookId = await create('/menu/books', { name: 'Evening' });
  const categoryId = await create(`/menu/books/${bookId}/categories`, { name: 'Curries' });
  const itemIds: string[] = [];
  for (let i = 0; i < DISHES; i++)
    itemIds.push(
      await create(`/menu/books/${bookId}/categories/${categoryId}/items`, {
        name: `${FOODS[i % FOODS.length]} ${i}`,
        price_amount: 900 + i,
      }),
    );
  return { bookId, categoryId, itemIds };
}

/** One order of three dishes, which the others are copies of. */
export async function makeOrder({ origin }: Galley, { token }: Account, menu: Menu): Promise<void> {
  await requestData(origin, 'POST', '/orders', {
    token,
    body: {
      channel: 'phone',
      order_type: 'pickup',
      customer: { name: 'Ada Lovelace', phone: '+447700900142' },
      lines: menu.itemIds.slice(0, 3).map((menu_item_id) => ({ menu_item_id, quantity: 2 })),
    },
  });
}

/** Adds orders until there are `wanted`, each some minutes before the last one. Triggers are off; what they keep is computed at the end. */
export async function fillOrders(owner: pg.Pool, restaurantId: string, wanted: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query(
      "SET session_replication_role = 'replica'; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'; SET synchronous_commit = off",
    );
    const { rows } = await client.query<{ stored: number }>(
      'SELECT count(*)::int AS stored FROM orders WHERE restaurant_id = $1',
      [restaurantId],
    );
    const { rows: columns } = await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = 'orders' AND is_generated = 'NEVER'`,
    );
    const pick = (list: string[], by: string) => `(ARRAY['${list.join("','")}'])[1 + (${by}) % ${list.length}]`;
    const changed: Record<string, string> = {
      id: 'gen_random_uuid()',
      order_no: '(1000 + n)::text',
      order_status: `CASE WHEN n < 20 THEN 'accepted' WHEN n % 20 = 0 THEN 'cancelled' ELSE 'completed' END`,
      order_type: pick(['pickup', 'delivery', 'dine_in'], 'n'),
      customer: `jsonb_build_object('name', CASE WHEN n % ${ONE_IN} = 0 THEN 'Ruth Hargreave'
          ELSE ${pick(NAMES, 'n')} || ' ' || ${pick(SURNAMES, 'n / 7')} END, 'phone', '+4477' || to_char(n::bigint * 7919 % 100000000, 'FM00000000'), 'email', NULL)`,
      lines: `jsonb_set(jsonb_set(o.lines, '{1,name}', to_jsonb(${pick(FOODS, 'n / 3')} || ' ' || n % 41)), '{2,name}', to_jsonb(${pick(FOODS, 'n / 11')} || ' ' || n % 97))`,
      placed_at: `o.placed_at - n * interval '1 day' / ${PER_DAY}`,
      due_at: `o.due_at - n * interval '1 day' / ${PER_DAY}`,
    };
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const values = columns.map(({ name }) => changed[name] ?? `o."${name}"`).join(', ');
    await client.query(
      `INSERT INTO orders (${names}) SELECT ${values}
         FROM (SELECT * FROM orders WHERE restaurant_id = $1 ORDER BY placed_at DESC LIMIT 1) o, generate_series($2::int, $3::int) n`,
      [restaurantId, rows[0]!.stored, wanted - 1],
    );
    // An index is built at once much faster than row by row.
    const { rows: grams } = await client.query<{ made: string }>(
      "SELECT pg_get_indexdef('order_texts_grams'::regclass) AS made",
    );
    await client.query('DROP INDEX order_texts_grams');
    await client.query('SELECT rebuild_order_lists($1)', [restaurantId]);
    await client.query(grams[0]!.made);
    await client.query("SET session_replication_role = 'origin'");
    await client.query('VACUUM (ANALYZE) orders, order_texts, month_figures');
  } finally {
    client.release(true);
  }
}
