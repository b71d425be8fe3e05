import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount, type Account } from './api.ts';
import { startGalley, type Galley } from './galley.ts';

let galley: Galley;
let account: Account;
let laptop: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  account = await openAccount(galley, 'passkeys@galley.test', 'The Key');
  laptop = await openDevice({ origin: galley.origin });
  const { page } = laptop;
  // An authenticator of the browser itself, which agrees to everything.
  const tools = await laptop.context.newCDPSession(page);
  await tools.send('WebAuthn.enable');
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await laptop.signIn(account);
  await laptop.isLoaded();
});
afterAll(async () => {
  await laptop?.dispose();
  await galley?.dispose();
});

test('an owner adds a passkey, signs in with it alone, and removes it', async () => {
  const { page } = laptop;
  await laptop.go('/restaurant/settings?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Office laptop');
  await page.getByLabel('Current password').fill(account.password);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add the passkey' }).click();
  await page.getByText('Passkey “Office laptop” added').waitFor();

  await laptop.go('/logout');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/restaurant/'));

  await laptop.isLoaded();
  await laptop.goOffline();
  await laptop.go('/restaurant/settings?tab=security');
  await page.getByText('This list needs internet: the server keeps it.').first().waitFor();
  await laptop.goOnline();
  await laptop.go('/restaurant/settings?tab=security');
  await page.getByText('Office laptop').first().waitFor();
  await page.getByRole('button', { name: /^Remove.*Office laptop/ }).click();
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await page.getByText('Passkey “Office laptop” removed').waitFor();

  await laptop.go('/logout');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('it may have been removed').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});
