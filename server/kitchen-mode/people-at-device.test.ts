import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syncHeaders } from '../../contract/sync/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Payment } from '../../contract/payments/rows.ts';
import type { Change, Person } from '../../contract/people/calls.ts';
import type { Role } from '../../contract/people/permissions.ts';
import { makeMenu, tablet, type Menu } from '../../tests/api/tablet.ts';
import { callApi, requestData, type Method } from '../../tests/support/api.ts';
import { personAt, signed, type PersonAt } from '../../tests/support/at-device.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { isRight, keyOf } from '../../src/features/settings/kitchen-mode/keys.ts';
import { newId } from '../platform/ids.ts';

const MINUTE = 60_000;
const PINS = { owner: '4071', cook: '5823', till: '7316' };

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
/** The tablet's session, signed in by the owner. */
let token: string;
let cook: Person;
let till: Person;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  const body = { email: owner.user.email, password: PASSWORD };
  token = (await requestData<{ token: string }>(app.fetch, 'POST', '/auth/login', { body })).token;
  cook = (await add('Cook', 'kitchen', PINS.cook)).data;
  till = (await add('Till', 'cashier', PINS.till)).data;
  await send('POST', '/auth/kitchen-mode', { password: PASSWORD, pin: PINS.owner, pin_for: 'everything' });
});

const send = <T = unknown>(method: Method, path: string, body?: unknown, by = token) =>
  callApi<T>(app.fetch, method, path, { token: by, body });
const add = (name: string, role: Role, pin: string, by = owner.token) =>
  send<Person>('POST', '/people/by-pin', { name, role, pin }, by);
const unlock = (person: string, pin: string) => send('POST', '/auth/kitchen-mode/unlock', { person, pin });
const at = (name: string, pin: string): Promise<PersonAt> =>
  personAt({ fetch: app.fetch, token, restaurantId: owner.restaurant.id }, name, pin);
const sell = () =>
  requestData<Order>(app.fetch, 'POST', '/orders', {
    token: owner.token,
    body: { channel: 'walk_in', order_type: 'pickup', lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }] },
  });
/** Without what the owner has prepared. */
const changes = async () =>
  (await send<Change[]>('GET', '/people/changes', undefined, owner.token)).data.filter(
    ({ call, person }) =>
      !(call.startsWith('people.') || (call.startsWith('menu.') && person.role === 'owner')) &&
      call !== 'orders.create' &&
      call !== 'payments.take',
  );
const dish = () => ({ id: menu.bookId, categoryId: menu.categoryId, itemId: menu.itemIds[0]! });
const strike = (mid = 1) => ({ mid, call: 'menu.setAvailability', path: dish(), body: { is_available: false } });
const price = (mid = 1) => ({ mid, call: 'menu.editItem', path: dish(), body: { price_amount: 1200 } });
const outcomes = ({ data }: Awaited<ReturnType<ReturnType<typeof tablet>['push']>>) =>
  data.results.map(({ outcome, error }) => error?.code ?? outcome);

describe('a device that several use', () => {
  test('opens nothing without a PIN, and for a person what the role allows', async () => {
    const insights = async () => (await send('GET', '/dashboard/insights')).error?.code ?? 'open';
    const orders = async () => (await send('GET', '/orders')).error?.code ?? 'open';
    expect([await insights(), await orders()]).toEqual(['pin_needed', 'pin_needed']);
    expect((await unlock(till.id, '9999')).error?.code).toBe('pin_wrong');
    expect((await unlock(till.id, PINS.till)).data).toMatchObject({ person: { name: 'Till', role: 'cashier' } });
    expect([await insights(), await orders()]).toEqual(['not_allowed', 'open']);
    await unlock((await at('Cook', PINS.cook)).id, PINS.cook);
    expect((await send('POST', '/orders', {})).error?.code).toBe('not_allowed');
    await send('POST', '/auth/kitchen-mode/lock');
    expect(await orders()).toBe('pin_needed');
  });

  test('stays with a person who uses it, and locks five minutes after', async () => {
    await unlock(till.id, PINS.till);
    const orders = async () => (await send('GET', '/orders')).status;
    for (let i = 0; i < 4; i += 1) {
      app.clock.pass(3 * MINUTE);
      expect(await orders()).toBe(200);
    }
    app.clock.pass(5 * MINUTE);
    expect(await orders()).toBe(403);
  });

  test("keeps the account's own sign-in from everybody else", async () => {
    await unlock(till.id, PINS.till);
    for (const [method, path] of [
      ['GET', '/auth/restaurants'],
      ['POST', '/people/leave'],
      ['GET', '/settings/security/sessions'],
      ['PUT', '/people/pin'],
    ] as const)
      expect([path, (await send(method, path, method === 'GET' ? undefined : {})).error?.code]).toEqual([
        path,
        'not_allowed',
      ]);
    const me = (await send<Person[]>('GET', '/people', undefined, owner.token)).data.find(({ is_you }) => is_you)!;
    await unlock(me.id, PINS.owner);
    expect((await send('GET', '/auth/restaurants')).status).toBe(200);
  });

  test('lists who has a PIN, as far as the account that signed it in goes, with nothing that tells a PIN', async () => {
    const { data } = await send<{ name: string }[]>('GET', '/auth/kitchen-mode/people');
    expect(data.map(({ name }) => name)).toHaveLength(3);
    const { rows } = await app.pools.owner.query<{ pin_hash: string }>(
      'SELECT pin_hash FROM memberships WHERE restaurant_id = $1',
      [owner.restaurant.id],
    );
    for (const { pin_hash } of rows) expect(JSON.stringify(data)).not.toContain(pin_hash.split('$').at(-1));
    expect([(await at('Cook', PINS.cook)).knows, (await at('Cook', '5824')).knows]).toEqual([true, false]);
    // As the page does it, with a library that runs in browsers.
    const found = await at('Cook', PINS.cook);
    const knows = async (pin: string) => isRight(await keyOf(found, pin, owner.restaurant.id), found, token);
    expect([await knows(PINS.cook), await knows('5824')]).toEqual([true, false]);
    expect((await send('GET', '/auth/kitchen-mode/people', undefined, owner.token)).status).toBe(404);
    await app.pools.owner.query(
      "UPDATE memberships SET role = 'cashier' WHERE restaurant_id = $1 AND user_id IS NOT NULL",
      [owner.restaurant.id],
    );
    await app.pools.owner.query("UPDATE memberships SET role = 'manager' WHERE id = $1", [till.id]);
    const left = (await send<{ name: string }[]>('GET', '/auth/kitchen-mode/people')).data.map(({ name }) => name);
    expect(left).not.toContain('Till');
    expect((await unlock(till.id, PINS.till)).error?.code).toBe('pin_wrong');
  });
});

describe('what was done without a network', () => {
  test('is done by who signed it, with their name and no more than their role', async () => {
    const device = tablet(app, { token });
    const person = await at('Cook', PINS.cook);
    const answer = await device.push([signed(strike(1), { by: person }), signed(price(2), { by: person }), strike(3)]);
    expect(outcomes(answer)).toEqual(['applied', 'not_allowed', 'pin_needed']);
    const [change] = await changes();
    expect(change).toMatchObject({
      call: 'menu.setAvailability',
      person: { id: cook.id, name: 'Cook', role: 'kitchen' },
      approved_by: null,
    });
  });

  test('is refused if anything of it was changed since, or the proof is of something else', async () => {
    const device = tablet(app, { token });
    const person = await at('Cook', PINS.cook);
    const one = (mid: number) => signed(strike(mid), { by: person });
    const forged = [
      { ...one(1), body: { is_available: true } },
      { ...one(2), key: newId() },
      { ...one(3), path: { ...dish(), itemId: menu.itemIds[1]! } },
      { ...one(4), by: { ...one(4).by!, person: till.id } },
      { ...one(5), by: person.approves({ ...strike(5), key: newId() }) },
      signed(strike(6), { by: await at('Cook', '5824') }),
      { ...one(7), by: { person: newId(), proof: 'x' } },
    ];
    expect(outcomes(await device.push(forged))).toEqual(forged.map(() => 'person_unknown'));
    expect(await changes()).toEqual([]);
  });

  test('is refused once the person is removed, suspended or has another PIN, and the queue goes on', async () => {
    const device = tablet(app, { token });
    const person = await at('Cook', PINS.cook);
    await send('PUT', `/people/${cook.id}`, { is_suspended: true }, owner.token);
    expect(outcomes(await device.push([signed(strike(1), { by: person })]))).toEqual(['person_unknown']);
    await send('PUT', `/people/${cook.id}`, { is_suspended: false }, owner.token);
    expect(outcomes(await device.push([signed(strike(2), { by: person })]))).toEqual(['applied']);
    await send('PUT', `/people/${cook.id}/pin`, { pin: '6154' }, owner.token);
    expect(outcomes(await device.push([signed(strike(3), { by: person })]))).toEqual(['person_unknown']);
    await send('DELETE', `/people/${cook.id}`, undefined, owner.token);
    const other = await at('Till', PINS.till);
    expect(outcomes(await device.push([signed(strike(4), { by: person }), signed(strike(5), { by: other })]))).toEqual([
      'person_unknown',
      'applied',
    ]);
  });

  test('brings the bytes of its files, whoever uses the device by then', async () => {
    const store = async () => (await send('PUT', `/files/${newId()}`, {})).error?.code;
    expect(await store()).toBe('invalid_fields');
    await unlock(cook.id, PINS.cook);
    expect(await store()).toBe('invalid_fields');
  });

  test('keeps its proof when the device is signed in again, or has left kitchen mode', async () => {
    const person = await at('Cook', PINS.cook);
    const device = tablet(app, owner);
    expect(outcomes(await device.push([signed(strike(1), { by: person }), signed(price(2), { by: person })]))).toEqual([
      'applied',
      'not_allowed',
    ]);
  });
});

describe('an approval', () => {
  const cancel = (order: Order, mid = 1) => ({
    mid,
    call: 'orders.setStatus',
    path: { id: order.id },
    body: { order_status: 'cancelled', reason: 'customer_request' },
  });

  test('lets somebody do the one thing that the approver may, and both are named', async () => {
    const [one, two] = [await sell(), await sell()];
    const device = tablet(app, { token });
    const [by, boss] = [await at('Till', PINS.till), await owners()];
    const approved = signed(cancel(one), { by, approved: boss });
    const answer = await device.push([
      approved,
      { ...signed(cancel(two, 2), { by }), approved: approved.approved! },
      signed(cancel(two, 3), { by, approved: await at('Cook', PINS.cook) }),
    ]);
    expect(outcomes(answer)).toEqual(['applied', 'person_unknown', 'not_allowed']);
    expect((await changes())[0]).toMatchObject({
      call: 'orders.setStatus',
      person: { name: 'Till', role: 'cashier' },
      approved_by: { role: 'owner' },
    });
  });

  test('counts for a request at once, too: a refund', async () => {
    const order = await sell();
    await requestData(app.fetch, 'POST', `/orders/${order.id}/payments`, {
      token: owner.token,
      body: { method: 'cash', amount: order.total_amount },
    });
    const [payment] = await requestData<Payment[]>(app.fetch, 'GET', '/payments', { token: owner.token });
    await unlock(till.id, PINS.till);
    const refund = async (key: string, amount: number, signedAmount = amount, by?: PersonAt) => {
      const body = { amount, reason: 'customer_request' };
      const { person, proof } = (by ?? (await owners())).approves({
        key,
        call: 'payments.refund',
        path: { id: payment!.id },
        body: { ...body, amount: signedAmount },
      });
      const headers = { [syncHeaders.key]: key, [syncHeaders.approval]: `${person}.${proof}` };
      return callApi<Payment>(app.fetch, 'POST', `/payments/${payment!.id}/refund`, { token, body, headers });
    };
    expect((await send('POST', `/payments/${payment!.id}/refund`, { amount: 100 })).error?.code).toBe('not_allowed');
    expect((await refund(newId(), 200, 100)).error?.code).toBe('person_unknown');
    expect((await refund(newId(), 100, 100, await at('Cook', PINS.cook))).error?.code).toBe('not_allowed');
    const key = newId();
    expect((await refund(key, 100)).data).toMatchObject({ refunded_amount: 100 });
    expect((await refund(key, 100)).data).toMatchObject({ refunded_amount: 100 });
    expect((await changes())[0]).toMatchObject({
      call: 'payments.refund',
      person: { name: 'Till' },
      approved_by: { role: 'owner' },
    });
  });

  test("never opens the account's own", async () => {
    await unlock(till.id, PINS.till);
    const key = newId();
    const { person, proof } = (await owners()).approves({ key, call: 'people.leave', path: {}, body: {} });
    const headers = { [syncHeaders.key]: key, [syncHeaders.approval]: `${person}.${proof}` };
    const answer = await callApi(app.fetch, 'POST', '/people/leave', { token, body: {}, headers });
    expect(answer.error?.code).toBe('not_allowed');
  });

  const owners = async () => {
    const people = (await send<{ name: string; role: Role }[]>('GET', '/auth/kitchen-mode/people')).data;
    return at(people.find(({ role }) => role === 'owner')!.name, PINS.owner);
  };
});

describe('a PIN', () => {
  test('is given by who may, to whom they may, and never shown again', async () => {
    expect((await add('Boss', 'owner', '4072')).error?.field_errors).toHaveProperty('role');
    expect((await add('Easy', 'waiter', '1234')).error?.field_errors).toHaveProperty('pin');
    expect(cook).toMatchObject({ name: 'Cook', email: '', status: 'active', has_pin: true });
    await app.pools.owner.query(
      "UPDATE memberships SET role = 'manager' WHERE restaurant_id = $1 AND user_id IS NOT NULL",
      [owner.restaurant.id],
    );
    expect((await send('PUT', `/people/${cook.id}/pin`, { pin: null }, owner.token)).data).toMatchObject({
      has_pin: false,
    });
    await app.pools.owner.query("UPDATE memberships SET role = 'owner' WHERE id = $1", [till.id]);
    expect((await send('PUT', `/people/${till.id}/pin`, { pin: '8264' }, owner.token)).error?.code).toBe('not_allowed');
    expect(JSON.stringify((await send('GET', '/people/changes', undefined, owner.token)).data)).not.toMatch(
      /5823|7316|8264|argon2/,
    );
  });

  test('does not make an owner of who has no address', async () => {
    const answer = await send('PUT', `/people/${cook.id}`, { role: 'owner' }, owner.token);
    expect(answer.error?.field_errors).toHaveProperty('role');
  });

  test('can be set by each person for themselves', async () => {
    expect((await send('PUT', '/people/pin', { pin: '1111' }, owner.token)).status).toBe(422);
    expect((await send('PUT', '/people/pin', { pin: '2864' }, owner.token)).status).toBe(200);
    const me = (await send<Person[]>('GET', '/people', undefined, owner.token)).data.find(({ is_you }) => is_you)!;
    expect((await unlock(me.id, '2864')).status).toBe(200);
  });
});
