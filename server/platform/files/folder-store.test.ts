import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolderStore } from './folder-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('keeps, replaces and removes a file', async () => {
  const store = openFolderStore(folder);
  expect(await store.get('menus/a/1.jpg')).toBeNull();
  await store.put('menus/a/1.jpg', Buffer.from('one'));
  await store.put('menus/a/1.jpg', Buffer.from('two'));
  expect(String(await store.get('menus/a/1.jpg'))).toBe('two');
  expect(await readdir(join(folder, 'menus/a'))).toEqual(['1.jpg']);
  await store.remove('menus/a/1.jpg');
  await store.remove('menus/a/1.jpg');
  expect(await store.get('menus/a/1.jpg')).toBeNull();
});

test.each(['../secret', 'menus/../../secret', '/etc/passwd', 'menus', 'menus/.hidden', 'Menus/a', 'menus//a'])(
  'refuses the key %s',
  async (key) => {
    await expect(openFolderStore(folder).get(key)).rejects.toThrow('cannot be the key');
  },
);
