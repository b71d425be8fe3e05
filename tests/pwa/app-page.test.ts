import { expect, test } from 'vitest';
import { publicPages } from '../../contract/public-pages.ts';
import { routes } from '../../contract/routes.ts';
import { isAppPage } from '../../sw/app-page.ts';

const page = (path: string) => isAppPage(new URL(path, 'https://galley.test'));

test('every app page opens offline, deep and unknown links included', () => {
  const appPaths = Object.keys(routes).filter((path) => !(publicPages as string[]).includes(path));
  expect(appPaths.length).toBeGreaterThan(30);
  for (const path of appPaths) expect(page(path.replaceAll(/:\w+/g, '0192-ab'))).toBe(true);
  expect(page('/restaurant/orders/0192?tab=timeline')).toBe(true);
  expect(page('/restaurant/no-such-page')).toBe(true);
  expect(page('/restaurant/channels/a.b')).toBe(true);
});

test('API, development pages and files never get the shell', () => {
  for (const path of [
    '/backend',
    '/backend/auth/google/callback',
    '/dev/mail',
    '/robots.txt',
    '/icons/icon-192.png',
    '/restaurant/export.csv',
  ]) {
    expect(page(path)).toBe(false);
  }
});

test('public pages come from the network, also /restaurant for guests', () => {
  for (const path of publicPages)
    expect([page(path), page(`${path}/`), page(`${path}?a=b`)]).toEqual([false, false, false]);
  expect(page('/restaurant/insights')).toBe(true);
});

test('addresses outside the app are left to the server', () => {
  for (const path of ['/site/spice-route', '/nothing', '/backends']) expect(page(path)).toBe(false);
});
