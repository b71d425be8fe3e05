import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import type { TestDatabase } from '../../tests/support/cluster.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const accountTables = [
  'email_codes',
  'passkey_challenges',
  'passkeys',
  'rate_limits',
  'sessions',
  'sign_in_returns',
  'user_identities',
  'users',
];

describe('tenant isolation', () => {
  test('every tenant table forces row-level security', async () => {
    const { rows } = await db.owner.query(
      `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
              EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant') AS policy
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'restaurant_id'
        WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('users', 'sessions') ORDER BY 1`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(8);
    expect(rows.filter((row) => !row.forced || !row.policy)).toEqual([]);
  });

  test('every synced table refuses rows of another version', async () => {
    const { rows } = await db.owner.query(
      `SELECT c.relname AS name FROM pg_class c
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
          AND (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('version', 'deleted_at')) = 2
          AND NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'version_held')`,
    );
    expect(rows).toEqual([]);
  });

  test('a restaurant accesses only its own rows', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    await db.owner.query("INSERT INTO spaces (restaurant_id, epoch) VALUES ($1, 'e'), ($2, 'e')", [a, b]);
    const client = await db.app.connect();
    const seenAs = async (restaurant: string | null) => {
      await client.query('BEGIN');
      if (restaurant) await client.query("SELECT set_config('app.restaurant_id', $1, true)", [restaurant]);
      const seen = await client.query('SELECT restaurant_id FROM spaces');
      const changed = await client.query("UPDATE spaces SET epoch = 'f'");
      await client.query('ROLLBACK');
      return { seen: seen.rows.map((row) => row.restaurant_id), changed: changed.rowCount };
    };
    expect(await seenAs(null)).toEqual({ seen: [], changed: 0 });
    expect(await seenAs(a)).toEqual({ seen: [a], changed: 1 });
    // The setting is '' now, not NULL: still no rows.
    expect(await seenAs(null)).toEqual({ seen: [], changed: 0 });
    await client.query('BEGIN');
    await client.query("SELECT set_config('app.restaurant_id', $1, true)", [a]);
    await expect(
      client.query("INSERT INTO spaces (restaurant_id, epoch) VALUES ($1, 'e')", [randomUUID()]),
    ).rejects.toThrow('row-level security');
    await client.query('ROLLBACK');
    client.release();
  });

  test('each role is denied the other role’s tables', async () => {
    for (const table of accountTables) {
      await expect(db.app.query(`SELECT 1 FROM ${table}`)).rejects.toThrow('permission denied');
      await db.accounts.query(`SELECT 1 FROM ${table}`);
    }
    for (const table of ['spaces', 'orders', 'menu_items', 'sync_clients', 'mutation_results'])
      await expect(db.accounts.query(`SELECT 1 FROM ${table}`)).rejects.toThrow('permission denied');
  });

  test('neither role can bypass row-level security', async () => {
    for (const pool of [db.app, db.accounts]) {
      const { rows } = await pool.query(
        'SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
      );
      expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
      await expect(pool.query('SET ROLE postgres')).rejects.toThrow('permission denied');
      await expect(pool.query('ALTER TABLE orders DISABLE ROW LEVEL SECURITY')).rejects.toThrow('must be owner');
      await expect(pool.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied');
    }
  });

  test('sign-up may add a restaurant with its space', async () => {
    const id = randomUUID();
    const client = await db.accounts.connect();
    await client.query('BEGIN');
    await client.query("INSERT INTO spaces (restaurant_id, epoch, version) VALUES ($1, 'e', 1)", [id]);
    await client.query(restaurantInsert, [id, 1]);
    await client.query('COMMIT');
    client.release();
    await expect(
      db.owner.query('UPDATE restaurants SET name = $2, version = 2 WHERE id = $1', [id, 'x']),
    ).rejects.toThrow('carries version 2, its space stands at 1');
    await db.owner.query('UPDATE spaces SET version = 2 WHERE restaurant_id = $1', [id]);
    await expect(db.owner.query('UPDATE restaurants SET name = $2 WHERE id = $1', [id, 'x'])).rejects.toThrow(
      'carries version 1, its space stands at 2',
    );
    await db.owner.query('UPDATE restaurants SET name = $2, version = 2 WHERE id = $1', [id, 'x']);
    await expect(db.owner.query(restaurantInsert, [randomUUID(), 0])).rejects.toThrow('its space stands at <NULL>');
  });
});

const restaurantInsert = `INSERT INTO restaurants (restaurant_id, id, slug, version, created_at, updated_at, order_type, delivery_type, timezone, business_day_cutoff_time, locale, opening_hours, ordering_status, default_prep_minutes)
  VALUES ($1, $1, $1::uuid::text, $2, now(), now(), '[]', 'none', 'Europe/London', '04:00', 'en-GB', '[]', 'open', '{}')`;
