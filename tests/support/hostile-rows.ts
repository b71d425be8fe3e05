import pg from 'pg';
import { hostileTexts } from './hostile-texts.ts';

/** Names of fields that hold text that somebody wrote, in any table and at any depth of a row. */
const written = new Set([
  'address',
  'author_name',
  'body',
  'city',
  'customer_name',
  'customer_note',
  'description',
  'device_name',
  'instructions',
  'kitchen_name',
  'kitchen_note',
  'kitchen_station',
  'last_message_preview',
  'line_1',
  'line_2',
  'message',
  'name',
  'note',
  'order_no',
  'postal_code',
  'short_code',
  'table_name',
  'title',
]);
const tables = [
  'restaurants',
  'menu_books',
  'menu_categories',
  'menu_items',
  'orders',
  'customers',
  'chats',
  'chat_messages',
  'notifications',
];

/** An index holds the numbers of open orders, and an entry of an index has at most 2,704 bytes. */
const NUMBER_MAX = 500;

/** Two hundred texts after the name of their field ("orders.customer.name"), so that a test can tell which field a screen shows. */
export function hostileField(field: string): string {
  const text = [field, ...hostileTexts, 'end'].join(' ¶ ');
  return field === 'orders.order_no' ? text.slice(0, NUMBER_MAX) : text;
}

/** Puts every hostile text into every text field of a restaurant's rows. Returns the fields. */
export async function makeRowsHostile(owner: pg.Pool, restaurantId: string): Promise<string[]> {
  const fields = new Set<string>();
  const client = await owner.connect();
  await client.query('BEGIN');
  const { rows: spaces } = await client.query<{ version: string }>(
    'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version',
    [restaurantId],
  );
  for (const table of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE restaurant_id = $1`,
      [restaurantId],
    );
    if (rows.length === 0) throw new Error(`There is no row of ${table}`);
    for (const { row } of rows) {
      const changed = change(row, table, fields) as Record<string, unknown>;
      const columns = Object.keys(changed).map((name) => pg.escapeIdentifier(name));
      await client.query(
        `UPDATE ${table} t SET (${columns.join(', ')}) = (SELECT ${columns.map((name) => `r.${name}`).join(', ')} FROM jsonb_populate_record(NULL::${table}, $3) r)
          WHERE t.restaurant_id = $1 AND t.id = $2`,
        [restaurantId, row.id, JSON.stringify({ ...changed, version: spaces[0]!.version })],
      );
    }
  }
  await client.query('COMMIT');
  client.release();
  return [...fields];
}

function change(value: unknown, at: string, fields: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => change(one, at, fields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = `${at}.${name}`;
      if (!written.has(name) || (inner !== null && typeof inner !== 'string'))
        return [name, change(inner, field, fields)];
      fields.add(field);
      return [name, hostileField(field)];
    }),
  );
}
