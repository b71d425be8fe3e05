import type pg from 'pg';

/** Tables that grow with every day that a restaurant is open. */
export const growingTables = [
  'orders',
  'order_texts',
  'customers',
  'payments',
  'ledger_entries',
  'chats',
  'chat_messages',
  'reservations',
  'notifications',
  'inventory_movements',
  'withdrawal_requests',
  'subscription_invoices',
  'changes',
] as const;

/** What differs between the copies of a row, as SQL with the number `n` of the copy. */
const differing: Record<string, string> = {
  id: 'gen_random_uuid()',
  order_no: `'9' || n`,
  payment_no: `'P-9' || n`,
  reservation_no: `'9' || n`,
  reference: 'gen_random_uuid()::text',
  provider_reference: 'gen_random_uuid()::text',
  public_token_hash: 'NULL',
  external_id: 'NULL',
  provider_message_id: 'NULL',
  phone: 'NULL',
  phone_raw: 'NULL',
  email: 'NULL',
  created_at: before('created_at'),
  placed_at: before('placed_at'),
  paid_at: before('paid_at'),
  starts_at: before('starts_at'),
  ends_at: before('ends_at'),
  last_order_at: before('last_order_at'),
  last_message_at: before('last_message_at'),
  occurred_at: before('occurred_at'),
  requested_at: before('requested_at'),
  effective_at: before('effective_at'),
};

function before(column: string): string {
  return `o."${column}" - n * interval '3 hours'`;
}

/** Copies one row of a table, each copy three hours before the last one. `more`: what else differs. Triggers do not run. */
export async function multiplyRows(
  owner: pg.Pool,
  table: string,
  { restaurantId, copies, more = {} }: { restaurantId: string; copies: number; more?: Record<string, string> },
): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => `"${name}"`).join(', ');
  const values = rows.map(({ name }) => more[name] ?? differing[name] ?? `o."${name}"`).join(', ');
  await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const { rowCount } = await owner.query(
    `INSERT INTO ${table} (${names}) SELECT ${values}
       FROM (SELECT * FROM ${table} WHERE restaurant_id = $1 LIMIT 1) o, generate_series(1, $2::int) n`,
    [restaurantId, copies],
  );
  await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  if (rowCount !== copies) throw new Error(`${table} has no row of the restaurant to copy`);
}
