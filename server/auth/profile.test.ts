import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../contract/auth/calls.ts';
import { requestData, callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { codeFor, PASSWORD, signUp } from '../../tests/support/sign-up.ts';
import { lockSpace } from '../db/space.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const profile = { name: 'The Anchor', address: '1 Quay', country_code: 'NG', city: 'Lagos' };
const complete = (token: string, more: object = {}) =>
  callApi<Session>(app.fetch, 'POST', '/auth/complete-profile', { token, body: { ...profile, ...more } });
const whoAmI = (token: string) => callApi<Session>(app.fetch, 'GET', '/auth/user', { token });

async function verified(email: string): Promise<Session> {
  const session = await requestData<Session>(app.fetch, 'POST', '/auth/register', {
    body: { email, password: PASSWORD, restaurant_name: 'Anchor' },
  });
  await requestData(app.fetch, 'POST', '/auth/verify-email', { body: { email, otp_code: await codeFor(app, email) } });
  return session;
}

test('onboarding goes from unverified to incomplete to the app', async () => {
  const session = await requestData<Session>(app.fetch, 'POST', '/auth/register', {
    body: { email: 'steps@galley.test', password: PASSWORD, restaurant_name: 'Anchor' },
  });
  const orders = () => callApi(app.fetch, 'GET', '/orders', { token: session.token });
  expect(await whoAmI(session.token)).toMatchObject({ status: 200, data: { user: { is_email_verified: false } } });
  expect(await orders()).toMatchObject({ status: 403, error: { code: 'email_unverified' } });

  await requestData(app.fetch, 'POST', '/auth/verify-email', {
    body: { email: 'steps@galley.test', otp_code: await codeFor(app, 'steps@galley.test') },
  });
  const current = { user: { ...session.user, is_email_verified: true }, restaurant: session.restaurant };
  expect(await whoAmI(session.token)).toMatchObject({ status: 403, error: { code: 'profile_incomplete', current } });
  expect(await orders()).toMatchObject({ status: 403, error: { code: 'profile_incomplete' } });

  const done = await complete(session.token);
  expect(done.data.restaurant).toMatchObject({ ...profile, is_profile_completed: true, version: 2 });
  expect(await whoAmI(session.token)).toMatchObject({ status: 200, data: done.data });
  expect((await orders()).status).toBe(200);
});

test('the country sets defaults that the owner can override', async () => {
  const { token } = await verified('place@galley.test');
  expect((await complete(token)).data.restaurant).toMatchObject({ currency: 'NGN', timezone: 'Africa/Lagos' });
  const profile = {
    country_code: 'US',
    currency: 'EUR',
    timezone: 'America/Chicago',
    postal_code: ' 60601 ',
    phone_number_kitchen: '',
  };
  expect((await complete(token, profile)).data.restaurant).toMatchObject({
    country_code: 'US',
    currency: 'EUR',
    timezone: 'America/Chicago',
    postal_code: '60601',
    phone_number_kitchen: null,
  });
});

test.each([
  [{ country_code: 'XX' }, 'country_code'],
  [{ country_code: 'gb' }, 'country_code'],
  [{ currency: 'ZZZ' }, 'currency'],
  [{ timezone: 'Mars/Base' }, 'timezone'],
  [{ timezone: '+01:00' }, 'timezone'],
  [{ address: '  ' }, 'address'],
  [{ city: undefined }, 'city'],
])('%o is refused by name and changes nothing', async (wrong, field) => {
  const { token } = await verified(`wrong-${crypto.randomUUID().slice(0, 8)}@galley.test`);
  const { status, error } = await complete(token, wrong);
  expect({ status, fields: Object.keys(error?.field_errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  expect(await whoAmI(token)).toMatchObject({
    error: { current: { restaurant: { version: 1, is_profile_completed: false } } },
  });
});

test('an outdated form does not overwrite a completed profile', async () => {
  const { token, restaurant } = await verified('two-tablets@galley.test');
  const seen_version = restaurant.version;
  const done = await complete(token, { seen_version });
  expect(done.status).toBe(200);
  // The other tablet, and a retry after a lost answer, get the stored profile.
  expect(await complete(token, { seen_version, name: 'The Stale Anchor' })).toMatchObject({
    status: 409,
    error: { code: 'changed_elsewhere', current: done.data },
  });
  expect((await whoAmI(token)).data.restaurant).toEqual(done.data.restaurant);
  expect((await complete(token, { seen_version: done.data.restaurant.version, city: 'Abuja' })).status).toBe(200);
});

test('the currency stays once something is priced in it', async () => {
  const { token } = await verified('priced@galley.test');
  expect((await complete(token, { currency: 'GBP' })).data.restaurant).toMatchObject({ currency: 'GBP' });
  expect((await complete(token, { currency: 'NGN' })).data.restaurant).toMatchObject({ currency: 'NGN' });
  const location = { name: 'Island', area: { location_type: 'named_area' }, fee_amount: 50_000 };
  await requestData(app.fetch, 'POST', '/settings/delivery-locations', { token, body: location });
  const before = (await whoAmI(token)).data.restaurant;
  expect(await complete(token, { currency: 'JPY' })).toMatchObject({ status: 409, error: { code: 'currency_in_use' } });
  expect((await whoAmI(token)).data.restaurant).toEqual(before);
  // Another country proposes another currency; the present one stays.
  const moved = await complete(token, { country_code: 'GB', city: 'Hull' });
  expect(moved.data.restaurant).toMatchObject({ country_code: 'GB', city: 'Hull', currency: 'NGN' });
});

test('of two simultaneous forms one is told it was second', async () => {
  const { token, restaurant } = await verified('at-once@galley.test');
  const first = await complete(token, { seen_version: restaurant.version });
  const seen_version = first.data.restaurant.version;
  // Both start while somebody else writes.
  const writer = await app.pools.owner.connect();
  await writer.query('BEGIN');
  await lockSpace(writer, restaurant.id);
  const sent = Promise.all(['Abuja', 'Kano'].map((city) => complete(token, { seen_version, city })));
  const lockedQueries = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await app.pools.owner.query(lockedQueries)).rowCount).toBe(2);
  await writer.query('COMMIT');
  writer.release();
  const answers = await sent;
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status) as [(typeof answers)[0], (typeof answers)[0]];
  expect(lost.error).toMatchObject({ code: 'changed_elsewhere', current: won.data });
  expect((await whoAmI(token)).data.restaurant).toEqual(won.data.restaurant);
  expect(won.data.restaurant.version).toBe(seen_version + 1);
});

test('a completed profile reaches devices like other changes', async () => {
  const owner = await signUp(app, { email: 'travel@galley.test' });
  const { rows } = await app.pools.owner.query(
    'SELECT s.version::int AS space, r.version::int AS row FROM spaces s JOIN restaurants r USING (restaurant_id) WHERE restaurant_id = $1',
    [owner.restaurant.id],
  );
  expect(rows).toEqual([{ space: 2, row: 2 }]);
});
