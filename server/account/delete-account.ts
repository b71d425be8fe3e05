import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { fileKey } from '../chats/files/file-key.ts';
import { lockSpace } from '../db/space.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { imageKeys } from '../files/store.ts';
import { pageKeys } from '../menu/upload/page-key.ts';
import { paperKeys } from '../payments/wallet-providers/papers.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { countParts, partKeys } from './upload.ts';

/** Deleting fires the triggers that keep the sums of insights, with all rows of a statement in memory. */
const ROWS = 2000;

/**
 * Deletes a restaurant: every row of every table that has its id, its files, the accounts that sign in to it with their sessions, and queued
 * jobs about them. Returns how many rows; null if `mayDelete` refuses, which is asked under the lock of the space.
 */
export async function deleteAccount(
  owner: pg.Pool,
  store: FileStore,
  restaurantId: string,
  mayDelete: (client: pg.PoolClient) => Promise<boolean>,
): Promise<number | null> {
  const inSpace = (run: (client: pg.PoolClient) => Promise<number>) =>
    withTransaction(owner, null, 'write', async (client) =>
      (await lockSpace(client, restaurantId)) && (await mayDelete(client)) ? run(client) : null,
    );
  // First, while rows tell where they are: a store that fails is asked again with the next try, and no file stays for ever.
  if ((await inSpace(() => Promise.resolve(0))) === null) return null;
  for (const key of await listFiles(owner, restaurantId)) await store.remove(key);
  return inSpace((client) => deleteRows(client, restaurantId));
}

async function deleteRows(client: pg.PoolClient, restaurantId: string): Promise<number> {
  // Whoever belongs to another restaurant keeps the account, and signs in there.
  await client.query(
    `UPDATE users u SET restaurant_id = m.restaurant_id FROM memberships m
      WHERE u.restaurant_id = $1 AND m.user_id = u.id AND m.restaurant_id <> $1`,
    [restaurantId],
  );
  const { rows: users } = await client.query<{ id: string; email: string }>(
    'SELECT id, email FROM users WHERE restaurant_id = $1',
    [restaurantId],
  );
  const userIds = users.map(({ id }) => id);
  let count = await deleteTraces(client, restaurantId, userIds);
  for (const table of await findTables(client)) {
    for (;;) {
      const { rowCount } = await client.query(
        `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE restaurant_id = $1 LIMIT ${ROWS})`,
        [restaurantId],
      );
      count += rowCount ?? 0;
      if ((rowCount ?? 0) < ROWS) break;
    }
  }
  return count;
}

/** Rows that name the restaurant or its users in another way: sessions, codes, events of providers and jobs. */
async function deleteTraces(client: pg.PoolClient, restaurantId: string, userIds: string[]): Promise<number> {
  const { rows } = await client.query<{ trace: string }>(
    `SELECT token_hash AS trace FROM sessions WHERE user_id = ANY($1::uuid[])
     UNION ALL SELECT id::text FROM email_codes WHERE user_id = ANY($1::uuid[])
     UNION ALL SELECT account FROM payment_accounts WHERE restaurant_id = $2 AND account IS NOT NULL`,
    [userIds, restaurantId],
  );
  const traces = [restaurantId, ...userIds, ...rows.map(({ trace }) => trace)];
  let count = 0;
  for (const [statement, value] of [
    ['DELETE FROM sessions WHERE user_id = ANY($1::uuid[])', userIds],
    ['DELETE FROM email_codes WHERE user_id = ANY($1::uuid[])', userIds],
    [
      'DELETE FROM webhook_events WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) t WHERE strpos(event::text, t) > 0)',
      traces,
    ],
    [
      'DELETE FROM pgboss.job WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) t WHERE strpos(data::text, t) > 0)',
      traces,
    ],
  ] as const)
    count += (await client.query(statement, [value])).rowCount ?? 0;
  return count;
}

/** Every table with a restaurant's id. Orders and entries go before the sums that their triggers keep, and the space goes last. */
async function findTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'restaurant_id'
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
      ORDER BY CASE WHEN c.relname = 'spaces' THEN 2 WHEN c.relname LIKE '%\\_figures' OR c.relname IN ('ledger_sums', 'sold_out_periods') THEN 1 ELSE 0 END, 1`,
  );
  return rows.map(({ name }) => name);
}

/** The keys of all that it has in the store. */
async function listFiles(owner: pg.Pool, restaurantId: string): Promise<string[]> {
  const idsOf = async (table: 'files' | 'chat_files') =>
    (await owner.query<{ id: string }>(`SELECT id FROM ${table} WHERE restaurant_id = $1`, [restaurantId])).rows.map(
      ({ id }) => id,
    );
  const { rows: uploads } = await owner.query<{ id: string; pages: [] }>(
    'SELECT id, pages FROM menu_uploads WHERE restaurant_id = $1',
    [restaurantId],
  );
  return [
    ...(await idsOf('files')).flatMap((id) => imageKeys(restaurantId, id)),
    ...(await idsOf('chat_files')).map((id) => fileKey(restaurantId, id)),
    ...uploads.flatMap((upload) => pageKeys(restaurantId, upload)),
    ...partKeys(restaurantId, await countParts(drizzle(owner), restaurantId)),
    ...paperKeys(restaurantId),
  ];
}
