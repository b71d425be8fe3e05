import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { matchRoute } from '../../contract/routes.ts';
import { robots } from '../../site/layout.ts';

const root = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'manifest.webmanifest'), 'utf8'));
type Icon = { src: string; sizes: string; type: string; purpose: string };

test('the app has one identity, whatever page installs it', () => {
  expect(manifest).toMatchObject({
    id: '/',
    scope: '/',
    start_url: '/restaurant/orders?source=pwa',
    name: 'Galley',
    lang: 'en-GB',
    dir: 'ltr',
    display: 'standalone',
    display_override: ['window-controls-overlay', 'standalone'],
    orientation: 'any',
    launch_handler: { client_mode: 'navigate-existing' },
    handle_links: 'preferred',
    categories: ['business', 'food'],
  });
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(manifest.description).toMatch(/\.$/);
  for (const colour of [manifest.background_color, manifest.theme_color]) expect(colour).toMatch(/^#[0-9A-F]{6}$/);
});

test('the icon exists in each size and purpose', () => {
  const icons = manifest.icons as Icon[];
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
    '512x512 monochrome',
  ]);
  for (const { src, sizes } of icons) expect(pngSize(join(root, 'public', src))).toBe(sizes);
});

test('each shortcut and the start open an app page', () => {
  const urls = [manifest.start_url, ...(manifest.shortcuts as { url: string }[]).map(({ url }) => url)];
  for (const url of urls) expect(matchRoute(new URL(url, 'https://galley.test').pathname)).not.toBeNull();
});

test("the icon's shortcuts include the kitchen", () => {
  const kitchen = (manifest.shortcuts as { name: string; url: string }[]).find(({ name }) => name === 'Kitchen');
  expect(new URL(kitchen!.url, 'https://galley.test').searchParams.get('view')).toBe('kitchen');
});

test("the icon's shortcuts include orders, kitchen, availability and chats", () => {
  const names = (manifest.shortcuts as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(['Orders', 'Kitchen', 'Item availability', 'Chats']);
});

test('has screenshots for installing on desktop and phone', () => {
  const shots = manifest.screenshots as (Icon & { form_factor: string; label: string })[];
  expect(shots.map(({ form_factor }) => form_factor)).toEqual(['wide', 'wide', 'narrow', 'narrow']);
  for (const { src, sizes, label } of shots) {
    expect(pngSize(join(root, 'public', src))).toBe(sizes);
    expect(label).not.toBe('');
  }
});

test('accepts nothing shared from other apps', () => {
  expect([manifest.share_target, manifest.file_handlers]).toEqual([undefined, undefined]);
});

test('the page names icons and theme colours, filling phone screens', () => {
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  for (const [, src] of html.matchAll(/href="(\/icons\/[^"]+)"/g))
    expect(existsSync(join(root, 'public', src!))).toBe(true);
  expect(html).toContain('viewport-fit=cover');
  expect(html).toContain('media="(prefers-color-scheme: dark)"');
  expect(html).toContain('media="(prefers-color-scheme: light)"');
});

test('robots are kept out of the app and the API', () => {
  expect(robots).toContain('Disallow: /backend/');
  expect(robots).toContain('Disallow: /restaurant/');
});

/** "512x512", from the file's header. */
function pngSize(path: string): string {
  const file = readFileSync(path);
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}
