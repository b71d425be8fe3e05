import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCsv } from '../../contract/csv.ts';
import type { Customer, get } from '../../contract/customers/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { apply, makeMenu, pullAll, tablet, type Menu } from '../../tests/api/tablet.ts';
import { callApi, requestData, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { searchDatabase } from '../../tests/support/search-database.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';
import type * as z from 'zod/mini';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await asOwner('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
});
afterAll(() => app.close());

const asOwner = <T = unknown>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
type Detail = z.infer<typeof get.options.reply>;
const find = (id: string) => asOwner<Detail>('GET', `/customers/${id}`);
const place = (customer: object, more: object = {}, note = 'No onions') => {
  app.clock.pass(1000);
  return requestData(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 2, note }],
      customer,
      ...more,
    },
  });
};
const write = (customer: object, message: string) =>
  requestData(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/chats`, { body: { customer, message } });
const complete = async (orders: Order[]) => {
  for (const { id } of orders)
    for (const order_status of ['ready', 'completed']) await asOwner('POST', `/orders/${id}/status`, { order_status });
};
const totalsOf = async () =>
  (
    await app.pools.owner.query<{ totals: string }>(
      `SELECT json_agg(json_build_array(id, order_no, total_amount, tax_amount, paid_amount, jsonb_array_length(lines), customer_id)
                       ORDER BY id)::text AS totals FROM orders WHERE restaurant_id = $1`,
      [owner.restaurant.id],
    )
  ).rows[0]!.totals;

const search = (traces: string[]) => searchDatabase(app.pools, traces);

const XANTHIPPE = { name: 'Xanthippe Quill', phone: '020 7946 0177', email: 'xanthippe@quill.example' };
const traces = ['xanthippe', 'quill', '7946 0177', '79460177', 'quiet lane', 'doorbell'];

describe('erasing a customer', () => {
  test('leaves nothing in the database and on devices; orders keep their totals', async () => {
    await place(XANTHIPPE, { customer_note: 'Doorbell of Quill' }, 'For Xanthippe, please');
    await place({ ...XANTHIPPE, name: 'Xanthippe Q.' });
    await write(XANTHIPPE, 'It is Xanthippe Quill here');
    const booked = await asOwner<{ id: string }>('POST', '/reservations', {
      name: 'Xanthippe Quill-Hart',
      phone: XANTHIPPE.phone,
      guests_count: 2,
      starts_at: '2026-11-21T19:00:00.000Z',
      source: 'phone',
      customer_note: 'Near the doorbell',
    });
    expect(booked.error).toBeNull();
    await asOwner('POST', `/reservations/${booked.data.id}/status`, {
      reservation_status: 'cancelled',
      reason: 'Quill has a cold',
    });
    const other = { name: 'Tom Hale', phone: '020 7946 0188' };
    await place(other);
    const [row] = (await asOwner<{ customers: Customer[] }>('GET', '/customers?search=xanthippe')).data.customers;
    const { id } = row!;
    await asOwner('PUT', `/customers/${id}`, {
      note: 'Doorbell 4',
      birthday: '1990-01-01',
      addresses: [
        {
          id: newId(),
          label: 'Home',
          line_1: '4 Quiet Lane',
          line_2: null,
          city: '',
          postal_code: '',
          country_code: '',
          instructions: null,
          is_default: true,
        },
      ],
    });
    await asOwner('PUT', `/customers/${id}/consents/email`, { granted: true, source: 'Quill said so' });
    const open = (await find(id)).data.orders;
    await asOwner('POST', `/orders/${open[0]!.id}/payments`, {
      id: newId(),
      method: 'cash',
      amount: 100,
      note: 'From Quill',
    });
    await asOwner('PUT', `/customers/imports/${newId()}`, {
      file: [Buffer.from('name,phone\nTom,1\n\nX. Quill,020 7946 0177\nAl,2\n').toString('base64')],
    });
    await asOwner('POST', '/customers/import', {
      file: [Buffer.from('name,phone\nX. Quill,020 7946 0177 x\nSomebody else,1\n').toString('base64')],
    });
    const { data: spare } = await asOwner<Customer>('POST', '/customers', { name: 'Xanthippe Quill again' });
    await asOwner('POST', `/customers/${id}/merge`, { other_id: spare.id });
    await app.jobs.drain();
    const device = tablet(app, owner);
    const before = await pullAll(device, null);
    const held = apply(before.pages);
    expect(JSON.stringify([...held])).toContain('Xanthippe');

    expect((await asOwner('DELETE', `/customers/${id}`)).error?.code).toBe('customer_has_open_orders');
    await complete(open);
    const totals = await totalsOf();
    const figures = async () => (await app.pools.owner.query('SELECT * FROM customer_figures ORDER BY 1, 2, 3')).rows;
    const counted = await figures();
    expect((await search(traces)).length).toBeGreaterThan(10);

    const gone = await asOwner('DELETE', `/customers/${id}`);
    expect([gone.error, gone.data]).toEqual([null, { id }]);
    expect(await search(traces)).toEqual([]);
    // The rows of a file that waits for its import keep their numbers.
    const { rows: waiting } = await app.pools.owner.query<{ content: Buffer }>(
      "SELECT content FROM customer_imports WHERE status = 'uploaded'",
    );
    expect(waiting.map(({ content }) => readCsv(content.toString())!.map(({ row, cells }) => [row, cells[0]]))).toEqual(
      [
        [
          [1, 'name'],
          [2, 'Tom'],
          [5, 'Al'],
        ],
      ],
    );
    expect(await totalsOf()).toBe(totals);
    expect(await figures()).toEqual(counted);
    const device2 = apply((await pullAll(device, before.cursor)).pages, held);
    const text = JSON.stringify([...device2]).toLowerCase();
    expect(traces.filter((trace) => text.includes(trace))).toEqual([]);
    expect([...device2.keys()].filter((key) => key === `customers:${id}`)).toEqual([]);
    expect((await asOwner<{ csv: string }>('GET', '/customers/export')).data.csv).not.toMatch(/xanthippe|quill/i);
    expect(app.logged.filter((line) => /xanthippe|quill/i.test(JSON.stringify(line)))).toEqual([]);
    // Others stay, also in the rejects.
    expect((await asOwner<{ customers: Customer[] }>('GET', '/customers')).data.customers).toMatchObject([
      { name: 'Tom Hale' },
    ]);
    const { rows } = await app.pools.owner.query<{ errors_csv: string }>(
      'SELECT errors_csv FROM customer_imports WHERE errors_csv IS NOT NULL',
    );
    expect(rows[0]!.errors_csv).toContain('Somebody else');

    expect((await asOwner('DELETE', `/customers/${id}`)).notice?.code).toBe('already_done');
    expect((await asOwner('PUT', `/customers/${id}`, { note: 'Too late' })).status).toBe(404);
  });

  test('lets the same person come back as a new customer', async () => {
    await place(XANTHIPPE);
    const { customers } = (await asOwner<{ customers: Customer[] }>('GET', '/customers?search=quill')).data;
    expect(customers).toMatchObject([{ name: 'Xanthippe Quill', orders_count: 1, marketing_consent: {} }]);
  });
});

describe('merging two customers', () => {
  test('moves orders, chats, spend and consents; edits of the other one reach the one who stays', async () => {
    const one = { name: 'Joanna Price', phone: '020 7946 0201' };
    const two = { name: 'Jo Price', email: 'jo@price.example', phone: '020 7946 0202' };
    await place(one);
    await place(two);
    await place(two);
    await write(two, 'Are you open?');
    const list = (await asOwner<{ customers: Customer[] }>('GET', '/customers?search=price')).data.customers;
    const [joanna, jo] = ['Joanna Price', 'Jo Price'].map((name) => list.find((found) => found.name === name)!);
    for (const { id } of [joanna!, jo!]) await complete((await find(id)).data.orders);
    app.clock.pass(1000);
    await asOwner('PUT', `/customers/${jo!.id}`, {
      tags: ['office'],
      customer_status: 'blocked',
      blocked_reason: 'Rude',
    });
    await asOwner('PUT', `/customers/${jo!.id}/consents/sms`, { granted: false, source: 'By phone' });
    const spent = (await find(joanna!.id)).data.total_spent_amount + (await find(jo!.id)).data.total_spent_amount;
    const sums = async () =>
      (
        await app.pools.owner.query('SELECT * FROM order_figures WHERE restaurant_id = $1 ORDER BY 1, 2, 3, 4', [
          owner.restaurant.id,
        ])
      ).rows;
    const before = await sums();

    const { data } = await asOwner<Customer>('POST', `/customers/${joanna!.id}/merge`, { other_id: jo!.id });
    expect(data).toMatchObject({
      id: joanna!.id,
      name: 'Joanna Price',
      phone: '+442079460201',
      phone_raw: '+442079460201 / +442079460202',
      email: 'jo@price.example',
      tags: ['office'],
      customer_status: 'blocked',
      blocked_reason: 'Rude',
      orders_count: 3,
      total_spent_amount: spent,
      marketing_consent: { sms: { granted: false, source: 'By phone' } },
    });
    expect((await find(joanna!.id)).data.orders).toHaveLength(3);
    // The second number is this customer's as well: for what is blocked, in searches and for edits of others.
    expect(
      (
        await callApi(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/chats`, {
          body: { customer: two, message: 'Hello' },
        })
      ).status,
    ).toBe(403);
    const bySecond = (await asOwner<{ customers: Customer[] }>('GET', '/customers?search=020 7946 0202')).data
      .customers;
    expect(bySecond.map(({ id }) => id)).toEqual([joanna!.id]);
    expect((await asOwner('POST', '/customers', { name: 'Al', phone: two.phone })).error?.code).toBe('customer_exists');
    const saved = await asOwner<Customer>('PUT', `/customers/${joanna!.id}`, { phone: data.phone_raw });
    expect(saved.data).toMatchObject({ phone: data.phone, phone_raw: data.phone_raw });
    const chats = (await asOwner<{ customer_id: string; customer_name: string }[]>('GET', '/chat')).data;
    expect(chats.filter((chat) => chat.customer_id === joanna!.id)).toMatchObject([{ customer_name: 'Joanna Price' }]);
    expect(
      (await asOwner<{ changes: unknown[] }>('GET', `/customers/${joanna!.id}/consents`)).data.changes,
    ).toHaveLength(1);
    expect(await sums()).toEqual(before);
    const figures = async () =>
      (await app.pools.owner.query('SELECT * FROM customer_figures WHERE orders_count <> 0 ORDER BY 1, 2, 3')).rows;
    const kept = await figures();
    await app.pools.owner.query('SELECT rebuild_figures($1)', [owner.restaurant.id]);
    expect(await figures()).toEqual(kept);

    app.clock.pass(1000);
    expect((await find(jo!.id)).data.id).toBe(joanna!.id);
    await asOwner('PUT', `/customers/${jo!.id}`, { note: 'Written offline' });
    expect((await find(joanna!.id)).data.note).toBe('Written offline');
    expect((await asOwner('POST', `/customers/${joanna!.id}/merge`, { other_id: jo!.id })).notice?.code).toBe(
      'already_done',
    );
    expect((await asOwner('POST', `/customers/${joanna!.id}/merge`, { other_id: joanna!.id })).status).toBe(422);
  });
});

describe('a segment', () => {
  test('in SQL is the one that devices compute', async () => {
    const counts = [0, 1, 2, 9, 10, 30];
    const days = [0, 1, 59, 60, 61, 179, 180, 181, 400];
    const now = app.clock.now().getTime();
    for (const count of counts)
      for (const day of days) {
        const { data } = await asOwner<Customer>('POST', '/customers', { name: `Seg ${count} ${day}` });
        const at = new Date(now - day * 86_400_000 + 1000).toISOString();
        await app.pools.owner.query(
          `UPDATE customers SET orders_count = $2, created_at = $3, last_order_at = CASE WHEN $2 > 0 THEN $3::timestamptz END,
             version = (SELECT version FROM spaces s WHERE s.restaurant_id = customers.restaurant_id) WHERE id = $1`,
          [data.id, count, at],
        );
      }
    const seen: string[] = [];
    for (const segment of ['new', 'regular', 'vip', 'at_risk', 'lapsed']) {
      const { data } = await asOwner<{ customers: (Customer & { segment: string })[] }>(
        'GET',
        `/customers?search=seg&segment=${segment}`,
      );
      expect(new Set(data.customers.map((found) => found.segment))).toEqual(new Set([segment]));
      seen.push(...data.customers.map(({ name }) => name));
    }
    expect(new Set(seen).size).toBe(counts.length * days.length);
    expect(seen.length).toBe(counts.length * days.length);
  });
});

describe('a customer by hand', () => {
  test('is created once, and refused where the number or the address is known', async () => {
    const id = newId();
    const body = { id, name: 'Ada King', phone: '020 7946 0301', email: 'Ada@King.example' };
    expect((await asOwner<Customer>('POST', '/customers', body)).data).toMatchObject({
      phone: '+442079460301',
      source: 'manual',
    });
    expect((await asOwner('POST', '/customers', body)).notice?.code).toBe('already_done');
    expect((await asOwner('POST', '/customers', { ...body, name: 'Another' })).error?.code).toBe('id_taken');
    const again = await asOwner('POST', '/customers', { name: 'Ada', email: 'ada@king.example' });
    expect([again.status, again.error?.code]).toEqual([409, 'customer_exists']);
    expect(again.error?.current).toMatchObject({ id });
  });

  test('keeps every trace about marketing, and the newest counts', async () => {
    const { data } = await asOwner<Customer>('POST', '/customers', { name: 'Ben' });
    const setEmail = (granted: boolean, occurred_at: string) =>
      asOwner<Customer>('PUT', `/customers/${data.id}/consents/email`, { granted, source: 'In person', occurred_at });
    await setEmail(true, '2026-11-20T10:00:00.000Z');
    await setEmail(false, '2026-11-20T12:00:00.000Z');
    const late = await setEmail(true, '2026-11-20T11:00:00.000Z');
    expect([late.notice?.code, late.data.marketing_consent.email?.granted]).toEqual(['superseded', false]);
    const { changes } = (await asOwner<{ changes: { granted: boolean }[] }>('GET', `/customers/${data.id}/consents`))
      .data;
    expect(changes.map(({ granted }) => granted)).toEqual([false, true, true]);
    expect((await asOwner('PUT', `/customers/${data.id}/consents/post`, { granted: true, source: 'x' })).status).toBe(
      422,
    );
  });
});
