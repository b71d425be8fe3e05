import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../contract/menu/modifiers.ts';
import type { PublicMenu } from '../../contract/storefront/calls.ts';
import { dishPath, makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let item: MenuItem;
let breads: ModifierGroup;
const [small, large, naan, roti] = Array.from({ length: 4 }, () => newId()) as [string, string, string, string];
const variants = [
  { id: small, name: 'Small', price_amount: 600, is_default: true },
  { id: large, name: 'Large', price_amount: 900 },
];

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
afterAll(() => app.close());

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const set = (body: object, n = 0) => call<MenuItem>('PUT', `${dishPath(menu, n)}/update-availability`, body);
const edit = async (body: object, n = 0) => (await call<MenuItem>('PUT', dishPath(menu, n), body)).data;

beforeEach(async () => {
  app.clock.set('2026-11-20T18:30:00.000Z');
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await call('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  breads = (
    await call<ModifierGroup>('POST', '/menu/modifier-groups', {
      name: 'Bread',
      selection_type: 'single',
      min_selected: 1,
      modifiers: [
        { id: naan, name: 'Naan', price_amount: 50 },
        { id: roti, name: 'Roti' },
      ],
    })
  ).data;
  item = await edit({ variants, modifier_groups: [{ id: breads.id }] });
  app.clock.pass(1000);
});

const standing = async () => (await call<ModifierGroup[]>('GET', '/menu/modifier-groups')).data[0]!;

describe('a modifier, by the call of its item', () => {
  test('is switched in its group, and the item is answered', async () => {
    const reply = await set({ modifier_id: naan.toUpperCase(), is_available: false, reason: 'out_of_stock' });
    expect(reply).toMatchObject({ status: 200, data: { id: item.id, version: item.version } });
    expect((await standing()).modifiers).toMatchObject([
      { id: naan, availability_status: 'sold_out', availability_reason: 'out_of_stock' },
      { id: roti, availability_status: 'available' },
    ]);
  });

  test('the later change wins in either path, and the loser is told', async () => {
    const path = `/menu/modifier-groups/${breads.id}/modifiers/${naan}/update-availability`;
    await call('PUT', path, { is_available: false, occurred_at: '2026-11-20T18:30:00.500Z' });
    const late = await set({ modifier_id: naan, is_available: true, occurred_at: '2026-11-20T18:30:00.400Z' });
    expect(late).toMatchObject({ status: 200, notice: { code: 'superseded', current: { id: item.id } } });
    expect((await standing()).modifiers[0]).toMatchObject({ availability_status: 'sold_out' });
  });

  test('must belong to the item, and stands alone', async () => {
    expect(await set({ modifier_id: newId(), is_available: false })).toMatchObject({
      status: 422,
      error: { field_errors: { modifier_id: 'This item has no such modifier' } },
    });
    expect((await set({ modifier_id: naan, variant_id: small, is_available: false })).status).toBe(422);
  });
});

describe('what is sold out', () => {
  const shop = () => `/public/restaurants/${owner.restaurant.slug}`;
  const shown = async () =>
    (
      await callApi<z.infer<typeof PublicMenu>>(app.fetch, 'GET', `${shop()}/menu`)
    ).data.books[0]!.categories[0]!.items.find(({ id }) => id === item.id)!;
  const line = (more: object) => ({
    menu_item_id: item.id,
    variant_id: large,
    modifiers: [{ group_id: breads.id, modifier_id: naan }],
    quantity: 1,
    ...more,
  });
  const byCustomer = (more: object, when: object = {}) =>
    callApi(app.fetch, 'POST', `${shop()}/orders`, {
      body: {
        order_type: 'pickup',
        lines: [line(more)],
        customer: { name: 'Priya Nair', phone: '020 7946 0123' },
        ...when,
      },
    });
  const byStaff = (more: object) =>
    call('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines: [line(more)] });

  test('cannot be ordered by customers or staff, and is named', async () => {
    await set({ variant_id: large, is_available: false });
    for (const reply of [await byCustomer({}), await byStaff({})])
      expect(reply).toMatchObject({
        status: 409,
        error: { code: 'items_unavailable', current: { items: [{ name: `${item.name}, Large` }] } },
      });
    await set({ modifier_id: naan, availability_status: 'sold_out', unavailable_until: '2026-11-20T20:00:00.000Z' });
    for (const reply of [await byCustomer({ variant_id: small }), await byStaff({ variant_id: small })])
      expect(reply).toMatchObject({
        status: 409,
        error: {
          code: 'items_unavailable',
          current: { items: [{ name: `${item.name}, Naan`, available_again_at: '2026-11-20T20:00:00.000Z' }] },
        },
      });
    // For later, when it is back.
    expect((await byCustomer({ variant_id: small }, { scheduled_for: '2026-11-20T20:30:00.000Z' })).status).toBe(200);
    const withRoti = { variant_id: small, modifiers: [{ group_id: breads.id, modifier_id: roti }] };
    expect([(await byCustomer(withRoti)).status, (await byStaff(withRoti)).status]).toEqual([200, 200]);
  });

  test('takes its dish off where it must be chosen', async () => {
    await set({ modifier_id: naan, availability_status: 'sold_out', unavailable_until: '2026-11-20T20:00:00.000Z' });
    await set({ modifier_id: roti, is_available: false });
    expect(await shown()).toMatchObject({
      is_available: false,
      unavailable_reason: 'no_choice',
      available_again_at: '2026-11-20T20:00:00.000Z',
    });
    app.clock.set('2026-11-20T20:00:00.000Z');
    expect(await shown()).toMatchObject({ is_available: true, unavailable_reason: null });
  });

  test('takes its dish off where more must be chosen than there is, which no edit may ask for', async () => {
    const path = `/menu/modifier-groups/${breads.id}`;
    const asked = { selection_type: 'multiple', min_selected: 3 };
    const reply = await call('PUT', path, asked);
    expect([reply.status, reply.error?.field_errors]).toEqual([422, { min_selected: 'No more than 2 can be chosen' }]);
    expect((await call('POST', '/menu/modifier-groups', { name: 'Two', ...asked })).status).toBe(422);
    expect((await call('PUT', path, { ...asked, min_selected: 2 })).status).toBe(200);
    expect((await call('PUT', path, { modifiers: [{ id: naan, name: 'Naan' }] })).status).toBe(422);
    expect(await shown()).toMatchObject({ is_available: true });
    await set({ modifier_id: roti, is_available: false });
    expect(await shown()).toMatchObject({ is_available: false, unavailable_reason: 'no_choice' });
  });

  test('takes the modifier with it that is this dish as well', async () => {
    const modifiers = [
      { id: naan, name: 'Naan', linked_item_id: menu.itemIds[1]! },
      { id: roti, name: 'Roti' },
    ];
    await call('PUT', `/menu/modifier-groups/${breads.id}`, { modifiers });
    expect((await standing()).modifiers.map((one) => one.linked_item_id)).toEqual([menu.itemIds[1], null]);
    await set({ is_available: false }, 1);
    for (const reply of [await byCustomer({ variant_id: small }), await byStaff({ variant_id: small })])
      expect(reply).toMatchObject({
        status: 409,
        error: { code: 'items_unavailable', current: { items: [{ name: `${item.name}, Naan` }] } },
      });
    app.clock.pass(1000);
    await set({ is_available: true }, 1);
    expect((await byCustomer({ variant_id: small })).status).toBe(200);
    // A dish that is gone holds nothing up.
    await call('DELETE', dishPath(menu, 1));
    expect((await byStaff({ variant_id: small })).status).toBe(200);
  });
});

describe('an edit of the variants and a sold-out mark of another device', () => {
  const renamed = [
    { ...variants[0]!, name: 'Half' },
    { ...variants[1]!, price_amount: 950 },
  ];
  const soldOut = { variant_id: large, is_available: false, occurred_at: '2026-11-20T18:30:00.500Z' };

  test.each([
    ['before', '2026-11-20T18:30:00.400Z'],
    ['after', '2026-11-20T18:30:00.600Z'],
  ])('both stand, the edit %s, whichever arrives first', async (_, occurred_at) => {
    const results = [];
    for (const [n, isEditFirst] of [true, false].entries()) {
      await edit({ variants, occurred_at: '2026-11-20T18:30:00.100Z' }, n);
      const steps = [() => edit({ variants: renamed, occurred_at }, n), () => set(soldOut, n)];
      for (const step of isEditFirst ? steps : steps.toReversed()) await step();
      const after = (await edit({}, n)).variants!;
      results.push(after.map((one) => [one.name, one.price_amount, one.availability_status]));
    }
    expect(results[0]).toEqual([
      ['Half', 600, 'available'],
      ['Large', 950, 'sold_out'],
    ]);
    expect(results[1]).toEqual(results[0]);
  });
});
