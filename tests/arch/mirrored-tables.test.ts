import { createHash } from 'node:crypto';
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { entities, tables } from '../../contract/entity.ts';
import { bounded } from '../../contract/sync/checksum.ts';
import { declarationOf, mirroredTables, STORES_VERSION } from '../../contract/sync/tables.ts';
import { mirrored, selectRows } from '../../server/sync/rows.ts';
import { makeDb } from '../../src/data/db.ts';
import { drizzle } from 'drizzle-orm/node-postgres';

const root = join(import.meta.dirname, '../..');

test('everything derived covers every mirrored table', () => {
  expect(Object.keys(entities).toSorted()).toEqual(tables.toSorted());
  expect(Object.keys(mirrored)).toEqual(tables);
  const db = makeDb('galley:test');
  expect(db.tables.map(({ name }) => name)).toEqual(expect.arrayContaining(tables));
});

test('the device keeps its stores under one version', () => {
  const { tables: stores } = makeDb('galley:test');
  const text = stores.map(
    ({ name, schema }) => `${name}: ${schema.primKey.src}, ${schema.indexes.map((one) => one.src).join()}`,
  );
  const hash = createHash('sha256').update(text.toSorted().join('\n')).digest('hex').slice(0, 16);
  // Another hash means that the stores have changed: raise STORES_VERSION, then pin both.
  expect([STORES_VERSION, hash]).toEqual([8, 'be679f95ed094bf5']);
});

test('a database of version 1 gains tables and keeps rows', async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie('galley:test', options);
  old.version(1).stores({
    restaurants: 'id',
    menu_books: 'id',
    menu_categories: 'id, menu_book_id',
    menu_items: 'id, category_id',
    orders: 'id, placed_at, [order_status+placed_at]',
    outbox: '++seq, &key, mid, state, *touches',
    shadow: 'touch',
    dead_letters: 'key, at',
    done: 'key, seq',
    sync: 'name',
    counters: 'name',
  });
  await old.table('orders').put({ id: '1', placed_at: '2026', order_status: 'ready', customer_id: '2' });
  await old.table('outbox').add({ key: 'key', touches: ['orders:1'] });
  old.close();
  const db = makeDb('galley:test', options);
  expect(await db.orders.where('customer_id').equals('2').count()).toBe(1);
  expect(await db.outbox.where('touches').equals('orders:1').count()).toBe(1);
  expect(await db.chats.count()).toBe(0);
  db.close();
});

test('rows are read by the fields of the contract', () => {
  const db = drizzle.mock();
  for (const table of tables) {
    const fields = Object.keys(entities[table].shape).filter((name) => name !== declarationOf(table).derived);
    expect(fields.filter((name) => !(name in getTableColumns(mirrored[table])))).toEqual([]);
    const { sql } = selectRows(db, table).toSQL();
    const [, read] = /^select (.*?) from "/s.exec(sql.replace(/, \(SELECT .*\) from "/s, ' from "'))!;
    expect(read!.split(', ')).toEqual(fields.map((name) => `"${name}"`));
  }
});

test('a bound counts rows that have its field', () => {
  for (const [table, { by, sure }] of Object.entries(bounded)) {
    expect(Object.keys(entities[table as keyof typeof entities].shape)).toContain(by);
    expect(sure).toBeLessThan(declarationOf(table as keyof typeof mirroredTables).newest!.keep);
  }
});

test('only declarations list the mirrored tables', () => {
  const isList = (source: string) => tables.every((table) => new RegExp(`\\b${table}\\b`).test(source));
  const files = globSync('{contract,src,server,sw}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const found = files.filter((file) => isList(readFileSync(join(root, file), 'utf8')));
  expect(found.toSorted()).toEqual([
    'contract/entity.ts',
    'contract/sync/tables.ts',
    'server/sync/rows.ts',
    'src/features/unsent/describe.ts',
  ]);
});
