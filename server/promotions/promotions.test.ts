import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import type { Promotion } from '../../contract/promotions/calls.ts';
import { makeMenu, tablet, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let shop: string;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await call('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  shop = `/public/restaurants/${owner.restaurant.slug}`;
});
afterAll(() => app.close());

const call = <T = Promotion>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const tenOff = (more: object = {}) => ({ name: 'Ten off', promotion_type: 'percentage', value_bp: 1000, ...more });
const add = async (more: object = {}) => {
  const { data, error } = await call('POST', '/promotions', tenOff(more));
  if (error) throw new Error(`${error.code} ${JSON.stringify(error.field_errors)}`);
  return data;
};
const show = async (id: string) => (await call('GET', `/promotions/${id}`)).data;
const take = (more: object = {}) =>
  call<Order>('POST', '/orders', {
    channel: 'walk_in',
    order_type: 'pickup',
    lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 2 }],
    ...more,
  });
const priya = { name: 'Priya Nair', phone: '020 7946 0123' };
interface Placed {
  token: string;
  total_amount: number;
  discount_amount: number;
  discounts: { name: string; code: string | null; discount_amount: number }[];
}
const place = (more: object = {}) =>
  callApi<Placed>(app.fetch, 'POST', `${shop}/orders`, {
    body: { order_type: 'pickup', lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 2 }], customer: priya, ...more },
  });

describe('a promotion', () => {
  test('starts at once, and is listed by its status', async () => {
    const active = await add();
    const draft = await add({ is_enabled: false });
    const later = await add({ starts_at: '2026-11-25T08:00:00.000Z' });
    const over = await add({ ends_at: '2026-11-20T18:00:00.000Z' });
    const found = async (query: string) =>
      (await call<Promotion[]>('GET', `/promotions${query}`)).data.map(({ id }) => id);
    expect(active).toMatchObject({ promotion_status: 'active', is_automatic: true, currency: 'GBP', times_used: 0 });
    expect(await found('?promotion_status=draft')).toEqual([draft.id]);
    expect(await found('?promotion_status=scheduled')).toEqual([later.id]);
    expect(await found('?promotion_status=expired')).toEqual([over.id]);
    expect(await found('?promotion_status=active')).toEqual([active.id]);
    expect(await found('?date=2026-11-25..2026-11-26')).toEqual(expect.arrayContaining([later.id, active.id]));
    expect(await found('?date=2026-11-25..2026-11-26')).not.toContain(over.id);
    const page = await call<Promotion[]>('GET', '/promotions?limit=3&page_no=2');
    expect(page.data).toHaveLength(1);
    expect(page.meta).toMatchObject({ total_count: 4, page_count: 2 });
  });

  test.each([
    ['a percentage without its value', { value_bp: null }, 'value_bp'],
    ['an amount without its value', { promotion_type: 'fixed_amount', value_bp: null }, 'value_amount'],
    ['free delivery of food', { promotion_type: 'free_delivery', applies_to: 'order' }, 'applies_to'],
    ['a free item of everything', { promotion_type: 'free_item', value_bp: null }, 'applies_to'],
    ['two for one without the one', { promotion_type: 'buy_x_get_y', buy_quantity: 2 }, 'get_quantity'],
    ['items without any', { applies_to: 'items' }, 'item_ids'],
    ['an automatic one with a code', { is_automatic: true, code: 'TEN' }, 'code'],
    ['a code of one letter', { code: 'T' }, 'code'],
    [
      'an end before the start',
      { starts_at: '2026-11-25T08:00:00.000Z', ends_at: '2026-11-24T08:00:00.000Z' },
      'ends_at',
    ],
    ['a segment without its name', { customer_scope: 'segment' }, 'segment'],
  ])('is refused: %s', async (_, fields, field) => {
    const { status, error } = await call('POST', '/promotions', tenOff(fields));
    expect(status).toBe(422);
    expect(Object.keys(error?.field_errors ?? {})).toContain(field);
  });

  test('has a code that no other has, in whatever case, until it is archived', async () => {
    const first = await add({ code: 'Welcome10' });
    const second = await call('POST', '/promotions', tenOff({ code: 'WELCOME10' }));
    expect(second.error).toMatchObject({ code: 'promotion_code_taken', current: { id: first.id } });
    const other = await add({ code: 'OTHER' });
    expect((await call('PUT', `/promotions/${other.id}`, { code: 'welcome10' })).error?.code).toBe(
      'promotion_code_taken',
    );
    expect((await call('POST', `/promotions/${first.id}/archive`, {})).data.promotion_status).toBe('archived');
    expect((await call('PUT', `/promotions/${other.id}`, { code: 'welcome10' })).data.code).toBe('welcome10');
    expect((await call('PUT', `/promotions/${first.id}`, { name: 'Again' })).error?.code).toBe('promotion_archived');
  });

  test('is paused and goes on; the newest of the two wins', async () => {
    const { id } = await add();
    app.clock.pass(120_000);
    const paused = await call('POST', `/promotions/${id}/pause`, { occurred_at: '2026-11-20T18:31:30.000Z' });
    expect(paused.data.promotion_status).toBe('paused');
    const late = await call('POST', `/promotions/${id}/resume`, { occurred_at: '2026-11-20T18:31:00.000Z' });
    expect(late.notice?.code).toBe('superseded');
    expect((await show(id)).promotion_status).toBe('paused');
    expect((await call('POST', `/promotions/${id}/resume`, {})).data.promotion_status).toBe('active');
  });

  test('merges edits by field', async () => {
    const { id } = await add();
    app.clock.pass(60_000);
    const now = app.clock.now().toISOString();
    await call('PUT', `/promotions/${id}`, { value_bp: 2000, occurred_at: now });
    const before = new Date(Date.parse(now) - 5000).toISOString();
    const older = await call('PUT', `/promotions/${id}`, { value_bp: 1500, name: 'Offer', occurred_at: before });
    expect(older.data).toMatchObject({ value_bp: 2000, name: 'Offer' });
    expect(older.notice).toMatchObject({ code: 'superseded', fields: { value_bp: { at: now } } });
  });

  test('is deleted if no order has used it, else only archived', async () => {
    const unused = await add({ code: 'UNUSED' });
    expect((await call('DELETE', `/promotions/${unused.id}`)).status).toBe(200);
    expect((await call('GET', `/promotions/${unused.id}`)).status).toBe(404);
    const used = await add();
    await take();
    expect((await call('DELETE', `/promotions/${used.id}`)).error?.code).toBe('promotion_used');
  });

  test('comes as a form with its picture, stored in each width', async () => {
    const png = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#a03' } })
      .png()
      .toBuffer();
    const form = new FormData();
    const fields = {
      name: 'Lunch',
      promotion_type: 'percentage',
      value_bp: '1500',
      order_types: '["pickup"]',
      usage_limit: 'null',
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'lunch.png');
    const post = (body: FormData) =>
      app.fetch(
        new Request('http://localhost/backend/promotions', {
          method: 'POST',
          headers: { authorization: `Bearer ${owner.token}` },
          body,
        }),
      );
    const answer = await post(form);
    const { data } = (await answer.json()) as { data: Promotion };
    expect(answer.status).toBe(200);
    expect(data).toMatchObject({ name: 'Lunch', value_bp: 1500, order_types: ['pickup'], usage_limit: null });
    for (const [requested, width] of [
      [320, 320],
      [800, 800],
      [1600, 1200],
    ]) {
      const image = await app.fetch(new Request(`http://localhost/backend${data.image_url}?width=${requested}`));
      expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(width);
    }
    form.set('image', new Blob(['no picture']), 'x.png');
    const bad = await post(form);
    expect(bad.status).toBe(422);
    expect(((await bad.json()) as { field_errors: object }).field_errors).toHaveProperty('image');
  });
});

describe('an order', () => {
  test('has its promotion on every channel, with tax on what is left', async () => {
    const { id } = await add();
    for (const item of menu.itemIds)
      await call('PUT', `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items/${item}`, {
        tax_rate_bp: 2000,
      });
    const { data: order } = await take();
    expect(order).toMatchObject({
      subtotal_amount: 1800,
      discount_amount: 180,
      total_amount: 1620,
      tax_amount: 270,
      discounts: [{ promotion_id: id, code: null, name: 'Ten off', discount_amount: 180, approved_by: null }],
      lines: [{ total_amount: 1800, discount_amount: 180, tax_amount: 270 }],
    });
    expect((await call<Order>('GET', `/orders/${order.id}`)).data).toEqual(order);
    const { data: placed } = await place({ expected_total_amount: 1620 });
    expect(placed).toMatchObject({
      total_amount: 1620,
      discount_amount: 180,
      discounts: [{ name: 'Ten off', code: null, discount_amount: 180 }],
    });
    expect(await show(id)).toMatchObject({ times_used: 2, spent_amount: 360, revenue_amount: 3240 });
  });

  test('does not trust the discounts that a device shows', async () => {
    const { id } = await add({ code: 'TEN' });
    const shown = { promotion_id: id, code: 'TEN', name: 'Ten off', discount_amount: 1800, applies_to: 'lines' };
    expect((await take({ discounts: [shown] })).data).toMatchObject({
      discount_amount: 0,
      total_amount: 1800,
      discounts: null,
    });
  });

  test('takes a code in any case, and says why one does nothing', async () => {
    await add({ code: 'TEN', min_order_amount: 2000 });
    expect((await place({ promotion_codes: ['ten'] })).error).toMatchObject({
      code: 'promotion_not_applicable',
      current: { code: 'ten', reason: 'minimum', min_order_amount: 2000 },
    });
    expect((await place({ promotion_codes: ['nine'] })).error).toMatchObject({ current: { reason: 'unknown' } });
    const three = [{ menu_item_id: menu.itemIds[0]!, quantity: 3 }];
    expect((await place({ promotion_codes: [' tEn '], lines: three })).data.total_amount).toBe(2430);
    expect((await take({ promotion_codes: ['TEN'], lines: three })).data.total_amount).toBe(2430);
  });

  test('that is corrected is priced again, and keeps a promotion that was paused since', async () => {
    const { id } = await add({ code: 'TEN', usage_limit: 1 });
    const { data: order } = await take({ promotion_codes: ['TEN'] });
    await call('POST', `/promotions/${id}/pause`, {});
    const [line] = order.lines;
    const more = await call<Order>('PUT', `/orders/${order.id}`, { lines: [{ ...lineOf(line!), quantity: 4 }] });
    expect(more.data).toMatchObject({ subtotal_amount: 3600, discount_amount: 360, total_amount: 3240 });
    expect(await show(id)).toMatchObject({ times_used: 1, spent_amount: 360, revenue_amount: 3240 });
    const without = await call<Order>('PUT', `/orders/${order.id}`, { promotion_codes: [] });
    expect(without.data).toMatchObject({ discount_amount: 0, discounts: null, total_amount: 3600 });
    expect(without.data.lines[0]).not.toHaveProperty('discount_amount');
    expect(await show(id)).toMatchObject({ times_used: 0, spent_amount: 0, revenue_amount: 0 });
  });

  test.each(['rejected', 'cancelled', 'deleted'] as const)('that is %s gives its use back', async (end) => {
    const { id } = await add({ code: 'ONCE', usage_limit: 1 });
    const codes = { promotion_codes: ['ONCE'] };
    expect((await place(codes)).status).toBe(200);
    expect((await place(codes)).error?.code).toBe('promotion_exhausted');
    expect((await show(id)).promotion_status).toBe('exhausted');
    const [order] = (await call<Order[]>('GET', '/orders')).data;
    if (end === 'deleted') await call('POST', '/orders/delete', { orderId: order!.id });
    else await call('POST', `/orders/${order!.id}/status`, { order_status: end, reason: 'other', note: 'No' });
    expect(await show(id)).toMatchObject({
      times_used: 0,
      spent_amount: 0,
      revenue_amount: 0,
      promotion_status: 'active',
    });
    expect((await place(codes)).status).toBe(200);
  });

  test('counts uses for each customer, on the website and at the counter', async () => {
    await add({ code: 'EACH', usage_limit_per_customer: 1 });
    const codes = { promotion_codes: ['EACH'] };
    expect((await take(codes)).error).toMatchObject({ current: { reason: 'customer_unknown' } });
    expect((await place(codes)).status).toBe(200);
    expect((await take({ ...codes, customer: priya })).error).toMatchObject({
      current: { reason: 'used_by_customer' },
    });
    expect((await place({ ...codes, customer: { name: 'Tom', phone: '020 7946 0999' } })).status).toBe(200);
  });

  test('has its free delivery off the fee, not off the food', async () => {
    await add({ promotion_type: 'free_delivery', value_bp: null, applies_to: 'delivery_fee' });
    expect((await take()).data.discounts).toBeNull();
  });
});

describe('two orders for the last use', () => {
  test('by code: one gets it, the other is told', async () => {
    const { id } = await add({ code: 'LAST', usage_limit: 1 });
    const body = { promotion_codes: ['LAST'] };
    const orders = await Promise.all([place(body), take(body), place(body), take(body), place(body)]);
    expect(orders.filter(({ error }) => !error)).toHaveLength(1);
    expect(orders.flatMap(({ error }) => error?.code ?? [])).toEqual(Array(4).fill('promotion_exhausted'));
    expect(await show(id)).toMatchObject({ times_used: 1, spent_amount: 180 });
    const { rows } = await app.pools.owner.query(
      'SELECT count(*)::int AS n FROM promotion_uses WHERE promotion_id = $1',
      [id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('automatically: one gets it, the other pays the full price', async () => {
    const { id } = await add({ usage_limit: 1 });
    const orders = await Promise.all([place(), take(), place(), take()]);
    expect(orders.map(({ data }) => data.total_amount).toSorted()).toEqual([1620, 1800, 1800, 1800]);
    expect((await show(id)).times_used).toBe(1);
  });

  test('of a budget: no more is given than there is', async () => {
    const { id } = await add({ budget_amount: 250 });
    const orders = await Promise.all([take(), take(), take()]);
    expect(orders.map(({ data }) => data.discount_amount).toSorted()).toEqual([0, 180, 70].toSorted());
    expect(await show(id)).toMatchObject({ spent_amount: 250, times_used: 2, promotion_status: 'exhausted' });
  });

  test('taken offline: the later one is refused with the reason, and stays in its outbox', async () => {
    await add({ code: 'LAST', usage_limit: 1 });
    const body = () => ({
      id: newId(),
      channel: 'walk_in',
      order_type: 'pickup',
      lines: [{ id: newId(), menu_item_id: menu.itemIds[0]!, quantity: 1 }],
      promotion_codes: ['LAST'],
      was_offline: true,
    });
    const push = () => tablet(app, owner).push([{ mid: 1, call: 'orders.create', path: {}, body: body() }]);
    const answers = await Promise.all([push(), push()]);
    const results = answers.map(({ data }) => data.results[0] as { outcome?: string; error?: { code: string } });
    expect(results.flatMap(({ error }) => error?.code ?? [])).toEqual(['promotion_exhausted']);
  });
});

const lineOf = ({ id, menu_item_id, quantity }: Order['lines'][number]) => ({ id, menu_item_id, quantity });
