import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../server/platform/ids.ts';
import { openCheckout } from '../support/checkout.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { fillSignIn } from '../support/device.ts';
import { specified } from '../spec/routes.ts';
import { requestData, openAccount } from './api.ts';
import { ownerPool } from './database.ts';
import { codeFor, startGalley, type Galley } from './galley.ts';
import { LONGEST_WAIT_MS } from '../support/waits.ts';

const PASSWORD = 'correct horse battery';
const email = (name: string) => `${name}@galley.test`;

let galley: Galley;
let owner: pg.Pool;
let restaurantId: string;
let browser: Browser;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  for (const name of ['unverified', 'incomplete'])
    await requestData(galley.origin, 'POST', '/auth/register', {
      body: { email: email(name), password: PASSWORD, restaurant_name: 'The Anchor' },
    });
  const otp_code = await codeFor(galley, email('incomplete'));
  await requestData(galley.origin, 'POST', '/auth/verify-email', { body: { email: email('incomplete'), otp_code } });
  const account = await openAccount(galley, email('complete'), 'Spice Route');
  ({ restaurantId } = account);
  // Without one, the page that manages it leads on to its set-up as soon as the answer is there.
  await requestData(galley.origin, 'POST', '/chatbot', {
    token: account.token,
    body: { restaurant_name: 'Spice Route', full_address: '1 Harbour Street', postal_code: 'SE1 9GF' },
  });
  browser = await chromium.launch(await chromiumLaunch());
});

afterAll(async () => {
  await browser?.close();
  await owner?.end();
  await galley?.dispose();
});

interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Console errors and uncaught errors, including failed requests. */
  problems: string[];
}

async function visitor(options: { colorScheme?: 'light' | 'dark' } = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: galley.origin,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${page.url()} uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()} console: ${message.text()} ${message.location().url}`);
  });
  return { context, page, problems };
}

/** Opens an address as if typed in. Returns the HTTP status and where the visit ended. */
async function open(page: Page, path: string, expected: string): Promise<string> {
  const response = await page.goto(path, { waitUntil: 'commit' });
  return `${response?.status()} ${await placeOf(page, expected)}`;
}

/** Goes to an address within the running app, as a link does. Returns where that ended. */
async function go(page: Page, path: string, expected: string): Promise<string> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  return placeOf(page, expected);
}

/** A phone, laptops at 200 %, a tablet, a desktop. */
const sizes = [
  [390, 844],
  [640, 450],
  [757, 480],
  [820, 1180],
  [1280, 720],
] as const;

/** Where the app's page is larger than its window, so that it slides away, or a control of its header is cut off. */
async function frameFaults(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const faults = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const { scrollWidth, scrollHeight } = document.documentElement;
      const cut = [...document.querySelectorAll('header :is(a, button)')].filter(
        (one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth,
      );
      return [
        ...(scrollHeight > innerHeight ? [`${scrollHeight} px high`] : []),
        ...(scrollWidth > innerWidth ? [`${scrollWidth} px wide`] : []),
        ...cut.map((one) => `cut: ${one.textContent}`),
      ];
    });
    found.push(...faults.map((fault) => `${path} ${width}: ${fault}`));
  }
  return found;
}

async function placeOf(page: Page, expected: string): Promise<string> {
  await page
    .waitForFunction(
      (there) =>
        location.pathname + location.search === there && (document.querySelector('h1')?.textContent ?? '') !== '',
      expected,
      { polling: 50 },
    )
    // The comparison shows where it ended instead.
    .catch(() => undefined);
  return page.evaluate(() => {
    const heading = document.querySelector('h1')?.textContent;
    const what = heading === 'Page not found' ? ' not found' : heading ? '' : ' without a heading';
    return location.pathname + location.search + what;
  });
}

const INSIGHTS = '/restaurant/insights';
const login = (next: string) => `/login?${new URLSearchParams({ next })}`;
const verify = `/verify-email?${new URLSearchParams({ email: email('unverified') })}`;

type Guard = (typeof specified)[number][1];
/** Where each guard leads each visitor; null: the page itself is shown. */
const leads: Record<string, Record<Exclude<Guard, 'none'>, (address: string) => string | null>> = {
  guest: { 'guest-only': () => null, 'requires-auth': login, app: login },
  unverified: { 'guest-only': () => verify, 'requires-auth': () => verify, app: () => verify },
  incomplete: { 'guest-only': () => '/complete', 'requires-auth': () => '/complete', app: () => '/complete' },
  complete: { 'guest-only': () => INSIGHTS, 'requires-auth': () => INSIGHTS, app: () => null },
};

function destination(who: string, path: string, address: string, guard: Guard): string {
  const by = leads[who]!;
  const self = (kind: Exclude<Guard, 'none'>, to: string) => by[kind](to) ?? to;
  if (path === '/') return self('guest-only', '/login');
  if (path === '/restaurant' && who !== 'guest') return self('app', INSIGHTS);
  return guard === 'none' ? address : self(guard, address);
}

async function signIn({ page }: Visitor, name: string, path = '/login'): Promise<void> {
  await page.goto(path);
  await fillSignIn(page, { email: email(name), password: PASSWORD });
  await page.waitForURL((url) => url.pathname !== '/login');
}

describe('every route of the specification', () => {
  test.for(['guest', 'unverified', 'incomplete', 'complete'])('leads where it says: %s', async (who, { expect }) => {
    const visiting = await visitor();
    const { page, context, problems } = visiting;
    if (who !== 'guest') await signIn(visiting, who);
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    const guards = new Set<Guard>();
    const faults: string[] = [];
    for (const [path, guard] of specified) {
      if (path === '*' || path === '/logout') continue;
      const address = path.replace(':channelType', 'whatsapp').replaceAll(/:\w+/g, newId());
      const to = destination(who, path, address, guard);
      // The first address of each guard is typed in, as are pages outside the app. The others are reached within it, which is quicker.
      const isTyped = guard === 'none' || !guards.has(guard);
      guards.add(guard);
      wanted[path] = isTyped ? `200 ${to}` : to;
      found[path] = isTyped ? await open(page, address, to) : await go(page, address, to);
      if (who === 'complete' && guard === 'app') faults.push(...(await frameFaults(page, address)));
    }
    expect(faults).toEqual([]);
    expect(found).toEqual(wanted);
    expect(await open(page, '/logout', '/login')).toBe('200 /login');
    expect(problems).toEqual([]);
    const kept = await page.evaluate(() => localStorage.getItem('piniaState'));
    expect(JSON.parse(kept ?? '{"authToken":null}')).toMatchObject({ authToken: null });
    await context.close();
  });
});

test('every path is a page to the server', async () => {
  const found = await Promise.all(
    specified
      .filter(([path]) => path !== '*')
      .map(async ([path]) => {
        const address = path.replace(':channelType', 'whatsapp').replaceAll(/:\w+/g, newId());
        const { status } = await fetch(galley.origin + address, {
          headers: { accept: 'text/html' },
          redirect: 'manual',
        });
        return `${status} ${path}`;
      }),
  );
  expect(found.filter((one) => !one.startsWith('200 '))).toEqual([]);
});

test('any other path is a 404 from server and page', async () => {
  const { page, context } = await visitor();
  for (const path of ['/nothing', '/restaurant/nothing', '/restaurant/menu/7', '/login/x', '/Login']) {
    expect((await fetch(galley.origin + path)).status).toBe(404);
    expect(await open(page, path, path)).toMatch(new RegExp(`^\\d+ ${path} not found$`));
  }
  await context.close();
});

test('a sign-in returns to the requested page, nowhere else', async () => {
  const visiting = await visitor();
  const { page, context, problems } = visiting;
  const wanted = '/restaurant/channels/telegram?from=mail';
  await signIn(visiting, 'complete', wanted);
  await page.waitForURL((url) => url.pathname + url.search === wanted);
  // WhatsApp is the only channel that can be added.
  await page.getByText('Type not supported', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Go to the channels' }).click();
  await page.getByRole('button', { name: 'Add WhatsApp' }).click();
  await page.getByRole('button', { name: 'Verify and save' }).click();
  for (const text of ['Token', 'Phone number', 'WhatsApp Business Account ID'])
    await page.getByText(`${text} is required`, { exact: true }).waitFor();
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/%2Fevil.example',
    'https://evil.example/restaurant/orders',
    'javascript:alert(1)',
    '/logout',
  ]) {
    const { href } = new URL(`/login?next=${next.includes('%') ? next : encodeURIComponent(next)}`, galley.origin);
    expect(await open(page, href, INSIGHTS)).toBe(`200 ${INSIGHTS}`);
  }
  expect(problems).toEqual([]);
  await context.close();
});

test('fetches a missing user, and handles 403 and 401', async () => {
  const visiting = await visitor();
  const { page, context } = visiting;
  await signIn(visiting, 'complete');
  await page.waitForURL((url) => url.pathname === INSIGHTS);
  const forget = () =>
    page.addInitScript(() => {
      const kept = JSON.parse(localStorage.getItem('piniaState') ?? '{}') as object;
      localStorage.setItem('piniaState', JSON.stringify({ ...kept, user: null, restaurant: null }));
    });
  await forget();
  await page.goto('/restaurant/customers');
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();

  // A server that answers no more than the specification says.
  await page.route('**/auth/user', (route) => route.fulfill({ status: 403 }));
  await page.goto('/restaurant/customers');
  await page.waitForURL((url) => url.pathname === '/complete');
  await page.getByRole('button', { name: 'Finish' }).waitFor();

  await page.unroute('**/auth/user');
  await page.route('**/auth/user', (route) => route.fulfill({ status: 401 }));
  await page.goto('/restaurant/customers');
  await page.waitForURL((url) => url.pathname + url.search === login('/restaurant/customers'));
  await page.getByText('Please log in').first().waitFor();

  // A dead token must neither prevent a logout nor be reported.
  await page.unroute('**/auth/user');
  await page.route('**/auth/logout', (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'Please log in' } }),
  );
  await signIn(visiting, 'complete');
  await page.goto('/logout');
  await page.waitForURL((url) => url.pathname + url.search === '/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await page.getByText('Please log in').count()).toBe(0);
  await context.close();
});

test("the payment page shows the server's status, not the address's", async () => {
  const { page, context, problems } = await visitor();
  const { reference, becomes } = await openCheckout(owner, restaurantId, { orderNo: '1042' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.goto(`/success?reference=${reference}&payment_status=paid&status=success`);
  await heading('Confirming your payment');
  await context.setOffline(true);
  await page.getByText(/^You are offline/).waitFor();
  await becomes('failed');
  await context.setOffline(false);
  await heading('Payment not completed');
  await page.getByText('The payment of £23.50 for order 1042 at Spice Route did not go through.').waitFor();
  await becomes('paid');
  await page.reload();
  await heading('Payment received');
  for (const path of ['/failure', '/failed']) {
    await page.goto(`${path}?reference=${reference}`);
    await heading('Payment received');
    await page.goto(path);
    await heading('Payment not completed');
  }
  // What the browser itself reports while offline, including its service worker's script.
  const isOfTheNetwork = /ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/;
  expect(problems.filter((problem) => !isOfTheNetwork.test(problem))).toEqual([]);
  await page.goto('/success?reference=nobody');
  await page.getByText(/^There is no payment with this reference/).waitFor();
  await context.close();
});

test('the progress bar shows during navigation and then disappears', async () => {
  const visiting = await visitor();
  const { page, context } = visiting;
  await signIn(visiting, 'complete');
  await page.waitForURL((url) => url.pathname === INSIGHTS);
  const bar = page.getByRole('progressbar', { name: 'Loading the page', includeHidden: true });
  // After a sign-in it runs until the first page's rows have arrived.
  const isGone = () => expect.poll(() => bar.evaluate((element) => element.style.opacity)).toBe('0');
  await isGone();
  await page.evaluate(() => {
    const place = document.querySelector('section[aria-label="Change of page"]')!;
    const seen: string[] = ((window as { seen?: string[] }).seen = []);
    new MutationObserver(() => seen.push(place.getAttribute('aria-hidden')!)).observe(place, {
      attributeFilter: ['aria-hidden'],
    });
  });
  const runs = () =>
    page.evaluate(() => (window as { seen?: string[] }).seen!.filter((hidden) => hidden === 'false').length);
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  expect(await runs()).toBe(1);
  await isGone();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === INSIGHTS);
  await expect.poll(runs).toBe(2);
  await isGone();
  await page.goForward();
  await page.waitForURL((url) => url.pathname === '/restaurant/customers');
  await expect.poll(runs).toBe(3);
  await isGone();
  const drawn = await bar.evaluate((element) => {
    const { position, top, height, backgroundColor, transitionDuration } = getComputedStyle(element);
    return { position, top, height, backgroundColor, transitionDuration };
  });
  expect(drawn).toMatchObject({ position: 'fixed', top: '0px', height: '5px', backgroundColor: 'rgb(0, 153, 255)' });
  await context.close();
});

test('no page flashes in the wrong theme', async () => {
  for (const [system, chosen] of [
    ['light', null],
    ['dark', null],
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    const { page, context } = await visitor({ colorScheme: system });
    await context.addInitScript((theme) => {
      if (theme) localStorage.setItem('piniaState', JSON.stringify({ theme }));
      const seen: string[] = ((window as { themes?: string[] }).themes = []);
      const inspect = () => {
        // Nothing is painted before there is a body.
        if (document.body)
          seen.push(
            `${document.documentElement.dataset['theme']} ${getComputedStyle(document.documentElement).backgroundColor}`,
          );
        requestAnimationFrame(inspect);
      };
      requestAnimationFrame(inspect);
    }, chosen);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const seen = await page.evaluate(() => [...new Set((window as { themes?: string[] }).themes)]);
    const theme = chosen ?? system;
    expect(seen).toEqual([`${theme} ${theme === 'dark' ? 'rgb(10, 17, 36)' : 'rgb(255, 255, 255)'}`]);
    await context.close();
  }
});
