import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Taps that the local database may refuse, and that `failedTaps` knows nothing of. */
const bare = /void (?:(?:dismiss|restore|withdraw)\(|sendNow\(\d*\))/;

test('what a person does with a letter is said to have failed when it has (R20)', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root });
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => bare.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
