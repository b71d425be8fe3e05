import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => void (app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' })));
afterAll(() => app.close());
beforeEach(async () => void (owner = await signUp(app)));

const post = (path: string, body: object) =>
  callApi<Restaurant>(app.fetch, 'POST', `/settings/${path}`, { token: owner.token, body });
const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString();
const day = (weekday: number, ...periods: [string, string][]) => ({
  weekday,
  is_open: true,
  periods: periods.map(([open_time, close_time]) => ({ open_time, close_time })),
});

test('edits of different fields both stand, and the later of one field wins', async () => {
  await post('account/info', { contact_name: 'Asha', occurred_at: at(-5) });
  const late = await post('account/info', { contact_name: 'Ravi', tax_number: ' GB 1 ', occurred_at: at(-9) });
  expect(late.data).toMatchObject({ contact_name: 'Asha', tax_number: 'GB 1' });
  expect(late.notice).toMatchObject({ code: 'superseded', fields: { contact_name: {} } });
  expect(late.data).not.toHaveProperty('field_changes');
});

test('what cannot be is refused at its field', async () => {
  const faults = async (path: string, body: object) => Object.keys((await post(path, body)).error?.field_errors ?? {});
  expect(await faults('account/info', { business_day_cutoff_time: '04:10' })).toEqual(['business_day_cutoff_time']);
  expect(await faults('account/info', { timezone: 'Moon/Sea' })).toEqual(['timezone']);
  expect(await faults('account/info', { phone_number_business: '12' })).toEqual(['phone_number_business']);
  const overlapping = [
    day(1, ['11:00', '15:00'], ['14:00', '22:00']),
    day(5, ['18:00', '03:00']),
    day(6, ['02:00', '04:00']),
  ];
  expect(await faults('account/opening-hours', { days: overlapping })).toEqual(['days.0', 'days.1']);
  const delivery = { days: [day(0, ['20:00', '21:00'], ['20:30', '23:00'])], exceptions: [] };
  expect(await faults('account/opening-hours', { order_types: { delivery } })).toEqual(['order_types.delivery.days.0']);
  const twice = { date: '12-25', is_open: false, periods: [], label: '' };
  expect(await faults('account/opening-hours', { exceptions: [twice, twice] })).toEqual(['exceptions.1']);
});

test('the week, the dates and the order types are saved on their own', async () => {
  const days = [day(5, ['12:00', '15:00'], ['18:00', '01:00'])];
  await post('account/opening-hours', { days });
  const exceptions = [{ date: '12-25', is_open: false, periods: [], label: 'Christmas Day' }];
  const { data } = await post('account/opening-hours', { exceptions });
  expect(data.opening_hours).toEqual({ days, exceptions });
});

test('another restaurant’s row is not found', async () => {
  const other = await signUp(app);
  expect((await post('account/info', { restaurant_id: other.restaurant.id, contact_name: 'X' })).status).toBe(404);
});

test('all settings are answered by their names', async () => {
  const read = () => callApi<{ delivery_partners: object[] }>(app.fetch, 'GET', '/settings', { token: owner.token });
  const { data } = await read();
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining([
      'account_info',
      'delivery_partners',
      'notifications',
      'opening_hours',
      'order_types',
      'security',
      'subscription',
      'wallet',
    ]),
  );
  expect(data.delivery_partners).toEqual([]);
  const body = { adapter: 'manual', api_key: 'a-long-api-key-of-renda-9f3c' };
  const saved = await callApi(app.fetch, 'POST', '/api/v1/restaurant/integrations/renda/config', {
    token: owner.token,
    body,
  });
  expect((await read()).data.delivery_partners).toEqual([saved.data]);
});
