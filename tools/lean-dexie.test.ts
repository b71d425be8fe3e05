import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type DexieClass from 'dexie';
import { indexedDB, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { makeDb } from '../src/data/db.ts';
import { dexieForToday, lean, leftOut } from './lean-dexie.ts';

const whole = () => readFileSync(fileURLToPath(import.meta.resolve(dexieForToday[0].replacement)), 'utf8');

/** The code of the page and of the worker. */
function sources(): { file: string; code: string }[] {
  const src = join(import.meta.dirname, '../src');
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, code: readFileSync(join(src, file), 'utf8') }));
}

test('reduced Dexie stores rows, uses indexes and rolls back', async () => {
  const code = lean(whole());
  const { Dexie } = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )) as { Dexie: typeof DexieClass };
  const db = new Dexie('lean', { indexedDB, IDBKeyRange, cache: 'disabled' });
  db.version(1).stores({ rows: '++seq, &key, [state+at], *touches' });
  const rows = db.table<{ seq?: number; key: string; state: string; at: number; touches: string[] }>('rows');
  await rows.bulkPut(
    [1, 2, 3].map((at) => ({ key: `k${at}`, state: at > 1 ? 'b' : 'a', at, touches: [`t${at % 2}`] })),
  );
  expect((await rows.where('[state+at]').between(['b', 0], ['b', 9]).reverse().toArray()).map(({ at }) => at)).toEqual([
    3, 2,
  ]);
  expect((await rows.where('touches').equals('t1').sortBy('seq')).map(({ at }) => at)).toEqual([1, 3]);
  expect(await rows.orderBy('touches').keys()).toEqual(['t0', 't1', 't1']);
  expect(await rows.where('key').anyOf('k1', 'k3').count()).toBe(2);
  await rows.toCollection().modify((row) => void (row.at += 10));
  await expect(
    db.transaction('rw', rows, async () => {
      await rows.delete(1);
      await rows.add({ key: 'k2', state: 'a', at: 0, touches: [] });
    }),
  ).rejects.toThrow('ConstraintError');
  expect((await rows.toArray()).map(({ at }) => at)).toEqual([11, 12, 13]);
  db.close();
});

test('nothing calls removed Dexie methods or undeclared indexes', () => {
  const { tables } = makeDb('names');
  const indexes = new Set(tables.flatMap(({ schema }) => [schema.primKey, ...schema.indexes].map(({ name }) => name)));
  const missing = Object.entries(leftOut).flatMap(([group, names]) =>
    names.map((name) => (group.startsWith('props') ? `Dexie.${name}(` : `.${name}(`)),
  );
  for (const { file, code } of sources()) {
    for (const call of missing) expect(code.includes(call), `${file} calls ${call}…)`).toBe(false);
    for (const [, name] of code.matchAll(/\.(?:where|orderBy)\('([^']*)'\)/g))
      expect(indexes, `an index of the query in ${file}`).toContain(name);
  }
});

test('a changed Dexie stops the build', () => {
  expect(() => lean('class Dexie {}')).toThrow('as it was');
});
