import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import '../areas.ts';
import { exportedTables, restaurantTables } from './restaurant-tables.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const columnsOf = async () =>
  (
    await db.owner.query<{ table: string; column: string }>(
      `SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
          AND c.relname NOT IN ('users', 'sessions')
          AND EXISTS (SELECT 1 FROM pg_attribute r WHERE r.attrelid = c.oid AND r.attname = 'restaurant_id')`,
    )
  ).rows;

test('every table of a restaurant is exported or left out for a reason', async () => {
  const names = [...new Set((await columnsOf()).map(({ table }) => table))].toSorted();
  expect(restaurantTables.entries.map(([name]) => name).toSorted()).toEqual(names);
});

test('no column that may be a secret is exported', async () => {
  const columns = await columnsOf();
  const exported = [...exportedTables()];
  const unknown = exported.flatMap(([name, { leftOut = [] }]) =>
    leftOut.filter((left) => !columns.some(({ table, column }) => table === name && column === left)),
  );
  expect(unknown).toEqual([]);
  const shown = columns.filter(({ table, column }) =>
    exported.some(([name, { leftOut = [] }]) => name === table && !leftOut.includes(column)),
  );
  expect(shown.length).toBeGreaterThan(300);
  expect(shown.filter(({ column }) => /hash|secret|token|sealed|password|p256dh|(?<!group)_key$/.test(column))).toEqual(
    [],
  );
});
