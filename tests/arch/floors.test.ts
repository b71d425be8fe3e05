import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The folders and files of server/ from the ground up. One imports only those before it, types included. */
const floors = [
  // This machine, other services, the settings, the database.
  ['platform', 'integrations', 'env.ts', 'db'],
  // From a request to its result; work without a request; what an area is.
  ['pipeline', 'http', 'web', 'jobs', 'area.ts'],
  // Whom and what everything is about.
  ['files', 'notifications', 'restaurants', 'auth', 'kitchen-mode', 'people', 'telemetry', 'import'],
  // What a restaurant works with.
  ['customers', 'menu-reader', 'menu', 'promotions', 'inventory', 'delivery', 'orders'],
  ['payments', 'subscriptions', 'withdrawals'],
  ['chats', 'channels', 'reservations', 'guests'],
  ['website', 'contact', 'delivery-partners', 'storefront', 'chatbot'],
  // What is made of all of it.
  ['settings', 'sync', 'dashboard', 'backup', 'account', 'system'],
  // Loops over the areas.
  ['areas.ts', 'start-jobs.ts', 'commands', 'dev', 'app.ts', 'workers.ts', 'main.ts'],
].flat();

/** The folder of a file, or the file if it is in none. Null: not of the server. */
const roomOf = (path: string): string | null => /^server\/([^/]+)/.exec(path)?.[1] ?? null;

const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    relative(root, join(root, dirname(file), path!)),
  );

/** The imports of a file that run up, or to what has no floor. */
const upwards = (file: string, source: string): string[] =>
  importsOf(file, source).flatMap((path) => {
    const [from, to] = [roomOf(file)!, roomOf(path)];
    return to === null || floors.indexOf(to) <= floors.indexOf(from) ? [] : [`${file} -> ${path}`];
  });

const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|\/migrations\//.test(file));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('no import of the server runs up a floor', () => {
  expect(upwards('server/menu/a.ts', "import type { B } from '../orders/b.ts';\nawait import('../db/c.ts');")).toEqual([
    'server/menu/a.ts -> server/orders/b.ts',
  ]);
  expect(files.flatMap((file) => upwards(file, read(file)))).toEqual([]);
});

test('each folder of the server has its floor, and each floor its folder', () => {
  expect([...new Set(files.map(roomOf))].toSorted()).toEqual(floors.toSorted());
});

test('the list of areas is in the order of the floors', () => {
  const imported = [...read('server/areas.ts').matchAll(/^import \{ (\w+) \} from '\.\/([\w-]+)\/index\.ts';/gm)];
  const names = imported.map(([, name]) => name!);
  expect(imported.map(([, , folder]) => folder)).toEqual(
    floors.filter((folder) => files.includes(`server/${folder}/index.ts`)),
  );
  const listed = /areas: readonly Area\[\] = \[([^\]]*)\]/.exec(read('server/areas.ts'))![1]!;
  expect(listed.match(/\w+/g)).toEqual(names);
});
