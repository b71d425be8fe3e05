import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Customer } from '../../contract/customers/calls.ts';
import type { Notification } from '../../contract/notifications/calls.ts';
import { placeOpenOrders } from '../../tests/support/open-orders.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { createBus } from '../platform/bus.ts';
import { mendPhones } from './mend-phones.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A restaurant with customers as a former version stored them: name, `phone` and `phone_raw`. */
async function restaurantWith(country: string | null, stored: [string, string | null, string | null][]) {
  const owner = await signUp(app);
  const id = owner.restaurant.id;
  const call = <T>(method: Method, path: string, body?: unknown) =>
    callApi<T>(app.fetch, method, path, { token: owner.token, body });
  const inVersion = async (statement: string, values: unknown[]) => {
    await app.pools.owner.query('UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1', [id]);
    await app.pools.owner.query(
      statement.replaceAll('NOW_AT', '(SELECT version FROM spaces WHERE restaurant_id = $1)'),
      [id, ...values],
    );
  };
  await inVersion('UPDATE restaurants SET country_code = $2, version = NOW_AT WHERE restaurant_id = $1', [country]);
  for (const [name, phone, raw] of stored) {
    app.clock.pass(1);
    const { data } = await call<Customer>('POST', '/customers', { name });
    await inVersion(
      'UPDATE customers SET phone = $3, phone_raw = $4, version = NOW_AT WHERE restaurant_id = $1 AND id = $2',
      [data.id, phone, raw],
    );
  }
  const customers = async () =>
    (await call<{ customers: Customer[] }>('GET', '/customers?limit=100')).data.customers
      .map(({ name, phone, phone_raw }) => [name, phone, phone_raw] as const)
      .toSorted();
  return { owner, id, call, customers, inVersion };
}

async function mend() {
  const bus = createBus();
  const faults: string[] = [];
  const log = { warn: () => undefined, error: (code: string) => void faults.push(code) };
  await mendPhones({ pools: app.pools, bus, log, jobs: app.jobs }, app.clock.now());
  expect(faults).toEqual([]);
}

const version = async (owner: SignedUp) =>
  (await app.pools.owner.query('SELECT version FROM spaces WHERE restaurant_id = $1', [owner.restaurant.id])).rows[0];

test('stored numbers are read anew, and customers who are now the same are listed', async () => {
  const shop = await restaurantWith('GB', [
    ['a', '+447700900123', null],
    ['b', '+4407700900123', null],
    ['c', '+44447700900123', null],
    ['d', null, '٠٧٧٠٠٩٠٠١٢٤'],
    ['e', null, '07700 900125 (home)'],
    ['f', '+442079460101', null],
    ['g', null, null],
  ]);
  await mend();
  expect(await shop.customers()).toEqual([
    ['a', '+447700900123', null],
    ['b', null, '+447700900123'],
    ['c', null, '+447700900123'],
    ['d', '+447700900124', null],
    ['e', '+447700900125', '+447700900125 (home)'],
    ['f', '+442079460101', null],
    ['g', null, null],
  ]);
  const { data } = await shop.call<Notification[]>('GET', '/dashboard/notifications/restaurant');
  expect(data).toMatchObject([{ type: 'system', url: '/restaurant/customers?number=shared' }]);
  expect(data[0]!.body).toContain('a, b, c');
  const { customers } = (await shop.call<{ customers: Customer[] }>('GET', '/customers')).data;
  const idOf = (name: string) => customers.find((one) => one.name === name)!.id;
  const merged = await shop.call('POST', `/customers/${idOf('b')}/merge`, { other_id: idOf('a') });
  expect(merged.data).toMatchObject({ name: 'b', phone: '+447700900123', phone_raw: null });
});

test.each([
  ['US', '+114155550142', '+14155550142'],
  ['US', '+1011447700900123', '+447700900123'],
  ['GB', '+440207946010', '+44207946010'],
])('in %s %s is mended to %s', async (country, stored, mended) => {
  const shop = await restaurantWith(country, [['a', stored, null]]);
  await mend();
  expect(await shop.customers()).toEqual([['a', mended, null]]);
});

test('six Spanish spellings become one number, which the first customer has', async () => {
  const spellings = ['612 34 56 78', '612345678', '34612345678', '(34) 612-345-678', '612.345.678'];
  const shop = await restaurantWith('ES', [
    ['0', '+34612345678', null],
    ...spellings.map((raw, at): [string, null, string] => [String(at + 1), null, raw]),
  ]);
  await mend();
  expect(await shop.customers()).toEqual([
    ['0', '+34612345678', null],
    ...spellings.map((_, at) => [String(at + 1), null, '+34612345678']),
  ]);
});

test('other ways to write a number, and further numbers, are read', async () => {
  const shop = await restaurantWith('MX', [
    ['a', '+5215512345678', null],
    ['b', null, '55 1234 5679 / 55 1234 5680'],
    ['c', '+525512345681', '55 1234 5682'],
    ['d', null, '+54 11 2345 6789'],
    ['e', null, '+54 9 11 2345 6789'],
  ]);
  await mend();
  expect(await shop.customers()).toEqual([
    ['a', '+525512345678', null],
    ['b', '+525512345679', '+525512345679 / +525512345680'],
    ['c', '+525512345681', '+525512345681 / +525512345682'],
    ['d', '+541123456789', null],
    ['e', '+5491123456789', null],
  ]);
  const { data } = await shop.call<Notification[]>('GET', '/dashboard/notifications/restaurant');
  expect(data[0]!.body).toContain('d, e');
});

test('numbers of orders and of the restaurant are mended, too', async () => {
  const shop = await restaurantWith('GB', []);
  const [made] = await placeOpenOrders(app.pools.owner, shop.id, { count: 1, now: app.clock.now() });
  const customer = JSON.stringify({ name: 'Ada', phone: '+4407700900123', email: null });
  await shop.inVersion('UPDATE orders SET customer = $3, version = NOW_AT WHERE restaurant_id = $1 AND id = $2', [
    made!.id,
    customer,
  ]);
  await shop.inVersion('UPDATE restaurants SET phone_number_business = $2, version = NOW_AT WHERE restaurant_id = $1', [
    '+4402079460142',
  ]);
  await mend();
  const { data } = await shop.call<{ customer: object }>('GET', `/orders/${made!.id}`);
  expect(data.customer).toEqual({ name: 'Ada', phone: '+447700900123', email: null });
  const profile = await shop.call<{ restaurant: { phone_number_business: string } }>('GET', '/auth/user');
  expect(profile.data.restaurant.phone_number_business).toBe('+442079460142');
});

test('is done once, and again when the country is another', async () => {
  const shop = await restaurantWith(null, [['a', null, '07700 900123']]);
  await mend();
  expect(await shop.customers()).toEqual([['a', null, '07700 900123']]);
  const before = await version(shop.owner);
  await mend();
  expect(await version(shop.owner)).toEqual(before);
  await shop.inVersion('UPDATE restaurants SET country_code = $2, version = NOW_AT WHERE restaurant_id = $1', ['GB']);
  await mend();
  expect(await shop.customers()).toEqual([['a', '+447700900123', null]]);
});

test('a blocked customer stays refused before and after', async () => {
  const shop = await restaurantWith('GB', [
    ['ok', '+447700900123', null],
    ['blocked', null, '+447700900123'],
  ]);
  await shop.inVersion(
    `UPDATE customers SET customer_status = 'blocked', version = NOW_AT WHERE restaurant_id = $1 AND name = $2`,
    ['blocked'],
  );
  const write = () =>
    callApi(app.fetch, 'POST', `/public/restaurants/${shop.owner.restaurant.slug}/chats`, {
      body: { customer: { name: 'Mira', phone: '07700 900123' }, message: 'Hello' },
    });
  expect((await write()).error?.code).toBe('customer_blocked');
  await mend();
  expect((await write()).error?.code).toBe('customer_blocked');
});
