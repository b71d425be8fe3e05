import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { MutationDefinition } from '../../src/data/mutation.ts';
import { isLocalOnly } from '../../src/sync/rest-adapter/rest-calls.ts';

const root = join(import.meta.dirname, '../../src/features');
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));

test('what only our server has is asked for before its control is shown, or stays on the device (R18, R34)', async () => {
  const nameOf = new Map<string, string>();
  for (const file of files.filter((one) => one.endsWith('mutations.ts'))) {
    const module = (await import(join(root, file))) as Record<string, Partial<MutationDefinition>>;
    for (const [name, { call }] of Object.entries(module)) if (call) nameOf.set(name, call.name);
  }
  const asked = files
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(?:useNotOffered|isOffered)\((.*)\.call\)/g),
    ])
    .flatMap(([, expression]) => expression!.match(/\w+/g) ?? [])
    .map((name) => nameOf.get(name));
  const additions = Object.values(calls).filter(
    ({ name, options }) => options.addition && options.offline.kind === 'queue' && !isLocalOnly({ call: name }),
  );
  expect(additions.length).toBeGreaterThan(4);
  expect(additions.map(({ name }) => name).filter((name) => !asked.includes(name))).toEqual([]);
});
