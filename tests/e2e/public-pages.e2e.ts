import type pg from 'pg';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { publicPages } from '../../contract/public-pages.ts';
import { axeFindings } from '../support/axe.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount, type Account } from './api.ts';
import { ownerPool } from './database.ts';
import { newestMail, startGalley, type Galley } from './galley.ts';
import { LONGEST_WAIT_MS } from '../support/waits.ts';

const TO = 'hello@galley.test';
let galley: Galley;
let owner: pg.Pool;
let browser: Browser;
let account: Account;
/** Messages on the pages' consoles, including violations of the content security policy. */
const problems: string[] = [];

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster'), env: { CONTACT_EMAIL: TO } });
  owner = ownerPool(galley);
  browser = await chromium.launch(await chromiumLaunch());
  account = await openAccount(galley, 'ravi@galley.test', 'Spice Route');
});
afterAll(async () => {
  await browser?.close();
  await owner?.end();
  await galley?.dispose();
});
afterEach(() => {
  const reported = problems.splice(0);
  if (reported.length > 0) throw new Error(reported.join('\n'));
});

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: galley.origin, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const isExpected =
      !['error', 'warning'].includes(message.type()) || message.text().startsWith('Failed to load resource');
    if (!isExpected) problems.push(message.text());
  });
  await page.goto(path);
  return page;
}

const stored = async () => (await owner.query('SELECT name, email, message FROM contact_messages ORDER BY id')).rows;

async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel('Your name').fill('Amara Sharpe');
  await page.getByLabel('E-mail').fill('amara@example.com');
  await page.getByLabel('Message').fill(message);
}

/** Runs in the page: controls whose middle is covered by something else. */
function coveredControls(): string[] {
  // Links in an answer exist only while its question is open.
  for (const answer of document.querySelectorAll('details')) answer.open = true;
  const controls = [...document.querySelectorAll<HTMLElement>('main a, .head a, .foot a, button, summary')];
  return controls.flatMap((control) => {
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const [{ x, y, width, height } = new DOMRect()] = control.getClientRects();
    if (width === 0) return [];
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    return control.contains(met) ? [] : [control.textContent];
  });
}

test.each(['light', 'dark'] as const)('public pages pass axe in %s from 320 px', async (colorScheme) => {
  const page = await visit('/contact-us', { colorScheme, viewport: { width: 320, height: 700 } });
  for (const path of publicPages) {
    await page.goto(path);
    expect([path, await axeFindings(page)]).toEqual([path, []]);
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320]);
    expect([path, await page.evaluate(coveredControls)]).toEqual([path, []]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ['/restaurant', '/contact-us', '/privacy-policy']) {
    await page.goto(path);
    expect([path, await axeFindings(page)]).toEqual([path, []]);
  }
  await page.context().close();
});

test('the contact form validates fields and sends one mail', async () => {
  const page = await visit('/contact-us');
  const send = page.getByRole('button', { name: 'Send the message' });
  await page.getByLabel('E-mail').fill('amara');
  await send.click();
  const name = page.getByLabel('Your name');
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByText('Write your name').waitFor();
  await page.getByText('Write an e-mail address such as').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await write(page, 'Can I bring my past orders?');
  expect(await page.getByText('Write your name').count()).toBe(0);

  await page.context().setOffline(true);
  await send.click();
  await page.getByText('There is no network. Your text is still here').waitFor();
  await page.context().setOffline(false);
  const gateway = '**/contact-us';
  await page.route(gateway, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' }));
  await send.click();
  await page.getByText('The message did not arrive. Your text is still here').waitFor();
  await page.unroute(gateway);
  await send.dblclick();
  await page.getByRole('heading', { name: 'Your message has arrived' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await stored()).toMatchObject([{ name: 'Amara Sharpe', message: 'Can I bring my past orders?' }]);
  expect(await newestMail(galley, TO)).toMatch(/^Reply-To: .*amara@example\.com/m);
  expect(await page.context().cookies()).toEqual([]);
  await page.context().close();
});

test('pages and contact form work without JavaScript', async () => {
  const page = await visit('/restaurant', { javaScriptEnabled: false, colorScheme: 'dark' });
  await page.getByRole('heading', { level: 1, name: /Keeps serving/ }).waitFor();
  await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Contact us' }).click();
  await write(page, 'Without scripts');
  await page.getByRole('button', { name: 'Send the message' }).click();
  await page.getByRole('heading', { name: 'Your message has arrived' }).waitFor();
  expect((await stored()).map(({ message }) => message)).toContain('Without scripts');
  await page.reload();
  expect((await stored()).filter(({ message }) => message === 'Without scripts')).toHaveLength(1);
  await page.context().close();
});

test("the app's theme applies to public pages, pictures included", async () => {
  const page = await visit('/privacy-policy', { colorScheme: 'light' });
  await page.evaluate(() => localStorage.setItem('piniaState', JSON.stringify({ theme: 'dark' })));
  await page.goto('/restaurant');
  const shown = () =>
    page.evaluate(() => ({
      background: getComputedStyle(document.documentElement).backgroundColor,
      picture: document.querySelector('img')!.currentSrc.includes('orders-dark'),
    }));
  await expect.poll(shown).toEqual({ background: 'rgb(10, 17, 36)', picture: true });
  await page.context().close();
});

test('signed-in visits of /restaurant open the app, offline too', async () => {
  const tablet: Device = await openDevice({ origin: galley.origin });
  const { page } = tablet;
  await tablet.go('/login');
  await page.getByRole('link', { name: 'Privacy policy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor();
  await page.goBack();
  await tablet.signIn(account);
  await tablet.isLoaded();
  await tablet.go('/restaurant');
  await page.waitForURL('**/restaurant/insights');
  await tablet.go('/company');
  await page.getByRole('link', { name: 'Open Galley' }).first().waitFor();

  await tablet.goOffline();
  await tablet.go('/restaurant');
  await page.waitForURL('**/restaurant/insights');
  await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
  await tablet.go('/privacy-policy');
  await page.getByText('This page is not kept on the device').waitFor();
  await tablet.goOnline();
  await page.getByRole('heading', { level: 2, name: 'What the server keeps' }).waitFor();
  expect(tablet.problems).toEqual([]);
  await tablet.dispose();
});

test('a slow load shows the logo after a moment', async () => {
  const context = await browser.newContext({ baseURL: galley.origin, serviceWorkers: 'block' });
  const page = await context.newPage();
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('#app').waitFor({ state: 'attached' });
  const mark = () =>
    page.evaluate(() => {
      const { content, opacity, backgroundImage, animationDelay } = getComputedStyle(
        document.querySelector('#app')!,
        '::after',
      );
      return content === 'none' ? null : { opacity, animationDelay, icon: /[^/]+(?="\)$)/.exec(backgroundImage)?.[0] };
    });
  await expect.poll(mark).toEqual({ opacity: '1', animationDelay: '0.8s', icon: 'icon.svg' });
  letGo();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await mark()).toBeNull();
  await context.close();
});
