import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chromiumLaunch } from '../support/chromium.ts';
import { openDevice, type Device } from '../support/device.ts';
import { drawMenu, drawnStarters } from '../support/drawn-menu.ts';
import { codeFor, startGalley, type Galley } from './galley.ts';
import { takeStep } from './orders.ts';

let galley: Galley;
let tablet: Device;
let browser: Browser;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 820, height: 1180 } });
  browser = await chromium.launch(await chromiumLaunch());
});
afterAll(async () => {
  await browser?.close();
  await tablet?.dispose();
  await galley?.dispose();
});

test('a new owner gets from the registration to the first order of a customer by what the screens say', async () => {
  const { page } = tablet;
  const email = 'first-evening@galley.test';
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  /** A step of the list on the first screen. */
  const openStep = async (name: string) => {
    await tablet.go('/restaurant/insights');
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
  };

  await tablet.go('/register');
  await page.getByLabel('Restaurant name').fill('The Harbour Oven');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await press('Create account');
  await page.getByText('We sent a six-digit code to').waitFor();
  await page.getByLabel('Code').pressSequentially(await codeFor(galley, email));
  await page.keyboard.press('Enter').catch(() => undefined);
  await page.getByRole('heading', { name: 'Your restaurant' }).waitFor();
  await page.getByLabel('Address').fill('3 Quay Street');
  await page.getByLabel('City').fill('Hull');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByLabel('Business phone').fill('020 7946 0142');
  await press('Finish');
  await page.waitForURL((url) => url.pathname === '/restaurant/insights');

  await openStep('Menu');
  await press('Upload a photo of your menu');
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'menu.png', mimeType: 'image/png', buffer: await drawMenu(drawnStarters) });
  await press('Read the menu');
  await page.getByRole('heading', { name: 'Check what was read' }).waitFor();
  await press(/^Add \d dishes to the menu/);
  await page.getByRole('link', { name: /Starters/ }).waitFor();

  // Open all day today, whatever the day and the time are.
  await openStep('Opening hours');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    await page.getByRole('checkbox', { name: day, exact: true }).check();
    await page.getByLabel(`${day}, opens`).fill('00:00');
    await page.getByLabel(`${day}, closes`).fill('00:00');
  }
  await press('Save opening hours');
  await tablet.waitForStatus('All changes saved');

  await openStep('Website');
  await page.getByLabel('Short description').fill('Pizza from the harbour');
  // The server's own page, with what is only typed.
  await page.frameLocator('iframe:not([hidden])').getByText('Pizza from the harbour').first().waitFor();
  await press('Save and publish');
  await page.getByRole('heading', { name: 'Published', exact: true }).waitFor();
  const address = await page.getByRole('link', { name: 'View website' }).getAttribute('href');
  // Customers see it as soon as the server has the change, which this device shows before.
  const shown = async () => (await fetch(galley.origin + address)).text();
  await expect.poll(shown).toContain('Pizza from the harbour');

  const customer = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await customer.goto(galley.origin + address);
  await customer.getByText('Pizza from the harbour').first().waitFor();
  await customer.getByRole('button', { name: 'Add Garlic Bread' }).click();
  await customer.getByRole('link', { name: /View basket/ }).click();
  await customer.getByRole('link', { name: /Go to checkout/ }).click();
  await customer.getByLabel('Name').fill('Nora Webb');
  await customer.getByLabel(/^Telephone/).fill('020 7946 0123');
  await customer.getByRole('button', { name: 'Place the order' }).click();
  await customer.getByRole('heading', { name: 'Waiting for the restaurant' }).waitFor();

  await page.goto(`${galley.origin}/restaurant/orders`);
  await page.getByText('Nora Webb').first().waitFor();
  const orderNo = (await page.locator('a[href^="/restaurant/orders/"]').first().textContent())!.replace('#', '').trim();
  for (const step of ['Accept', 'Start', 'Ready'] as const) await takeStep(page, step, orderNo);
  await tablet.waitForStatus('All changes saved');
  await customer.getByRole('heading', { name: /ready/i }).waitFor();
  expect(tablet.problems).toEqual([]);
});
