import { chromium, type Browser, type Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { routes, type RoutePath } from '../../contract/routes.ts';
import { links } from '../../src/links.ts';
import { screens } from '../../src/routes.ts';
import { views } from '../../src/views.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { fillSignIn } from '../support/device.ts';
import { makeRowsHostile, hostileField } from '../support/hostile-rows.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { placeOpenOrders } from '../support/open-orders.ts';
import { writeChat } from '../support/chat-messages.ts';
import { requestData, openAccount, type Account } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { LONGEST_WAIT_MS } from '../support/waits.ts';

let galley: Galley;
let owner: pg.Pool;
let account: Account;
let browser: Browser;
let fields: string[];
const ids: Record<string, string> = { channelType: 'whatsapp', paymentId: crypto.randomUUID() };

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  account = await openAccount(galley, 'hostile@galley.test', 'Spice Route');
  const post = <T>(path: string, body: object) =>
    requestData<T>(galley.origin, 'POST', path, { token: account.token, body });
  ids.menuId = (await post<{ id: string }>('/menu/books', { name: 'Dinner' })).id;
  ids.categoryId = (await post<{ id: string }>(`/menu/books/${ids.menuId}/categories`, { name: 'Mains' })).id;
  await post(`/menu/books/${ids.menuId}/categories/${ids.categoryId}/items`, { name: 'Dal', price_amount: 500 });
  const now = new Date();
  ids.orderId = (await placeOpenOrders(owner, account.restaurantId, { count: 1, now }))[0]!.id;
  ids.customerId = (await writeChat(owner, account.restaurantId, now)).customerId;
  fields = await makeRowsHostile(owner, account.restaurantId);
  browser = await chromium.launch(await chromiumLaunch());
});

afterAll(async () => {
  await browser?.close();
  await owner?.end();
  await galley?.dispose();
});

interface Visit {
  page: Page;
  /** Violations of the content security policy, uncaught errors and dialogs. */
  problems: string[];
  close(): Promise<void>;
}

async function visit(): Promise<Visit> {
  const context = await browser.newContext({ baseURL: galley.origin, reducedMotion: 'reduce' });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  const report = (what: string) => problems.push(`${new URL(page.url()).pathname}: ${what}`);
  await page.exposeFunction('tellViolation', report);
  await page.addInitScript(() => {
    const { tellViolation } = window as unknown as { tellViolation(what: string): void };
    document.addEventListener('securitypolicyviolation', (event) =>
      tellViolation(`the policy stopped ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  page.on('pageerror', (error) => report(`uncaught ${error.message}`));
  page.on('dialog', (dialog) => {
    report(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, problems, close: () => context.close() };
}

/** Every route with a screen is tested. */
const paths = Object.keys(screens) as Exclude<RoutePath, '/'>[];

/** The address of each route with its parameters filled in; a new parameter needs an id above. */
const addressOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (!ids[name]) throw new Error(`There is no id for ${name} of ${path}`);
    return ids[name];
  });

/** Elements and attributes that exist only if a text was taken for markup. */
const findInjected = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    if ('hostile' in window) found.push('a script has run');
    for (const element of document.querySelectorAll('*')) {
      const what = element.outerHTML.slice(0, 120);
      if (element.hasAttribute('data-hostile')) found.push(what);
      if (element.matches('iframe, object, embed, base, marquee, plaintext, math, meta[http-equiv=refresh]'))
        found.push(what);
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name) || name === 'srcdoc') found.push(`${name} of ${what}`);
        if (/^(href|src|action|formaction|data|xlink:href)$/i.test(name)) {
          const protocol = URL.parse(value, location.href)?.protocol ?? 'none';
          const isOwn = [location.protocol, 'https:', 'http:', 'mailto:', 'tel:', 'blob:'].includes(protocol);
          if (!isOwn && !value.startsWith('data:image/')) found.push(`${name}=${value.slice(0, 80)} of ${what}`);
        }
      }
    }
    return found;
  });

/** Texts by and about customers. */
const customerTexts = [
  'orders.customer.name',
  'orders.customer_note',
  'orders.kitchen_note',
  'orders.lines.note',
  'orders.table_name',
  'chats.customer_name',
  'chats.last_message_preview',
  'chat_messages.message',
  'customers.name',
  'customers.note',
  'notifications.title',
  'notifications.body',
];

/**
 * Texts in a row's fields whose direction affects their surroundings: a right-to-left name turns the number or the price beside it
 * around. The nearest isolating element must hold the text and nothing else.
 */
const findUnisolated = (page: Page) =>
  page.evaluate((isolated) => {
    const found = new Set<string>();
    let examined = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const field = /(\w+(?:\.\w+)+) ¶ /.exec(node.textContent ?? '')?.[1];
      let element = node.parentElement;
      if (!field || !isolated.includes(field) || !element?.checkVisibility()) continue;
      examined += 1;
      while (element && !/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi))
        element = element.parentElement;
      const text = element?.textContent.trim() ?? '';
      if (!text.startsWith(`${field} ¶`) || !text.endsWith('¶ end')) found.add(`${field} in “${text.slice(0, 60)}”`);
    }
    return { examined, found: [...found] };
  }, customerTexts);

/** Waits for texts of the page. Missing ones are named by the comparison at the end. */
const showsTexts = (page: Page, texts: string[]) =>
  page
    .waitForFunction((all) => all.every((text) => document.body.textContent.includes(text)), texts)
    .catch(() => undefined);

/** Waits until the page has a heading, loads nothing and has not changed for a moment. */
async function isShown(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1, h2') !== null && document.querySelector('[aria-busy="true"]') === null,
  );
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const still = () => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(still, 300);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(still, 300);
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
}

describe('hostile texts', () => {
  test('appear as plain text on every screen', async () => {
    const { page, problems, close } = await visit();
    await page.goto('/login');
    await fillSignIn(page, account);
    await page.waitForURL((url) => url.pathname !== '/login');
    const app = paths.filter((path) => routes[path].guard === 'app');
    const addresses = [
      ...app.map(addressOf),
      ...Object.keys(views).map((view) =>
        view === 'promotions' ? links.promotions() : `/restaurant/orders?view=${view}`,
      ),
      links.kitchen(),
      links.availability(),
      links.customer(ids.customerId!),
    ];
    // Rows arrive with the first sync, whenever that is. A page is examined when it shows what it must.
    const required: Record<string, string[]> = {
      [links.orders()]: ['orders.customer.name', 'orders.order_no'],
      [links.order(ids.orderId!)]: ['orders.customer_note', 'orders.lines.name'],
      [links.chat(ids.customerId!)]: ['chat_messages.message', 'chats.customer_name'],
      [links.customer(ids.customerId!)]: ['customers.name'],
      [links.menu()]: ['menu_books.name'],
      [links.categories(ids.menuId!)]: ['menu_categories.name'],
      [links.items(ids.menuId!, ids.categoryId!)]: ['menu_items.name'],
    };
    expect(Object.keys(required).filter((address) => !addresses.includes(address))).toEqual([]);
    const shown = new Set<string>();
    const silent: string[] = [];
    const unisolated: string[] = [];
    let examined = 0;
    for (const address of addresses) {
      await page.goto(address);
      await showsTexts(page, (required[address] ?? []).map(hostileField));
      await isShown(page);
      const text = await page.evaluate(() => document.body.textContent);
      const here = fields.filter((field) => text.includes(hostileField(field)));
      for (const field of here) shown.add(field);
      if (hostileTexts.some((hostile) => !text.includes(hostile))) silent.push(address);
      const isolation = await findUnisolated(page);
      examined += isolation.examined;
      unisolated.push(...isolation.found.map((field) => `${address}: ${field}`));
      expect({ address, injected: await findInjected(page) }).toEqual({ address, injected: [] });
    }
    expect(unisolated).toEqual([]);
    expect(examined).toBeGreaterThan(5);
    expect(problems).toEqual([]);
    // Each page shows at least the restaurant's name.
    expect(silent).toEqual([]);
    expect([...shown].toSorted()).toEqual(
      expect.arrayContaining(['restaurants.name', ...Object.values(required).flat()].toSorted()),
    );
    await close();
  });

  test('in an address have no effect on public pages', async () => {
    const { page, problems, close } = await visit();
    const short = hostileTexts.filter((text) => text.length < 60);
    const names = ['next', 'email', 'token', 'code', 'reference', 'error', 'sent', 'message', 'view'];
    const open = paths.filter((path) => routes[path].guard !== 'app' && path !== '/logout');
    for (const [round, path] of open.entries()) {
      const query = new URLSearchParams(
        names.map((name, i) => [name, short[(round * names.length + i) % short.length]!]),
      );
      const some = short.slice(round * 3, round * 3 + 20).join(' ');
      await page.goto(`${path}?${query}&all=${encodeURIComponent(some)}#${encodeURIComponent(some)}`);
      await isShown(page);
      expect({ path, injected: await findInjected(page) }).toEqual({ path, injected: [] });
    }
    expect(problems).toEqual([]);
    await close();
  });
});
