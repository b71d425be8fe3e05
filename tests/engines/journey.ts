import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { requestData } from '../e2e/api.ts';
import { ownerPool } from '../e2e/database.ts';
import { startGalley, type Galley } from '../e2e/galley.ts';
import { openKitchen, stayOpen, type Kitchen } from '../e2e/kitchen.ts';
import { stepsOf, storedItems, storedOrders, storedResults, type StoredItem } from '../e2e/truth.ts';
import { startProxy, type ChaosProxy } from '../support/proxy.ts';
import { until, type Browser, type OpenBrowser } from './browser.ts';
import { screenOf, type Screen } from './screen.ts';

const ORDERS = '/restaurant/orders';

/** An evening with a tablet of another engine than Chromium: the same for each, since an owner expects the same of each. */
export function testJourney(openBrowser: OpenBrowser): void {
  let galley: Galley;
  let owner: pg.Pool;
  let kitchen: Kitchen;
  let network: ChaosProxy;
  let profile: string;
  let browser: Browser;
  let screen: Screen;
  /** The dishes that were switched off, by name. */
  const soldOut: string[] = [];

  beforeAll(async () => {
    galley = await startGalley({ cluster: inject('cluster') });
    owner = ownerPool(galley);
    kitchen = await openKitchen(galley, owner, {
      email: 'engine@galley.test',
      name: 'Other Engine',
      seed: 71,
      openOrders: 8,
    });
    await stayOpen(owner, kitchen.restaurantId);
    network = await startProxy({ port: galley.port, seed: 71 });
    profile = await mkdtemp(join(tmpdir(), 'galley-engine-'));
    await open();
  });

  afterAll(async () => {
    await browser?.kill();
    await network?.close();
    await owner?.end();
    await galley?.dispose();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  /** Opens the tablet on its own profile: what it stored before is there. */
  async function open(): Promise<void> {
    browser = await openBrowser({ profile, width: 1024, height: 768 });
    screen = screenOf(browser);
  }

  const go = (path: string) => browser.navigate(network.origin + path);
  /** Back or forward to `path`. Firefox drops the step when the page replaces its address at that moment. */
  const traverse = (by: -1 | 1, path: string) =>
    until(`${path} after a step in the history`, async () => {
      await browser.traverse(by);
      const isThere = async () => (await browser.evaluate(() => location.pathname)) === path;
      return until(path, isThere, 5_000).catch(() => false);
    });
  const isSaved = () => screen.waitFor('status', /^All changes saved/, 90_000);
  const showsPending = (count: number) =>
    screen.waitFor('status', new RegExp(`^Offline, ${count} changes? waiting`), 90_000);
  const storedOrder = async (index: number) =>
    (await storedOrders(owner, kitchen.restaurantId, [kitchen.orders[index]!.order_no]))[0]!;
  const dish = (index: number) => kitchen.shown[index]!.name;
  const toggle = (name: string) => new RegExp(`^${RegExp.escape(name)} available$`);
  const step = (label: string, index: number) => new RegExp(`^${label}\\b.*\\b${kitchen.orders[index]!.order_no}\\b`);

  async function switchOff(from: number, to: number): Promise<void> {
    for (let i = from; i < to; i++) {
      await screen.click('switch', toggle(dish(i)));
      soldOut.push(dish(i));
    }
  }

  /** Closes the tablet or has it die, and opens it again on `path`. */
  async function restart(how: 'quit' | 'kill', path: string): Promise<void> {
    await browser[how]();
    await open();
    await go(path);
  }

  const namesOf = (items: StoredItem[]) =>
    items
      .filter((item) => item.availability_status === 'sold_out')
      .map(({ name }) => name)
      .toSorted();

  test('signs in, and the first load brings the orders', async () => {
    await go('/login');
    await screen.fill(/^E-?mail/i, kitchen.email);
    await screen.fill(/^Password/, kitchen.password);
    await screen.click('button', /^Sign in$/);
    await isSaved();
    await go(ORDERS);
    for (const { order_no } of kitchen.orders) await screen.waitFor('link', new RegExp(`\\b${order_no}\\b`));
    // From here on the app starts without a network.
    await browser.evaluate(async () => void (await navigator.serviceWorker.ready));
  });

  test('switches five dishes off online', async () => {
    await go(kitchen.itemsPath);
    await switchOff(0, 5);
    await isSaved();
    await expect.poll(async () => namesOf(await storedItems(owner, kitchen.restaurantId))).toEqual(soldOut.toSorted());
  });

  test('switches five dishes off and takes an order two steps on offline', async () => {
    network.setReachable(false);
    // The bar that says so moves the page down.
    await screen.waitFor('status', /^Offline/, 90_000);
    await switchOff(5, 10);
    await showsPending(5);
    await go(ORDERS);
    await screen.click('button', step('Accept', 0));
    await screen.click('button', step('Start', 0));
    await showsPending(7);
  });

  test('keeps them through a reload and a restart without a network', async () => {
    await browser.reload();
    await showsPending(7);
    await restart('quit', kitchen.itemsPath);
    await showsPending(7);
    for (const name of soldOut) await screen.waitFor('switch', toggle(name));
  });

  test('keeps a change after which the browser was killed', async () => {
    await go(ORDERS);
    await screen.click('button', step('Accept', 1));
    await showsPending(8);
    await restart('kill', ORDERS);
    await showsPending(8);
  });

  test('sends everything exactly once when the network is back', async () => {
    network.setReachable(true);
    await isSaved();
    expect(namesOf(await storedItems(owner, kitchen.restaurantId))).toEqual(soldOut.toSorted());
    expect(stepsOf(await storedOrder(0))).toEqual(['accepted', 'preparing']);
    expect(stepsOf(await storedOrder(1))).toEqual(['accepted']);
    const results = await storedResults(owner, kitchen.restaurantId);
    expect(results.map(({ mid, outcome }) => ({ mid, outcome }))).toEqual(
      Array.from({ length: 13 }, (_, i) => ({ mid: i + 1, outcome: 'applied' })),
    );
  });

  test('goes on in a second tab when the first, which leads, is closed', async () => {
    const first = browser.tab();
    const second = await browser.openTab();
    await go(ORDERS);
    await screen.waitFor('button', step('Accept', 2));
    await browser.switchTo(first);
    await browser.closeTab();
    await browser.switchTo(second);
    await screen.click('button', step('Accept', 2));
    await expect.poll(async () => stepsOf(await storedOrder(2))).toEqual(['accepted']);
    await isSaved();
  });

  test('hears of a customer’s order after back and forward', async () => {
    await go('/restaurant/chats');
    await screen.waitFor('heading', /^Chats$/);
    await traverse(-1, ORDERS);
    await screen.click('button', step('Accept', 3));
    await expect.poll(async () => stepsOf(await storedOrder(3))).toEqual(['accepted']);
    await traverse(1, '/restaurant/chats');
    await screen.waitFor('heading', /^Chats$/);
    await traverse(-1, ORDERS);
    const orderNo = await orderAsCustomer();
    await screen.waitFor('link', new RegExp(`\\b${orderNo}\\b`));
  });

  test('sends a reply to a customer’s chat', async () => {
    const chats = `${await publicPath()}/chats`;
    const { token } = await requestData<{ token: string }>(galley.origin, 'POST', chats, {
      body: { customer: { name: 'Joanna Price' }, message: 'Is it on its way?' },
    });
    await go('/restaurant/chats');
    await screen.click('link', /^Joanna Price/);
    await screen.fill(/^Message to/, 'The rider is two minutes away.');
    await screen.press('Enter');
    const replies = async () =>
      (await requestData<{ author: string; message: string }[]>(galley.origin, 'GET', `${chats}/${token}/messages`))
        .filter(({ author }) => author !== 'customer')
        .map(({ message }) => message);
    await expect.poll(replies).toEqual(['The rider is two minutes away.']);
  });

  test('prints a ticket on a page of 80 mm', async () => {
    await go(`${ORDERS}/${kitchen.orders[0]!.id}`);
    await screen.click('button', /^Print$/);
    await screen.waitForText(/Opens the print dialog/);
    expect(await browser.print(() => screen.click('button', /^Print$/))).toEqual([80]);
  });

  test('shows the kitchen’s tickets on 1024 by 768 without scrolling sideways', async () => {
    await go(`${ORDERS}?view=kitchen`);
    await screen.waitFor('article', new RegExp(`^Order ${kitchen.orders[0]!.order_no}$`));
    const size = await browser.evaluate(() => [innerWidth, innerHeight, document.documentElement.scrollWidth]);
    expect(size).toEqual([1024, 768, 1024]);
    await screen.click('button', new RegExp(`^Ready #${kitchen.orders[0]!.order_no}$`));
    await expect.poll(async () => (await storedOrder(0)).order_status).toBe('ready');
  });

  test('no page has complained', async () => {
    expect(await browser.problems()).toEqual([]);
  });

  async function publicPath(): Promise<string> {
    const { rows } = await owner.query<{ slug: string }>('SELECT slug FROM restaurants');
    return `/public/restaurants/${rows[0]!.slug}`;
  }

  /** Answers the order's number. */
  async function orderAsCustomer(): Promise<string> {
    const { order_no } = await requestData<{ order_no: string }>(
      galley.origin,
      'POST',
      `${await publicPath()}/orders`,
      {
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: {
          order_type: 'pickup',
          lines: [{ menu_item_id: kitchen.items.at(-1)!.id, quantity: 1 }],
          customer: { name: 'Mara Quinn', phone: '+447700900123' },
        },
      },
    );
    return order_no;
  }
}
