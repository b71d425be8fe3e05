import { Events, type MutableRedirectUri } from 'oauth2-mock-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, turnTheme } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { startGoogle, type SignInProvider } from '../support/sign-in-provider.ts';
import { requestData } from './api.ts';
import { startGalley, type Galley } from './galley.ts';

let google: SignInProvider;
let galley: Galley;
let device: Device;

beforeAll(async () => {
  google = await startGoogle();
  galley = await startGalley({ cluster: inject('cluster'), env: google.settings });
  device = await openDevice({ origin: galley.origin, viewport: { width: 360, height: 740 } });
});
afterAll(async () => {
  await device?.dispose();
  await galley?.dispose();
  await google?.close();
});

const withGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

async function logOut(): Promise<void> {
  await device.go('/logout');
  await isAt(device.page, '/login');
}

test('signs an owner up through Google without leaking the code', async () => {
  const { page } = device;
  google.setClaims({ sub: '1', email: 'ravi@galley.test', email_verified: true, name: 'Ravi' });
  await device.go('/login?next=//evil.example');
  for (const theme of ['light', 'dark'] as const) {
    await turnTheme(page, theme);
    await withGoogle(page).waitFor();
    expect([theme, await axeFindings(page)]).toEqual([theme, []]);
  }
  await withGoogle(page).click();
  await isAt(page, '/complete');
  await page.getByLabel('Restaurant name').fill('Spice Route');
  await page.getByLabel('Address').fill('214 Coldharbour Lane');
  await page.getByLabel('City').fill('London');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByRole('button', { name: 'Finish' }).click();
  await isAt(page, '/restaurant/insights');
  await device.waitForStatus('All changes saved');
  const visited = await page.evaluate(() => navigation.entries().map(({ url }) => url ?? ''));
  expect(visited.filter((url) => url.includes('code='))).toEqual([]);
  expect(visited.filter((url) => url === `${galley.origin}/restaurant/insights`)).toHaveLength(1);
});

test.each([
  ['/restaurant/menu', '/restaurant/menu'],
  ['javascript:document.title=1', '/restaurant/insights'],
  ['//evil.example', '/restaurant/insights'],
  ['/\\evil.example', '/restaurant/insights'],
])('returning to %j leads to %s', async (next, path) => {
  await logOut();
  await device.go(`/google-login?${new URLSearchParams({ next })}`);
  await withGoogle(device.page).click();
  await isAt(device.page, path);
  expect(new URL(device.page.url()).origin).toBe(galley.origin);
  await device.waitForStatus('All changes saved');
});

test('cancelling at Google says so and offers the password', async () => {
  await logOut();
  google.server.service.once(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri) => {
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
  });
  await withGoogle(device.page).click();
  await isAt(device.page, '/login');
  await device.page.getByText('You did not finish signing in with Google.').waitFor();
  await device.page.getByLabel('E-mail').waitFor();
});

test('an unverified account is connected after its password is entered', async () => {
  const { page } = device;
  const body = { email: 'mina@galley.test', password: 'slow boat to the harbour', restaurant_name: 'Blue Lagoon' };
  await requestData(galley.origin, 'POST', '/auth/register', { body });
  google.setClaims({ sub: '2', email: body.email, email_verified: true });
  await withGoogle(page).click();
  await page.getByRole('heading', { name: 'Connect Google' }).waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await turnTheme(page, theme);
    expect([theme, await axeFindings(page)]).toEqual([theme, []]);
  }
  await page.getByLabel('Password', { exact: true }).fill('a wrong one');
  await page.getByRole('button', { name: 'Connect and continue' }).click();
  await page.getByText('Wrong e-mail or password.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(body.password);
  await page.getByRole('button', { name: 'Connect and continue' }).click();
  await isAt(page, '/complete');
  await logOut();
});

test('without a network the button says why it is disabled', async () => {
  await device.goOffline();
  await withGoogle(device.page).and(device.page.locator('[aria-disabled="true"]')).waitFor();
  await device.goOnline();
  expect(device.problems).toEqual([]);
});
