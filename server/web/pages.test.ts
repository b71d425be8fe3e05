import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepAssets } from './files.ts';
import { securityHeaders } from './headers.ts';
import { createPages } from './pages.ts';
import type { Pages } from './pages.ts';

const html =
  '<!doctype html><title>Galley</title><script>boot()</script><script type="module" src="/assets/app-AbC1.js"></script>';
const script = 'export const app = 1;\n'.repeat(20);
let folder: string;
let pages: Pages;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-pages-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await mkdir(join(dist, '.vite'));
  await writeFile(join(dist, '.build'), 'second');
  await writeFile(join(dist, '.vite/manifest.json'), '{}');
  await writeFile(join(dist, 'index.html'), html);
  await writeFile(join(dist, 'sw.js'), 'self.x = 1');
  await writeFile(join(dist, 'robots.txt'), 'User-agent: *');
  await writeFile(join(dist, 'manifest.webmanifest'), '{}');
  await writeFile(join(dist, 'assets/app-AbC1.js'), script);
  await writeFile(join(dist, 'assets/app-AbC1.js.gz'), gzipSync(script));
  await mkdir(join(folder, 'data/assets/first'), { recursive: true });
  await writeFile(join(folder, 'data/assets/first/app-Old1.js'), 'old()');
  pages = await createPages({
    dist,
    env: { dataDir: join(folder, 'data'), pageOrigins: ['https://errors.example.com'] },
  });
});
afterAll(() => rm(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  pages(new Request(`http://localhost${path}`, { method, headers }));

describe('the pages', () => {
  test.each(['/', '/login', '/restaurant/orders', '/restaurant/menu/3/category/4', '/restaurant/orders/'])(
    '%s is the app',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.text(), answer.headers.get('Cache-Control')]).toEqual([
        200,
        html,
        'no-cache',
      ]);
    },
  );

  test('an unknown path is the app with 404', async () => {
    const answer = await get('/no/such/page');
    expect([answer.status, await answer.text()]).toEqual([404, html]);
  });

  test.each([
    '/robots2.txt',
    '/llms.txt',
    '/restaurant/orders.json',
    '/assets/none.js',
    '/.vite/manifest.json',
    '/.build',
    '/assets/..%2f..%2f.build',
    '/assets/app-AbC1.js.gz',
    '/wp-login.php',
  ])('%s is not found, and not the app', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
  });

  test.each(['/foo.html', '/wp-login.php', '/.build', '/restaurant/none.html'])(
    'a person navigating to %s sees the app’s 404',
    async (path) => {
      const answer = await get(path, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect([answer.status, await answer.text()]).toEqual([404, html]);
      expect(answer.headers.get('Content-Security-Policy')).toContain('trusted-types galley');
    },
  );

  test.each(['/restaurant/channels/a.b', '/restaurant/orders/7.5', '/restaurant/menu/1.2/category/3.4'])(
    '%s is an app page despite dots in its name',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([200, html]);
    },
  );

  test('a missing asset is 404 for people, too', async () => {
    const answer = await get('/assets/none.js', { Accept: 'text/html' });
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
  });

  test('hashed files are cached for ever, others revalidated', async () => {
    expect((await get('/assets/app-AbC1.js')).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/sw.js', '/manifest.webmanifest', '/robots.txt']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
    }
    expect((await get('/manifest.webmanifest')).headers.get('Content-Type')).toBe(
      'application/manifest+json; charset=utf-8',
    );
  });

  test('an unchanged file is not sent again', async () => {
    const etag = (await get('/sw.js')).headers.get('ETag')!;
    const again = await get('/sw.js', { 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('compressed files go to clients that accept them', async () => {
    const zipped = await get('/assets/app-AbC1.js', { 'Accept-Encoding': 'gzip, deflate' });
    expect([zipped.headers.get('Content-Encoding'), zipped.headers.get('Vary')]).toEqual(['gzip', 'Accept-Encoding']);
    const plain = await get('/assets/app-AbC1.js');
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, script]);
  });

  test('a tab open during an update finds its files', async () => {
    const old = await get('/assets/app-Old1.js');
    expect([old.status, await old.text()]).toEqual([200, 'old()']);
  });

  test('HEAD has no body; other methods are refused', async () => {
    const head = await get('/login', {}, 'HEAD');
    expect([head.status, await head.text(), head.headers.get('Content-Length')]).toEqual([
      200,
      '',
      String(html.length),
    ]);
    expect((await get('/login', {}, 'POST')).status).toBe(405);
  });

  test('the page runs only its own and hashed scripts', async () => {
    const policy = (await get('/login')).headers.get('Content-Security-Policy')!;
    expect(policy).toContain("default-src 'self'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'(;|$)/);
    expect(policy).toContain("connect-src 'self' https://errors.example.com");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types galley");
    expect(policy).not.toContain('unsafe');
    expect((await get('/none.txt')).headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test('a worker may reach the API by its own policy', async () => {
    for (const path of ['/sw.js', '/assets/app-AbC1.js', '/assets/app-Old1.js'])
      expect((await get(path)).headers.get('Content-Security-Policy')).toContain(
        "default-src 'self'; connect-src 'self' https://errors.example.com",
      );
  });

  test('three builds are kept, including the current one', async () => {
    const kept = join(folder, 'kept');
    for (const [index, build] of ['a', 'b', 'c', 'd'].entries()) {
      await keepAssets(join(folder, 'dist'), build, kept);
      await utimes(join(kept, build), index, index);
    }
    await keepAssets(join(folder, 'dist'), 'd', kept);
    expect((await readdir(kept)).toSorted()).toEqual(['b', 'c', 'd']);
  });

  test('HSTS is sent only for https', () => {
    expect(securityHeaders({ publicUrl: 'http://localhost:8080' })).not.toHaveProperty('Strict-Transport-Security');
    expect(securityHeaders({ publicUrl: 'https://galley.example.com' })).toMatchObject({
      'Strict-Transport-Security': 'max-age=63072000',
      'X-Content-Type-Options': 'nosniff',
    });
  });
});
