import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder, sources } from './build.ts';

test('a changed build plugin triggers a new build', () => {
  const config = readFileSync(join(projectFolder, 'vite.config.ts'), 'utf8');
  const plugins = [...config.matchAll(/from '\.\/(tools\/[\w-]+\.ts)'/g)].map(([, path]) => path!);
  expect(plugins.length).toBeGreaterThan(5);
  expect(sources).toEqual(expect.arrayContaining(plugins));
});
