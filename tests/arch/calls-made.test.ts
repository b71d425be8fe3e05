import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { tables, type Table } from '../../contract/entity.ts';
import { specified } from '../spec/calls.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('{src,site}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Read calls whose rows every device has: its screens read them from its database. */
const mirrored: Record<string, Table> = {
  'GET /dashboard/orders': 'orders',
  'GET /dashboard/notifications/{entity}': 'notifications',
  'GET /menu': 'menu_items',
  'GET /menu/books': 'menu_books',
  'GET /menu/books/{id}': 'menu_categories',
  'GET /menu/books/{id}/categories/{categoryId}/items': 'menu_items',
  'GET /api/v1/restaurant/menu/items': 'menu_items',
  'GET /menu/inventory': 'inventory_items',
  'GET /menu/inventory/{id}': 'inventory_items',
  'GET /customers': 'customers',
  'GET /customers/{id}': 'customers',
  'GET /promotions': 'promotions',
  'GET /chat': 'chats',
  'GET /chat/{id}': 'chat_messages',
  'GET /settings/delivery-locations': 'delivery_locations',
  'GET /settings/reservation/min-booking-duration': 'restaurants',
  'GET /settings/reservation/table-config': 'restaurants',
  'GET /settings/reservation/available-times': 'restaurants',
};

/** Made without naming the call: by a link or a form, or in parts that may wait offline. In which file, and by which text. */
const otherwise: Record<string, [file: string, text: string]> = {
  'GET /auth/google': ['src/features/auth/providers/provider-url.ts', '/auth/${name}'],
  'GET /auth/facebook': ['src/features/auth/providers/provider-url.ts', '/auth/${name}'],
  'POST /menu/books/upload/image': ['src/features/menu/upload/queue-files.ts', 'mutate(queueUpload'],
};

/** `const` of each contract module → the call's key. */
const declared = new Map<string, Map<string, string>>();
const keys = new Map(Object.values(calls).map((call) => [call.name, `${call.method} ${call.path}`]));
for (const file of globSync('contract/**/*.ts', { cwd: root }))
  for (const [, name, called] of readFileSync(join(root, file), 'utf8').matchAll(
    /export const (\w+) = call\(\s*'([\w.]+)'/g,
  )) {
    const key = keys.get(called!);
    if (key) declared.set(file, (declared.get(file) ?? new Map<string, string>()).set(name!, key));
  }

/** The calls that a file names: imported by itself, or as a member of its module. */
function namedIn({ file, text }: (typeof sources)[number]): string[] {
  return [...text.matchAll(/import (?:\* as (\w+)|\{([^}]*)\}) from '([^']*\/contract\/[^']*)'/g)].flatMap(
    ([, module, list, from]) => {
      const known = declared.get(relative(root, join(root, dirname(file), from!))) ?? new Map<string, string>();
      const imported = list?.split(',').map((part) => part.trim().split(' as ')[0]);
      const isNamed = (name: string) =>
        module === undefined ? imported!.includes(name) : new RegExp(`\\b${module}\\.${name}\\b`).test(text);
      return [...known].flatMap(([name, key]) => (isNamed(name) ? [key] : []));
    },
  );
}

test('each call of the specification is made by some screen', () => {
  const named = new Set(sources.flatMap(namedIn));
  expect(named.size).toBeGreaterThan(100);
  const required = Object.values(specified)
    .flat()
    .map((line) => line.split(' ').slice(0, 2).join(' '));
  expect(required.filter((key) => !named.has(key) && !(key in mirrored) && !(key in otherwise))).toEqual([]);
  // What is named needs no entry here.
  expect([...Object.keys(mirrored), ...Object.keys(otherwise)].filter((key) => named.has(key))).toEqual([]);
});

test.each(Object.entries(mirrored))('the rows of %s are on the device, and a screen reads them', (_key, table) => {
  expect(tables).toContain(table);
  const reads = new RegExp(`\\.${table}\\b|'${table}'|read${table}|useRestaurant`, 'i');
  const screens = sources.filter(({ file, text }) => file.startsWith('src/features/') && reads.test(text));
  expect(screens.length).toBeGreaterThan(0);
});

test.each(Object.entries(otherwise))('%s is made in another way', (_key, [file, text]) => {
  expect(sources.find((one) => one.file === file)?.text).toContain(text);
});
