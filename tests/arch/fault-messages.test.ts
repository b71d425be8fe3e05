import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Calls whose failure nobody reports: the local database may refuse them, and `unsavedMutations` does not list it. */
const bare = /void (?:(?:dismiss|restore|withdraw)\(|sendNow\(\d*\))/;

test('reports every failed action on a failed change (R20)', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root });
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => bare.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
