import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** How many pieces that come and go stand under each Suspense boundary of this source. */
const piecesOf = (source: string): number[] =>
  [...source.matchAll(/<Suspense\b[^>]*>([\s\S]*?)<\/Suspense>/g)].map(
    ([, inside]) => (inside!.match(/^\s*\{.*(?:&&|\?) \($/gm) ?? []).length,
  );

test('menus and dialogs stand each under a boundary of its own: one that is loaded never hides one that closes', () => {
  expect(
    piecesOf(
      '<Suspense>\n  {menu && (\n  )}\n  {dialog && (\n  )}\n</Suspense><Suspense fallback={null}>\n</Suspense>',
    ),
  ).toEqual([2, 0]);
  const files = globSync('src/**/*.tsx', { cwd: root });
  const shared = files.filter((file) => piecesOf(readFileSync(join(root, file), 'utf8')).some((count) => count > 1));
  expect(files.length).toBeGreaterThan(50);
  expect(shared).toEqual([]);
});
