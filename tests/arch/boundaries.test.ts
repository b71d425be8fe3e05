import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The number of conditional elements under each Suspense boundary of the source. */
const piecesOf = (source: string): number[] =>
  [...source.matchAll(/<Suspense\b[^>]*>([\s\S]*?)<\/Suspense>/g)].map(
    ([, inside]) => (inside!.match(/^\s*\{.*(?:&&|\?) \($/gm) ?? []).length,
  );

test('each menu and dialog has its own Suspense boundary', () => {
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
