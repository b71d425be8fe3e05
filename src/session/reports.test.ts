import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetReports, reportsDb, reportsStore } from './reports.ts';

afterEach(() => vi.unstubAllEnvs());

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(reportsDb);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(reportsStore);
  return new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
}

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
const count = (db: IDBDatabase) => asked(db.transaction(reportsStore).objectStore(reportsStore).count());

test('clears waiting reports at logout despite an open connection', async () => {
  vi.stubEnv('VITE_SENTRY_DSN', 'https://key@errors.galley.test/1');
  const held = await open();
  await asked(held.transaction(reportsStore, 'readwrite').objectStore(reportsStore).put('for owner@galley.test', 1));
  forgetReports();
  await expect.poll(() => count(held)).toBe(0);
  held.close();
});

test('without a service no database is created for reports', async () => {
  vi.stubEnv('VITE_SENTRY_DSN', '');
  const before = await indexedDB.databases();
  forgetReports();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await indexedDB.databases()).toEqual(before);
});
