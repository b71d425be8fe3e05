import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, turnTheme } from '../support/axe.ts';
import { openDevice } from '../support/device.ts';
import { requestData, openAccount } from './api.ts';
import { codeFor, newestMail, startGalley, type Galley } from './galley.ts';

let galley: Galley;
beforeAll(async () => void (galley = await startGalley({ cluster: inject('cluster') })));
afterAll(() => galley?.dispose());

const PASSWORD = 'correct horse battery';

test.for([
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const)('at $width px an owner signs up by keyboard alone', async ({ colorScheme, ...viewport }) => {
  const device = await openDevice({ origin: galley.origin, viewport, colorScheme });
  const { page } = device;
  const { keyboard } = page;
  const email = `keys-${viewport.width}@galley.test`;
  const faults: string[] = [];
  /** Checks both themes, and that nothing overflows the screen. */
  const checkPage = async () => {
    for (const theme of ['light', 'dark'] as const) {
      await turnTheme(page, theme);
      faults.push(...(await axeFindings(page)).map((fault) => `${theme} ${page.url()} ${fault}`));
    }
    await turnTheme(page, colorScheme);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) faults.push(`${page.url()} is ${beyond} px too wide`);
  };
  try {
    await device.go('/login');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await checkPage();
    await tabTo(page, 'Create an account');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await checkPage();
    await type(page, 'Restaurant name', 'Nadia’s Table');
    await type(page, 'E-mail', email);
    await type(page, 'Password', PASSWORD);
    await keyboard.press('Enter');

    await page.waitForURL((url) => url.pathname === '/verify-email' && url.searchParams.get('email') === email);
    await page.getByText('We sent a six-digit code to').waitFor();
    await checkPage();
    // The page's only field has the focus; the form submits with the sixth digit.
    await expect.poll(() => focused(page)).toBe('Code');
    await keyboard.type(await codeFor(galley, email));

    await page.waitForURL((url) => url.pathname === '/complete');
    await page.getByRole('heading', { name: 'Your restaurant' }).waitFor();
    await checkPage();
    await type(page, 'Address', '214 Coldharbour Lane');
    await type(page, 'City', 'London');
    await tabTo(page, 'Country');
    // A list forgets the letters typed before a pause, and Niger comes before Nigeria, so an interrupted search is typed again.
    for (let tries = 0; tries < 3 && (await page.getByLabel('Country').inputValue()) !== 'NG'; tries++) {
      if (tries > 0) await page.waitForTimeout(1500);
      await keyboard.type('Nigeria');
    }
    await expect.poll(() => page.getByLabel('Currency').inputValue()).toBe('NGN');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Africa/Lagos');
    await type(page, 'Business phone', '0803 123 4567');
    await tabTo(page, 'Kitchen phone');
    await page.getByText('+2348031234567, a mobile').waitFor();
    // Input is kept while it is typed.
    await page.reload();
    expect(await page.getByLabel('Address').inputValue()).toBe('214 Coldharbour Lane');
    expect(await page.getByLabel('Country').inputValue()).toBe('NG');
    await tabTo(page, 'Finish');
    await keyboard.press('Enter');

    await page.waitForURL((url) => url.pathname === '/restaurant/insights');
    await device.waitForStatus('All changes saved');
    expect([...faults, ...device.problems]).toEqual([]);
  } finally {
    await device.dispose();
  }
});

test('onboarding on another device also lets this one in', async () => {
  const device = await openDevice({ origin: galley.origin, viewport: { width: 390, height: 844 } });
  const { page } = device;
  const email = 'two-devices@galley.test';
  const owner = { email, password: PASSWORD };
  try {
    const { token } = await requestData<{ token: string }>(galley.origin, 'POST', '/auth/register', {
      body: { ...owner, restaurant_name: 'The Sieve' },
    });
    const code = await codeFor(galley, email);
    await device.go('/login');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    // Signing in sent no mail, and the page does not claim so.
    await page.getByText('or have one sent to').waitFor();
    await page.getByRole('button', { name: 'Send a code' }).waitFor();
    await page.getByLabel('Code').fill(code === '111111' ? '222222' : '111111');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong code').waitFor();
    expect(await focused(page)).toBe('Code');
    await page.keyboard.type('33');
    expect(await page.getByLabel('Code').inputValue()).toBe('33');

    const comesBack = () => page.evaluate(() => void dispatchEvent(new Event('focus')));
    await requestData(galley.origin, 'POST', '/auth/verify-email', { body: { email, otp_code: code } });
    await comesBack();
    await page.getByRole('heading', { name: 'Your restaurant' }).waitFor();
    const profile = { name: 'The Sieve', address: '1 Quay', country_code: 'GB', city: 'Hull' };
    await requestData(galley.origin, 'POST', '/auth/complete-profile', { token, body: profile });
    await comesBack();
    await page.waitForURL((url) => url.pathname === '/restaurant/insights');
    expect(device.problems).toEqual([]);
  } finally {
    await device.dispose();
  }
});

test('a mailed link resets the password once, ending all sessions', async () => {
  const account = await openAccount(galley, 'forgot@galley.test', 'The Sieve');
  const device = await openDevice({ origin: galley.origin, viewport: { width: 390, height: 844 } });
  const tablet = await openDevice({ origin: galley.origin });
  const { page } = device;
  try {
    await tablet.signIn(account);
    await device.go('/forgot-password');
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const link = /\/confirm-forgot-password\?token=[\w-]+/;
    await expect.poll(async () => link.test(unfolded(await newestMail(galley, account.email)))).toBe(true);
    const path = link.exec(unfolded(await newestMail(galley, account.email)))![0];

    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await device.go('/confirm-forgot-password');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('This link is incomplete').waitFor();
    expect(sent).toEqual([]);

    await device.go(path);
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill('correct horse');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The two passwords differ').waitFor();
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { name: 'The new password is set' }).waitFor();

    await device.go(path);
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('This link is not valid any more').waitFor();

    // The tablet notices by itself.
    await tablet.go('/restaurant/orders');
    await tablet.page.getByText('Please log in').waitFor();
    await device.signIn({ email: account.email, password: PASSWORD });
    expect(device.problems).toEqual([]);
  } finally {
    await Promise.all([device.dispose(), tablet.dispose()]);
  }
});

/** Undoes quoted-printable encoding: a "=" at the end of a line folds it, and "=3D" is "=". */
const unfolded = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

/** Runs in the page: the name of the element that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return (element?.labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent ?? '').trim();
  });

/** Presses Tab until `name` has the focus; Tab alone must get there. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(text);
}
