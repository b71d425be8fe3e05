import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { roles } from '../../contract/people/permissions.ts';
import { argsOf } from '../../src/data/apply-pending.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';
import { samples } from '../matrix/samples.ts';

const root = join(import.meta.dirname, '../..');
const names = Object.values(calls)
  .filter(({ options }) => options.offline.kind === 'queue')
  .map(({ name }) => name);
const areas = [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))];
/** Matches a call's name, or the beginning or end of several, in a string or a regular expression. */
const literal = new RegExp(`['"\`/](?:${areas.join('|')})\\\\?\\.\\w*['"\`/]|['"/]\\\\\\.[a-z]+['"/]`);

/** A permission may have the name of an area, too. */
const permissions = roles.owner.permissions.filter((permission) => !names.includes(permission));
const withoutPermissions = (source: string): string =>
  permissions.reduce((text, permission) => text.replaceAll(`'${permission}'`, ''), source);

const findNames = (source: string): string[] =>
  withoutPermissions(source)
    .split('\n')
    .filter(
      (line) => !/^\s*(import|export) .* from /.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line) && literal.test(line),
    )
    .map((line) => line.trim());

/** Says in words what any call did, whether or not it may be made offline: its names are keys of words. */
const WORDS = /^src\/features\/people\/changes\/(labels|words)\.ts$/;

test('only declarations name an offline action', () => {
  const files = globSync('{src,sw}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/permission-labels\.ts$/.test(file) && !WORDS.test(file.replaceAll('\\', '/')),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    findNames(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test.each([
  "if (entry.call === 'orders.setStatus') return;",
  "call.startsWith('menu.create')",
  'case "chats.pause":',
  '/\\.remove/.test(call)',
  "['orders.acknowledge'].includes(call)",
])('finds a name in %s', (line) => {
  expect(findNames(line)).toEqual([line]);
});

test.each(names)('%s has the effect that its declaration says', (name) => {
  const definition = definitionOf(name)!;
  const step = samples[name]!.find(({ refused }) => !refused)!.steps.find(({ call }) => call === name)!;
  const args = argsOf(definition.call, { path: step.path ?? {}, body: step.body ?? {}, ver: 1 });
  const info = { key: 'key', occurredAt: '2026-11-20T19:00:00.000Z', deviceName: 'Kitchen tablet' };
  const make = () => {
    try {
      return definition.change(null, args, info);
    } catch {
      return null;
    }
  };
  // Without a row, only a creation may return one.
  expect(make() !== null).toBe(definition.effect === 'create');
  const row = { id: definition.rows(args)[0], order_status: 'completed', payment_status: 'unpaid', paid_amount: 0 };
  if (definition.effect === 'delete') expect(definition.change(row as never, args, info)).toBeNull();
});
