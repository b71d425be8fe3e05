import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { MutationDefinition } from '../../src/data/mutation.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';

const root = join(import.meta.dirname, '../../src/features');
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));

test('screens ask before offering calls a REST server may lack (R18, R34)', async () => {
  const nameOf = new Map<string, string>();
  for (const file of files.filter((one) => one.endsWith('mutations.ts'))) {
    const module = (await import(join(root, file))) as Record<string, Partial<MutationDefinition>>;
    for (const [name, { call }] of Object.entries(module)) if (call) nameOf.set(name, call.name);
  }
  const offeredCalls = files
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?:useNotOffered\(|isOffered\(|storeChange\(|storeImage\(|call=\{)(.*)\.call[),}]/g,
      ),
    ])
    .flatMap(([, expression]) => expression!.match(/\w+/g) ?? [])
    .map((name) => nameOf.get(name));
  const additions = Object.values(calls).filter(
    ({ name, options }) => options.addition && options.offline.kind === 'queue' && !definitionOf(name)?.rest?.isLocal,
  );
  expect(additions.length).toBeGreaterThan(4);
  expect(additions.map(({ name }) => name).filter((name) => !offeredCalls.includes(name))).toEqual([]);
});
