import { expect, test } from 'vitest';
import { routes } from '../../contract/routes.ts';
import { isAppPage } from '../../sw/app-page.ts';

const page = (path: string) => isAppPage(new URL(path, 'https://galley.test'));

test('every page of the app opens without a network, deep links and unknown pages included', () => {
  for (const path of Object.keys(routes)) expect(page(path.replaceAll(/:\w+/g, '0192-ab'))).toBe(true);
  expect(page('/restaurant/orders/0192?tab=timeline')).toBe(true);
  expect(page('/restaurant/no-such-page')).toBe(true);
});

test('the API, the development pages and files are never answered with the shell', () => {
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

test('an address outside the app is left to the server', () => {
  for (const path of ['/site/spice-route', '/nothing', '/backends']) expect(page(path)).toBe(false);
});
