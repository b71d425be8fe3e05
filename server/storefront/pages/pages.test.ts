import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ratings } from '../../../contract/dashboard/calls.ts';
import { hostileTexts } from '../../../tests/support/hostile-texts.ts';
import { callApi } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { publishWebsite } from '../../../tests/support/publish-website.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { openWebsite, type Shown, type WebsiteVisitor } from '../../../tests/support/website-visitor.ts';
import { dishPath, makeMenu, type Menu } from '../../../tests/api/tablet.ts';
import { fillMenu } from '../../../tests/e2e/large-menu.ts';
import { newId } from '../../platform/ids.ts';

const OPEN = '2026-11-20T18:30:00.000Z';
const [cheese, egg] = [newId(), newId()];
let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let base: string;
let guest: WebsiteVisitor;

beforeAll(async () => {
  app = await startApp({ startsAt: OPEN });
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  base = `/site/${owner.restaurant.slug}`;
  await publishWebsite(app, owner.restaurant.id);
  await asOwner('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  const { data: group } = await asOwner<{ id: string }>('POST', '/menu/modifier-groups', {
    name: 'Extras',
    selection_type: 'multiple',
    max_selected: 2,
    modifiers: [
      { id: cheese, name: 'Cheese', price_amount: 150, allergens: ['milk'] },
      { id: egg, name: 'Egg', price_amount: 50 },
    ],
  });
  await asOwner('PUT', dishPath(menu, 1), { modifier_groups: [{ id: group.id }] });
  await change('order_type = \'["pickup", "delivery", "dine_in", "catering", "reservation"]\'');
});
afterAll(() => app.close());
/** Each test a little later: the newest order is the one placed last. */
let turns = 0;
const openAgain = () => app.clock.set(new Date(Date.parse(OPEN) + (turns += 1) * 30_000).toISOString());
beforeEach(() => {
  openAgain();
  guest = openWebsite(app);
});

const asOwner = <T = unknown>(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
async function change(fields: string): Promise<void> {
  const id = owner.restaurant.id;
  const raised = 'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version';
  const { rows } = await app.pools.owner.query(raised, [id]);
  await app.pools.owner.query(`UPDATE restaurants SET ${fields}, version = $2 WHERE restaurant_id = $1`, [
    id,
    rows[0].version,
  ]);
}
/** Around E1, for 3.00, from 5.00. */
async function addLocation(): Promise<string> {
  const { data } = await asOwner<{ id: string }>('POST', '/settings/delivery-locations', {
    name: 'Near',
    area: { location_type: 'postcodes', postcodes: ['E1'] },
    fee_amount: 300,
    min_order_amount: 500,
  });
  return data.id;
}
/** The newest change wins, so each is a second later than the one before it. */
async function setAvailable(dish: number, is_available: boolean): Promise<void> {
  app.clock.pass(1000);
  const { error } = await asOwner('PUT', `${dishPath(menu, dish)}/update-availability`, {
    is_available,
    ...(is_available ? {} : { duration: 'today' }),
  });
  expect(error).toBeNull();
}
const ordersCount = async () =>
  Number((await app.pools.owner.query('SELECT count(*)::int AS n FROM orders')).rows[0].n);
const textOf = ({ document }: Shown) => document.body.textContent.replaceAll(/\s+/g, ' ');
const formTo = ({ document }: Shown, action: string) => document.querySelector(`form[action="${base}${action}"]`);
const addForm = ({ document }: Shown, itemId: string) =>
  document.querySelector(`input[name=item][value="${itemId}"]`)?.closest('form') ?? null;
const me = { name: 'Priya Nair', phone: '020 7946 0123' };

/** Presses the button of another order type, with what is in the form. */
const changeType = (page: Shown, type: string, typed: Record<string, string> = {}) => {
  const button = page.document.querySelector(`button[name=change_type][value=${type}]`)!;
  expect(button.getAttribute('formaction')).toBe(`${base}/checkout/type`);
  const fields = [...page.document.querySelectorAll<HTMLInputElement>('form[data-checkout] :is(input, select)')]
    .filter((one) => !['radio', 'checkbox'].includes(one.type) || one.checked)
    .map((one): [string, string] => [one.name, typed[one.name] ?? one.value]);
  return guest.post(`${base}/checkout/type`, new URLSearchParams([...fields, ['change_type', type]]));
};

async function fillBasket(): Promise<Shown> {
  const page = await guest.open(base);
  await guest.submit(addForm(page, menu.itemIds[0]!));
  return guest.open(`${base}/checkout`);
}

describe('another order type at the checkout', () => {
  const valueOf = ({ document }: Shown, name: string) =>
    document.querySelector(`form[data-checkout] [name=${name}]`)?.getAttribute('value');

  test('keeps what was typed, and what only the former type needs', async () => {
    const locationId = await addLocation();
    let page = await fillBasket();
    page = await changeType(page, 'delivery', {
      name: 'Priya <b>',
      phone: '020 7946 0123',
      customer_note: 'Ring twice',
    });
    expect([page.status, valueOf(page, 'type'), valueOf(page, 'name')]).toEqual([200, 'delivery', 'Priya <b>']);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    page = await changeType(page, 'pickup', { line_1: '1 Quay Street', postal_code: 'E1 4AA' });
    expect(valueOf(page, 'type')).toBe('pickup');
    expect(page.document.querySelector('[name=line_1]')?.getAttribute('type')).toBe('hidden');
    page = await changeType(page, 'delivery');
    expect(['name', 'phone', 'customer_note', 'line_1', 'postal_code'].map((name) => valueOf(page, name))).toEqual([
      'Priya <b>',
      '020 7946 0123',
      'Ring twice',
      '1 Quay Street',
      'E1 4AA',
    ]);
    expect(page.document.querySelector('[name=line_1]')?.getAttribute('type')).toBe('text');
    // The choice holds, and nothing was ordered.
    expect(valueOf(await guest.open(`${base}/checkout`), 'type')).toBe('delivery');
    await asOwner('DELETE', `/settings/delivery-locations/${locationId}`);
  });

  test('is not what the Enter key presses', async () => {
    const page = await fillBasket();
    const first = page.document.querySelector('form[data-checkout] button')!;
    expect([first.getAttribute('formaction'), first.getAttribute('name')]).toEqual([null, null]);
  });
});

describe('the menu page', () => {
  test('shows dishes, opening state, structured data and a strict policy', async () => {
    const page = await guest.open(base);
    expect(page.status).toBe(200);
    expect(textOf(page)).toContain('Open until');
    expect([...page.document.querySelectorAll('.dish h3')].map((one) => one.textContent)).toEqual([
      'Dish 0',
      'Dish 1',
      'Dish 2',
    ]);
    expect(textOf(page)).toContain('£9.00');
    expect(textOf(page)).toContain('Allergens not confirmed. Ask us.');
    const data = [...page.document.querySelectorAll('script[type="application/ld+json"]')].map((one) =>
      JSON.parse(one.textContent),
    );
    expect(data.map((one) => one['@type'])).toEqual(['Restaurant', 'Menu']);
    expect(data[1].hasMenuSection[0].hasMenuItem[0].offers[0]).toMatchObject({ price: '9.00', priceCurrency: 'GBP' });
    const policy = page.headers.get('Content-Security-Policy')!;
    for (const rule of [
      "default-src 'none'",
      "script-src 'none';",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toContain('unsafe');
    const style = /<style>(.*?)<\/style>/s.exec(page.html)![1]!;
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  test('says what is sold out and when it is back, and offers no button for it', async () => {
    await setAvailable(2, false);
    const page = await guest.open(base);
    expect(textOf(page)).toContain('Sold out. Back tomorrow at 11:00');
    expect(addForm(page, menu.itemIds[2]!)).toBeNull();
    await setAvailable(2, true);
  });

  test('finds dishes without script', async () => {
    const page = await guest.open(`${base}?q=dish+1`);
    expect([...page.document.querySelectorAll('.dish h3')].map((one) => one.textContent)).toEqual(['Dish 1']);
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });

  test('says that the restaurant is closed, or pauses, in words', async () => {
    app.clock.set('2026-11-21T04:00:00.000Z');
    expect(textOf(await guest.open(base))).toContain('Closed. Opens today at 11:00');
    openAgain();
    await change("ordering_status = 'paused', ordering_paused_until = '2026-11-20T19:30:00.000Z'");
    expect(textOf(await guest.open(base))).toContain('Not taking orders. Back today at 19:30');
    await change("ordering_status = 'open', ordering_paused_until = NULL");
  });

  test('offers no delivery before the restaurant says where it delivers', async () => {
    const offered = async () =>
      [...(await guest.open(base)).document.querySelectorAll('.types button')].map((one) => one.getAttribute('value'));
    expect(await offered()).toEqual(['pickup', 'dine_in', 'catering']);
    const id = await addLocation();
    expect(await offered()).toEqual(['delivery', 'pickup', 'dine_in', 'catering']);
    await asOwner('DELETE', `/settings/delivery-locations/${id}`);
  });
});

describe('a basket', () => {
  test('adds, counts, changes and removes without script', async () => {
    const page = await guest.open(base);
    await guest.submit(addForm(page, menu.itemIds[0]!));
    await guest.submit(addForm(page, menu.itemIds[0]!));
    let basket = await guest.open(`${base}/basket`);
    expect(textOf(basket)).toContain('£18.00');
    const [less, more = null] = basket.document.querySelectorAll('.quantity button');
    basket = await guest.submit(formTo(basket, '/basket/lines'), {}, more);
    expect(textOf(basket)).toContain('£27.00');
    basket = await guest.submit(formTo(basket, '/basket/lines'), { quantity: '0' });
    expect(textOf(basket)).toContain('There is nothing in it yet');
    expect(less!.getAttribute('value')).toBe('1');
  });

  test('keeps choices, and says which are too many', async () => {
    const dish = await guest.open(`${base}/items/${menu.itemIds[1]!}`);
    const form = formTo(dish, '/basket');
    const boxes = form!.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
    const name = boxes[0]!.name;
    const basket = await guest.submit(form, { [name]: [cheese, egg], note: 'Well done', quantity: '2' });
    expect(textOf(basket)).toContain('Cheese, Egg');
    expect(textOf(basket)).toContain('Note: Well done');
    expect(textOf(basket)).toContain('£22.02');
  });

  test('answers the script with count and sum', async () => {
    const response = await app.fetch(
      new Request(`https://galley.test${base}/basket`, {
        method: 'POST',
        headers: { Accept: 'application/json', Origin: 'https://galley.test' },
        body: new URLSearchParams({ item: menu.itemIds[0]! }),
      }),
    );
    expect(await response.json()).toEqual({ count: 1, total: '£9.00', ofDish: 1 });
  });

  test('takes no form of another website', async () => {
    const refused = await app.fetch(
      new Request(`https://galley.test${base}/basket`, {
        method: 'POST',
        headers: { Origin: 'https://evil.example' },
        body: new URLSearchParams({ item: menu.itemIds[0]! }),
      }),
    );
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
  });

  test('that was tampered with is empty', async () => {
    for (const value of ['x', 'A'.repeat(3000), Buffer.from('{}').toString('base64url')]) {
      guest.cookies.set('basket', value);
      expect(textOf(await guest.open(`${base}/basket`))).toContain('There is nothing in it yet');
    }
  });
});

describe('checkout', () => {
  test('places an order for pickup and shows its page', async () => {
    const page = await fillBasket();
    const order = await guest.submit(formTo(page, '/checkout'), { ...me, customer_note: 'Ring', allergens: ['milk'] });
    expect(order.path).toMatch(new RegExp(`^${base}/orders/[\\w-]{32}$`));
    expect(textOf(order)).toContain('Waiting for the restaurant');
    expect(textOf(order)).toContain('£9.00');
    expect(order.headers.get('Cache-Control')).toBe('no-store');
    expect(order.document.querySelector('noscript meta[http-equiv=refresh]')).not.toBeNull();
    const { data } = await asOwner<{ channel: string; customer_note: string; allergens: string[] }[]>('GET', '/orders');
    expect(data[0]).toMatchObject({ channel: 'website', customer_note: 'Ring', allergens: ['milk'] });
    expect(textOf(await guest.open(`${base}/basket`))).toContain('There is nothing in it yet');
  });

  test('with a lost answer never makes a second order', async () => {
    const page = await fillBasket();
    const kept = guest.cookies.get('basket')!;
    const before = await ordersCount();
    const first = await guest.submit(formTo(page, '/checkout'), me);
    // The same form again, as a browser repeats it.
    guest.cookies.set('basket', kept);
    const second = await guest.submit(formTo(page, '/checkout'), me);
    expect(second.path).toBe(first.path);
    // Back to the checkout with the old basket, other details, and a form that was loaded anew.
    guest.cookies.set('basket', kept);
    const again = await guest.open(`${base}/checkout`);
    const third = await guest.submit(formTo(again, '/checkout'), { ...me, name: 'P. Nair' });
    expect(third.path).toBe(`${first.path}?again`);
    expect(textOf(third)).toContain('it was not placed twice');
    // And with the basket gone, from the page that the browser kept.
    guest.cookies.delete('basket');
    expect((await guest.submit(formTo(page, '/checkout'), me)).path).toBe(`${first.path}?again`);
    expect(await ordersCount()).toBe(before + 1);
  });

  test('sent twice at once makes one order', async () => {
    const page = await fillBasket();
    const before = await ordersCount();
    const both = await Promise.all([
      guest.submit(formTo(page, '/checkout'), me),
      guest.submit(formTo(page, '/checkout'), me),
    ]);
    expect(new Set(both.map(({ path }) => path.replace('?again', ''))).size).toBe(1);
    expect(await ordersCount()).toBe(before + 1);
  });

  test('shows a changed price before it orders, and orders at the new one', async () => {
    const page = await fillBasket();
    await asOwner('PUT', dishPath(menu, 0), { price_amount: 950 });
    const before = await ordersCount();
    const shown = await guest.submit(formTo(page, '/checkout'), me);
    expect(shown.status).toBe(409);
    expect(textOf(shown)).toContain('The prices have changed. The total is now £9.50');
    expect(await ordersCount()).toBe(before);
    const order = await guest.submit(formTo(shown, '/checkout'));
    expect(textOf(order)).toContain('£9.50');
    // Of two edits of one instant either may win.
    app.clock.pass(1000);
    await asOwner('PUT', dishPath(menu, 0), { price_amount: 900 });
  });

  test('shows a dish that sold out meanwhile', async () => {
    const page = await fillBasket();
    await setAvailable(0, false);
    const shown = await guest.submit(formTo(page, '/checkout'), me);
    expect([shown.status, textOf(shown)]).toEqual([409, expect.stringContaining('Not available any more')]);
    expect(textOf(shown)).toContain('Sold out until tomorrow at 11:00. Remove it.');
    await setAvailable(0, true);
  });

  test('marks wrong fields and keeps what was typed', async () => {
    const page = await fillBasket();
    const shown = await guest.submit(formTo(page, '/checkout'), { ...me, phone: '12', customer_note: 'Stay' });
    expect(shown.status).toBe(422);
    expect(textOf(shown)).toContain('Enter a valid telephone number');
    expect(shown.document.querySelector('[name=phone]')!.getAttribute('aria-invalid')).toBe('true');
    expect(shown.document.querySelector('[name=customer_note]')!.getAttribute('value')).toBe('Stay');
    expect((await guest.submit(formTo(shown, '/checkout'), me)).path).toContain('/orders/');
  });

  test('chooses its area where areas have names and no postcodes', async () => {
    const area = { name: 'Lekki', area: { location_type: 'named_area' }, fee_amount: 300 };
    const { data } = await asOwner<{ id: string }>('POST', '/settings/delivery-locations', area);
    await fillBasket();
    const page = await changeType(await guest.open(`${base}/checkout`), 'delivery');
    const options = [...page.document.querySelectorAll('select[name=area] option')].map((one) => one.textContent);
    expect(options).toEqual(['Choose your area', 'Lekki']);
    expect(page.document.querySelector('[name=postal_code]')!.hasAttribute('required')).toBe(false);
    const address = { ...me, line_1: '12 Admiralty Way', city: 'Lagos', postal_code: '' };
    const refused = await guest.submit(formTo(page, '/checkout'), address);
    expect(textOf(refused)).toContain('Check the area');
    const priced = await guest.submit(formTo(refused, '/checkout'), { ...address, area: 'Lekki' });
    expect(textOf(priced)).toContain('With delivery the total is £12.00');
    expect((await guest.submit(formTo(priced, '/checkout'))).path).toContain('/orders/');
    await asOwner('DELETE', `/settings/delivery-locations/${data.id}`);
  });

  test('at a table takes the table of its code', async () => {
    const page = await guest.open(`${base}?table=12`);
    expect(page.path).toBe(base);
    expect(textOf(page)).toContain('You are ordering to table 12');
    await guest.submit(addForm(page, menu.itemIds[0]!));
    const order = await guest.submit(formTo(await guest.open(`${base}/checkout`), '/checkout'), me);
    expect(textOf(order)).toContain('table 12');
    const { data } = await asOwner<{ channel: string; table_name: string }[]>('GET', '/orders');
    expect(data[0]).toMatchObject({ channel: 'qr_table', table_name: '12' });
    // Who sits there orders there again.
    expect(textOf(await guest.open(base))).toContain('You are ordering to table 12');
  });

  test('knows the tables that the restaurant lists, and takes no order to another', async () => {
    const area = newId();
    const table = (name: string) => ({
      id: newId(),
      name,
      area_id: area,
      min_capacity: 1,
      max_capacity: 4,
      extra_capacity: 0,
      shape: 'round',
      is_joinable: false,
      joinable_with: [],
      is_enabled: name !== 'Bar',
      priority: 0,
      position: { x: 0, y: 0, width: 100, height: 100, rotation: 0 },
    });
    const saveTables = (names: string[]) =>
      asOwner('POST', '/settings/reservation/table-config', {
        areas: [{ id: area, name: 'Terrace', sort_order: 0 }],
        tables: names.map(table),
        min_guests_online: 1,
        max_guests_online: 8,
      });
    expect((await saveTables(['T10', 'T2', 'Bar'])).error).toBeNull();

    const unknown = await guest.open(`${base}?table=T3`);
    expect(textOf(unknown)).toContain('There is no table T3 here.');
    expect(textOf(await guest.open(base))).not.toContain('You are ordering to table');

    const page = await guest.open(`${base}?table=t10`);
    expect(textOf(page)).toContain('You are ordering to table T10');
    await guest.submit(addForm(page, menu.itemIds[0]!));
    const checkout = await guest.open(`${base}/checkout`);
    const tables = [...checkout.document.querySelectorAll<HTMLOptionElement>('select[name=table_name] option')];
    expect(tables.map(({ value }) => value)).toEqual(['', 'Bar', 'T2', 'T10']);
    expect(tables.find((one) => one.hasAttribute('selected'))!.value).toBe('T10');
    const wrong = await guest.submit(formTo(checkout, '/checkout'), { ...me, table_name: 'T3' });
    expect([wrong.status, textOf(wrong)]).toEqual([422, expect.stringContaining('Say at which table you sit')]);
    const order = await guest.submit(formTo(wrong, '/checkout'), { ...me, table_name: 'bar' });
    expect(textOf(order)).toContain('table Bar');
    const { data } = await asOwner<{ channel: string; table_name: string }[]>('GET', '/orders');
    expect(data[0]).toMatchObject({ channel: 'qr_table', table_name: 'Bar' });
    app.clock.pass(1000);
    expect((await saveTables([])).error).toBeNull();
  });

  test('says that no orders to tables are taken, where the code of a table is scanned all the same', async () => {
    await change('order_type = \'["pickup"]\'');
    expect(textOf(await guest.open(`${base}?table=12`))).toContain('Orders to the table are not taken here');
    await change('order_type = \'["pickup", "delivery", "dine_in", "catering", "reservation"]\'');
  });

  test('takes an order for later while it is closed', async () => {
    app.clock.set('2026-11-20T04:00:00.000Z');
    const page = await fillBasket();
    const [first] = page.document.querySelectorAll<HTMLOptionElement>('select[name=when] option');
    expect([first!.value, first!.textContent]).toEqual(['2026-11-20T11:00:00.000Z', 'Today, 11:00']);
    const order = await guest.submit(formTo(page, '/checkout'), { ...me, when: first!.value });
    expect(textOf(order)).toContain('For today at 11:00');
  });

  test('says before checkout that it is too late for now, and names times', async () => {
    app.clock.set('2026-11-20T22:55:00.000Z');
    const tooLate = 'Closes at 23:00, too soon for an order for now';
    const page = await fillBasket();
    expect(textOf(await guest.open(base))).toContain('For later');
    expect(textOf(await guest.open(`${base}/basket`))).toContain(`${tooLate}. You can order for later`);
    expect(textOf(page)).toContain(`${tooLate}. Choose a time`);
    const [first] = page.document.querySelectorAll<HTMLOptionElement>('select[name=when] option');
    expect(first!.value).toBe('2026-11-21T11:00:00.000Z');
    const refused = await guest.submit(formTo(page, '/checkout'), { ...me, when: '' });
    expect(textOf(refused)).toContain('We close at 23:00, before your order would be ready. Choose another time.');
    openAgain();
  });

  test('offers no time while orders are paused', async () => {
    await change("ordering_status = 'paused', ordering_paused_until = '2026-11-20T19:30:00.000Z'");
    const page = await fillBasket();
    const paused = 'Not taking orders. Back today at 19:30.';
    expect(textOf(page)).toContain(paused);
    expect(page.document.querySelector('select[name=when]')).toBeNull();
    const basket = textOf(await guest.open(`${base}/basket`));
    expect(basket).toContain(paused);
    expect(basket).not.toContain('You can order for later');
    await change("ordering_status = 'open', ordering_paused_until = NULL");
  });

  test('sends a catering request that waits for a person', async () => {
    await change('auto_accept = true');
    await fillBasket();
    let page = await guest.open(`${base}/checkout`);
    page = await changeType(page, 'catering');
    const times = page.document.querySelectorAll<HTMLOptionElement>('select[name=when] option');
    expect(times[0]!.value >= '2026-11-21T19:00').toBe(true);
    const order = await guest.submit(formTo(page, '/checkout'), { ...me, guests_count: '40' });
    expect(textOf(order)).toContain('Your request has arrived');
    const { data } = await asOwner<{ order_type: string; order_status: string; guests_count: number }[]>(
      'GET',
      '/orders',
    );
    expect(data[0]).toMatchObject({ order_type: 'catering', order_status: 'pending', guests_count: 40 });
    await change('auto_accept = false');
  });
});

describe('the page of an order', () => {
  const place = async () => guest.submit(formTo(await fillBasket(), '/checkout'), me);
  const newest = async () => (await asOwner<{ id: string; order_status: string }[]>('GET', '/orders')).data[0]!;
  const move = async (order_status: string) =>
    asOwner('POST', `/orders/${(await newest()).id}/status`, { order_status });

  test('follows the kitchen, and takes a rating at the end', async () => {
    const { path } = await place();
    const state = async () =>
      JSON.parse((await guest.open(`${path}/state`)).html) as { headline: string; done: number };
    expect(await state()).toMatchObject({ headline: 'Waiting for the restaurant', done: 1, isFinal: false });
    for (const [step, headline] of [
      ['accepted', 'Your order is accepted'],
      ['preparing', 'Your order is being prepared'],
      ['ready', 'Your order is ready'],
      ['completed', 'Enjoy your meal'],
    ] as const) {
      expect((await move(step)).error).toBeNull();
      expect((await state()).headline).toBe(headline);
      expect(textOf(await guest.open(path))).toContain(headline);
    }
    const token = path.split('/').at(-1)!;
    let page = await guest.submit(formTo(await guest.open(path), `/orders/${token}/rating`), {
      rating: '5',
      comment: 'Lovely',
    });
    expect(textOf(page)).toContain('You said: Very good');
    page = await guest.submit(formTo(page, `/orders/${token}/rating`), { rating: '2', comment: 'Cold' });
    const { rows } = await app.pools.owner.query('SELECT rating, comment FROM order_ratings');
    expect(rows).toEqual([{ rating: 2, comment: 'Cold' }]);
    const { data: shown } = await asOwner<Ratings>('GET', '/dashboard/ratings');
    expect(shown).toMatchObject({
      count: 1,
      average: 2,
      by_rating: [0, 1, 0, 0, 0],
      ratings: [{ rating: 2, comment: 'Cold', customer_name: me.name }],
    });
  });

  test('is a receipt: who sells, when, and each rate by its name where the restaurant is registered for VAT', async () => {
    const account = (body: object) => asOwner('POST', '/settings/account/info', body);
    await account({ tax_number: 'GB 123 4567 89', business_registration_no: '08812345', vat_registered: true });
    const rate = { id: newId(), name: 'VAT', rate_bp: 2000, applies_to: 'all' };
    await asOwner('POST', '/settings/service', { tax_settings: { tax_mode: 'inclusive', rates: [rate] } });
    const order = await place();
    const page = () => guest.open(order.path).then(textOf);
    expect(await page()).toMatch(/20 November 2026, \d\d:\d\d/);
    expect(await page()).toMatch(/VAT 20%\s+£[\d.]+\s+£[\d.]+\s+£[\d.]+/);
    expect(await page()).toMatch(/Registration number 08812345\s*Tax number GB 123 4567 89/);
    app.clock.pass(1000);
    await account({ vat_registered: false });
    expect(await page()).not.toMatch(/VAT|Tax number|Gross/);
    await asOwner('POST', '/settings/service', { tax_settings: null });
  });

  test('cancels while nobody has answered, and not after', async () => {
    const { path } = await place();
    const token = path.split('/').at(-1)!;
    const cancel = `/orders/${token}/cancel`;
    const page = await guest.open(path);
    expect(textOf(await guest.submit(formTo(page, cancel)))).toContain('Your order was cancelled');
    expect((await newest()).order_status).toBe('cancelled');
    expect((await guest.submit(formTo(page, cancel))).status).toBe(200);
    const { data: notified } = await asOwner<{ type: string }[]>('GET', '/dashboard/notifications/restaurant');
    // Both in one millisecond.
    expect(
      notified
        .map(({ type }) => type)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['order_cancelled', 'order_new']);

    app.clock.pass(1000);
    const other = await place();
    const late = formTo(await guest.open(other.path), `/orders/${other.path.split('/').at(-1)}/cancel`);
    await move('accepted');
    const refused = await guest.submit(late);
    expect([refused.status, textOf(refused)]).toEqual([409, expect.stringContaining('The restaurant was faster')]);
    expect((await newest()).order_status).toBe('accepted');
  });

  test('shows the delivery fee and the discount before anything is ordered', async () => {
    const id = await addLocation();
    await asOwner('POST', '/promotions', {
      name: 'Hello',
      promotion_type: 'fixed_amount',
      value_amount: 100,
      code: 'HELLO',
    });
    const before = await ordersCount();
    await fillBasket();
    await changeType(await guest.open(`${base}/checkout`), 'delivery');
    const to = { line_1: '1 High Street', city: 'London', postal_code: 'N1 1AA' };
    const far = await guest.submit(formTo(await guest.open(`${base}/checkout`), '/checkout'), { ...me, ...to });
    expect(textOf(far)).toContain('We do not deliver to this address');
    const code = { ...me, ...to, postal_code: 'E1 6AN', promotion_code: 'hello' };
    const quoted = await guest.submit(formTo(far, '/checkout'), code);
    expect(textOf(quoted)).toContain('With delivery and your discount the total is');
    expect(textOf(quoted)).toMatch(/Hello \(HELLO\) -£1\.00 Delivery £3\.00/);
    expect(await ordersCount()).toBe(before);
    await guest.submit(formTo(quoted, '/checkout'), code);
    expect(await newest()).toMatchObject({ order_type: 'delivery', delivery_fee_amount: 300, discount_amount: 100 });
    expect(await ordersCount()).toBe(before + 1);
    await asOwner('DELETE', `/settings/delivery-locations/${id}`);
  });

  test('is not there for a wrong token, and takes no rating before the end', async () => {
    expect((await guest.open(`${base}/orders/nobody`)).status).toBe(404);
    expect((await guest.open(`${base}/orders/nobody/state`)).status).toBe(404);
    const { path } = await place();
    const early = await app.fetch(
      new Request(`https://galley.test${path}/rating`, {
        method: 'POST',
        headers: { Origin: 'https://galley.test' },
        body: new URLSearchParams({ rating: '5' }),
      }),
    );
    expect(early.status).toBe(409);
  });
});

describe('further pages', () => {
  test('link to the WhatsApp number whatever else is connected', async () => {
    const link = async () =>
      (await guest.open(base)).document.querySelector('a[href*="wa.me"]')?.getAttribute('href') ?? null;
    const connect = (type: string, fields: { number?: string; status?: string } = {}) =>
      app.pools.owner.query(
        `INSERT INTO channels (restaurant_id, id, type, status, display_phone_number, token_sealed, token_last4, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, '', '', $6, $6)`,
        [owner.restaurant.id, newId(), type, fields.status ?? 'connected', fields.number ?? null, app.clock.now()],
      );
    await connect('google_calendar');
    expect(await link()).toBeNull();
    await connect('whatsapp');
    await connect('whatsapp', { number: '+44 7700 900300' });
    app.clock.pass(1000);
    await connect('whatsapp', { number: '+44 7700 900999', status: 'paused' });
    expect(await link()).toBe('https://wa.me/447700900300');
  });

  test('are there if the set-up turns them on', async () => {
    expect((await guest.open(`${base}/about`)).status).toBe(404);
    const saved = await asOwner('POST', '/website-setup/extra-pages', {
      is_about_page_enabled: true,
      about_page_content: 'First.\n\nSecond.',
      is_contact_page_enabled: true,
      contact_page_content: 'Come in.',
      social_media_links: { instagram: 'https://www.instagram.com/anchor' },
    });
    expect(saved.error).toBeNull();
    const about = await guest.open(`${base}/about`);
    expect([...about.document.querySelectorAll('.text')].map((one) => one.textContent)).toEqual(['First.', 'Second.']);
    const contact = await guest.open(`${base}/contact`);
    expect(textOf(contact)).toContain('Monday');
    expect(contact.document.querySelector('a[href="https://www.instagram.com/anchor"]')).not.toBeNull();
    for (const path of ['/legal', '/reserve', '/basket']) expect((await guest.open(base + path)).status).toBe(200);
    expect((await guest.open(`${base}/nothing`)).status).toBe(404);
    expect((await guest.open('/site/nobody')).status).toBe(404);
    expect((await guest.open('/site/No%20body/basket')).status).toBe(404);
  });

  test('are reached by the former address for good, with what follows it', async () => {
    const { slug } = owner.restaurant;
    for (const [path, to] of [
      ['', ''],
      ['/', '/'],
      ['?table=Bar%201', '?table=Bar%201'],
      ['/orders/a-token/pay?tip_percent=10', '/orders/a-token/pay?tip_percent=10'],
    ]) {
      const answer = await app.fetch(new Request(`https://galley.test/r/${slug}${path}`));
      expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 308, `/site/${slug}${to}`]);
    }
    const elsewhere = await app.fetch(new Request('https://galley.test/r//evil.example'));
    expect([elsewhere.status, elsewhere.headers.get('Location')]).toEqual([404, null]);
    const page = await guest.open(`/r/${slug}`);
    expect(page.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`https://galley.test${base}`);
    expect((await guest.open(`${base}/sitemap.xml`)).html).toContain(`<loc>https://galley.test${base}</loc>`);
  });

  test('tell days that differ, every year or once, and all day', async () => {
    const { opening_hours } = owner.restaurant;
    const allDay = { is_open: true, periods: [{ open_time: '00:00', close_time: '00:00' }] };
    const hours = {
      ...opening_hours,
      days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...allDay })),
      exceptions: [
        { date: '12-25', is_open: false, periods: [], label: 'Christmas' },
        { date: '01-01', is_open: false, periods: [], label: 'New Year' },
        { date: '2027-01-01', is_open: true, periods: [{ open_time: '12:00', close_time: '16:00' }], label: 'Brunch' },
        { date: '2026-11-01', is_open: false, periods: [], label: 'Over' },
      ],
    };
    await change(`opening_hours = '${JSON.stringify(hours)}'`);
    const page = await guest.open(base);
    const { openingHoursSpecification: specs } = JSON.parse(
      page.document.querySelector('script[type="application/ld+json"]')!.textContent,
    ) as { openingHoursSpecification: object[] };
    const type = { '@type': 'OpeningHoursSpecification' };
    expect(specs).toHaveLength(9);
    expect(specs[1]).toEqual({ ...type, dayOfWeek: 'https://schema.org/Monday', opens: '00:00', closes: '23:59' });
    expect(specs.slice(7)).toEqual([
      { ...type, validFrom: '2026-12-25', validThrough: '2026-12-25', opens: '00:00', closes: '00:00' },
      { ...type, validFrom: '2027-01-01', validThrough: '2027-01-01', opens: '12:00', closes: '16:00' },
    ]);
    const contact = textOf(await guest.open(`${base}/contact`));
    expect(contact).toMatch(/Monday All day/);
    expect(contact).toMatch(/Friday 25 December Christmas Closed Friday 1 January Brunch 12:00 to 16:00/);
    expect(contact).not.toContain('Over');
    await change(`opening_hours = '${JSON.stringify(opening_hours)}'`);
  });

  test('say that opening hours are not set yet, and take no order', async () => {
    const { opening_hours } = owner.restaurant;
    await change(`opening_hours = '{"days":[],"exceptions":[]}'`);
    const front = await guest.open(base);
    expect(textOf(front)).toContain('Opening hours not set yet');
    const [script] = front.document.querySelectorAll('script[type="application/ld+json"]');
    expect(JSON.parse(script!.textContent)).toMatchObject({ '@type': 'Restaurant', openingHoursSpecification: [] });
    const checkout = textOf(await fillBasket());
    expect(checkout).toContain('Opening hours not set yet. There is no time to order for.');
    expect(textOf(await guest.open(`${base}/basket`))).not.toContain('You can order for later');
    const contact = textOf(await guest.open(`${base}/contact`));
    expect(contact).toContain('We have not set our opening hours yet. Please write to us.');
    expect(contact).not.toContain('Monday');
    await change(`opening_hours = '${JSON.stringify(opening_hours)}'`);
  });

  test('are listed for search engines', async () => {
    const sitemap = (await guest.open(`${base}/sitemap.xml`)).html;
    expect(sitemap).toContain(`<loc>https://galley.test${base}</loc>`);
    expect(sitemap).toContain(`/items/${menu.itemIds[0]!}</loc>`);
    expect((await guest.open(`${base}/robots.txt`)).html).toContain(`Disallow: ${base}/orders/`);
  });

  test('carry messages to the restaurant and back', async () => {
    const start = await guest.open(`${base}/chat`);
    const chat = await guest.submit(formTo(start, '/chat'), { name: 'Mira', message: 'Do you have <b>cake</b>?' });
    expect(textOf(chat)).toContain('Do you have <b>cake</b>?');
    const again = await guest.submit(formTo(start, '/chat'), { name: 'Mira', message: 'Do you have <b>cake</b>?' });
    expect(again.path).toBe(chat.path);
    const more = await guest.submit(formTo(chat, chat.path.slice(base.length)), { message: 'Hello?' });
    // It is found again on this device, and no other sees it or its token.
    const home = await guest.open(base);
    expect(home.html).not.toContain(chat.path.slice(base.length + '/chat/'.length));
    const links = [...home.document.querySelectorAll('nav[aria-label=Yours] a')];
    expect(links.map(({ textContent }) => textContent)).toEqual(['Your messages']);
    expect((await guest.open(links[0]!.getAttribute('href')!)).path).toBe(chat.path);
    expect((await openWebsite(app).open(`${base}/own/chat`)).path).toBe(base);
    expect(more.document.querySelectorAll('.messages li')).toHaveLength(2);
  });
});

describe('200 hostile texts are shown as text', () => {
  const texts = hostileTexts.map((text) => text.replaceAll('\u0000', '')).filter((text) => text.isWellFormed());

  const elements =
    'a article body br button dd details div dl dt fieldset footer form h1 h2 h3 head header html img input label legend li link main meta nav noscript ol optgroup option output p script section select span strong style summary textarea title ul'.split(
      ' ',
    );

  /** Reads the page as text: every quotation mark and angle bracket of a hostile text is escaped, so what is left is ours. */
  async function expectPlain(path: string): Promise<Shown> {
    const page = await guest.open(path);
    expect([path, page.status]).toEqual([path, 200]);
    const bare = page.html
      .replaceAll(/<style>.*?<\/style>/gs, '')
      .replaceAll(/(<script type="application\/ld\+json">)(.*?)<\/script>/gs, (_, tag: string, data: string) => {
        JSON.parse(data);
        return tag;
      })
      .replaceAll(/="[^"]*"/g, '=""');
    const names = [...bare.matchAll(/<\/?([^\s>]+)/g)].map(([, name]) => name!.toLowerCase());
    expect([path, [...new Set(names)].filter((name) => !elements.includes(name) && name !== '!doctype')]).toEqual([
      path,
      [],
    ]);
    expect([path, bare.match(/<[^<>]*\s(on\w+|style|srcdoc|data-hostile)\b/i)]).toEqual([path, null]);
    expect([path, bare.match(/<script(?! type="">)/g)]).toEqual([path, null]);
    expect([path, page.html.match(/(?:href|src|action)="\s*(?:javascript|data|vbscript|\/\/)/i)]).toEqual([path, null]);
    return page;
  }

  test('in the menu and the set-up', async () => {
    expect(texts.length).toBeGreaterThanOrEqual(200);
    const filled = await fillMenu(app.pools.owner, owner.restaurant.id, { categories: 1, dishes: texts.length });
    const ids = filled.items.map(({ id }) => id);
    await app.pools.owner.query(
      'UPDATE menu_items SET name = t.words, description = t.words FROM unnest($1::uuid[], $2::text[]) AS t(id, words) WHERE menu_items.id = t.id',
      [ids, texts],
    );
    await app.pools.owner.query('UPDATE menu_categories SET name = $1, description = $1 WHERE id = $2', [
      texts.slice(0, 8).join(' '),
      filled.categories[0]!.id,
    ]);
    const page = await expectPlain(base);
    const shown = [...page.document.querySelectorAll('.dish h3')].map((one) => one.textContent);
    // As a browser reads them: line breaks of a kind of their own, and signs that HTML has not.
    expect(shown.filter((name) => texts.includes(name)).length).toBeGreaterThan(200);
    for (const id of ids.slice(0, 12)) await expectPlain(`${base}/items/${id}`);
    await asOwner('POST', '/website-setup/extra-pages', {
      is_about_page_enabled: true,
      about_page_content: texts.join('\n\n').slice(0, 5000),
      is_contact_page_enabled: true,
      contact_page_content: texts.join('\n\n').slice(-5000),
      social_media_links: {},
    });
    for (const path of ['/about', '/contact', '/legal']) await expectPlain(base + path);
    for (const text of texts.slice(0, 24)) await expectPlain(`${base}?q=${encodeURIComponent(text)}`);
    await app.pools.owner.query('DELETE FROM menu_items WHERE id = ANY($1)', [ids]);
  });

  test('in orders, tables, forms and messages', async () => {
    for (let from = 0; from < texts.length; from += 90) {
      const some = texts.slice(from, from + 90).map((text) => text.slice(0, 190));
      const { data, error } = await callApi<{ token: string }>(
        app.fetch,
        'POST',
        `/public/restaurants/${owner.restaurant.slug}/orders`,
        {
          body: {
            order_type: 'dine_in',
            lines: some.map((note) => ({ menu_item_id: menu.itemIds[0]!, quantity: 1, note })),
            customer: { ...me, name: some[0]!.slice(0, 100) },
            table_name: some[1]!.slice(0, 40) || '1',
            customer_note: some.slice(2, 5).join(' ').slice(0, 500),
          },
        },
      );
      expect(error).toBeNull();
      const page = await expectPlain(`${base}/orders/${data.token}`);
      expect(page.html.match(/class="line"/g)).toHaveLength(some.length);
    }
    const checkout = await fillBasket();
    for (const text of texts.slice(0, 12)) {
      const shown = await guest.submit(formTo(checkout, '/checkout'), { name: text, phone: text, customer_note: text });
      expect(shown.html).not.toMatch(/<[^<>]*\s(onerror|data-hostile)=?[^"]*>/);
    }
    const chat = await guest.submit(formTo(await guest.open(`${base}/chat`), '/chat'), {
      name: texts[0]!.slice(0, 100),
      message: texts.join(' ').slice(0, 1900),
    });
    expect(chat.path).toContain('/chat/');
    await expectPlain(chat.path);
  });
});

test('a featured dish comes first in its category, with what limits it', async () => {
  const { data: dish } = await asOwner<{ id: string }>(
    'POST',
    `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items`,
    {
      name: 'Mixed platter',
      price_amount: 1000,
      sort_order: 99,
      order_types: ['pickup'],
      min_quantity: 2,
      max_quantity: 6,
      compare_at_amount: 1250,
      calories: 640,
      is_featured: true,
    },
  );
  const page = await guest.open(base);
  const row = page.document.querySelector('.dish')!;
  const text = row.textContent.replaceAll(/\s+/g, ' ');
  expect(row.querySelector('h3')!.textContent).toBe('Mixed platter');
  expect(row.querySelector('s')!.textContent).toBe('Before: £12.50');
  for (const part of ['Featured', '640 kcal', 'Only for pickup.', 'From 2 pieces on, 6 at most.'])
    expect(text).toContain(part);

  // The fewest are put into the basket at once; with fewer, it says so and leads to no checkout.
  await guest.submit(addForm(page, dish.id));
  let basket = await guest.open(`${base}/basket`);
  expect(textOf(basket)).toContain('£20.00');
  basket = await guest.submit(formTo(basket, '/basket/lines'), { quantity: '1' });
  expect(textOf(basket)).toContain('Mixed platter: order at least 2.');
  expect((await guest.open(`${base}/checkout`)).path).toBe(`${base}/basket`);
});
