import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../../contract/auth/calls.ts';
import { SESSIONS_MAX } from '../../../contract/limits.ts';
import type { SignedInDevice } from '../../../contract/settings/session-calls.ts';
import { requestData, callApi } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  owner = await signUp(app);
});
afterAll(() => app.close());

const PATH = '/settings/security/sessions';
const signIn = async (body: object = {}, headers: Record<string, string> = {}) => {
  app.clock.pass(1000);
  const { email } = owner.user;
  return requestData<Session>(app.fetch, 'POST', '/auth/login', {
    body: { email, password: PASSWORD, ...body },
    headers,
  });
};
const listOf = (token = owner.token) => requestData<SignedInDevice[]>(app.fetch, 'GET', PATH, { token });
const status = async (token: string) => (await callApi(app.fetch, 'GET', '/auth/user', { token })).status;

describe('the signed-in devices', () => {
  test('are listed by name, the current one first', async () => {
    await signIn({ device_name: 'Kitchen tablet' });
    await signIn({}, { 'user-agent': 'Mozilla/5.0 (Macintosh; rv:140.0) Gecko/20100101 Firefox/140.0' });
    await signIn({}, { 'user-agent': 'curl/8.5.0' });
    const devices = await listOf();
    expect(devices.map(({ device_name, is_current }) => [device_name, is_current])).toEqual([
      [null, true],
      [null, false],
      ['Firefox on Mac', false],
      ['Kitchen tablet', false],
    ]);
    expect(JSON.stringify(devices)).not.toContain('token');
  });

  test('take the name that a device gives itself', async () => {
    const tablet = await signIn({ device_name: 'Android tablet' });
    await requestData(app.fetch, 'PUT', PATH, { token: tablet.token, body: { device_name: ' Kitchen tablet ' } });
    expect((await listOf()).map(({ device_name }) => device_name)).toEqual([null, 'Kitchen tablet']);
    const wrong = async (device_name: string) =>
      (await callApi(app.fetch, 'PUT', PATH, { token: tablet.token, body: { device_name } })).status;
    expect([await wrong('  '), await wrong('x'.repeat(61))]).toEqual([422, 422]);
  });

  test('are signed out one by one', async () => {
    const [tablet, phone] = [await signIn({ device_name: 'Tablet' }), await signIn({ device_name: 'Phone' })];
    const { id } = (await listOf()).find(({ device_name }) => device_name === 'Tablet')!;
    await requestData(app.fetch, 'DELETE', `${PATH}/${id}`, { token: owner.token });
    expect([await status(tablet.token), await status(phone.token), await status(owner.token)]).toEqual([401, 200, 200]);
    expect((await listOf()).map(({ device_name }) => device_name)).toEqual([null, 'Phone']);
    expect((await callApi(app.fetch, 'DELETE', `${PATH}/${id}`, { token: owner.token })).status).toBe(404);
  });

  test('are all signed out except the current one', async () => {
    const [tablet, stranger] = [await signIn(), await signUp(app)];
    await requestData(app.fetch, 'DELETE', PATH, { token: owner.token });
    expect([await status(tablet.token), await status(owner.token), await status(stranger.token)]).toEqual([
      401, 200, 200,
    ]);
    expect(await listOf()).toHaveLength(1);
  });

  test('of another account are neither visible nor signed out', async () => {
    const stranger = await signUp(app);
    const [theirs] = await listOf(stranger.token);
    expect((await listOf()).map(({ id }) => id)).not.toContain(theirs!.id);
    for (const id of [theirs!.id, newId()])
      expect((await callApi(app.fetch, 'DELETE', `${PATH}/${id}`, { token: owner.token })).status).toBe(404);
    expect(await status(stranger.token)).toBe(200);
  });
});

test('are limited: the one unused for longest ends', async () => {
  const first = await signIn();
  await app.pools.owner.query(
    `INSERT INTO sessions (token_hash, user_id, restaurant_id, email, created_at, last_seen_at, expires_at)
     SELECT 'made-' || $1::uuid || n, $1::uuid, $5::uuid, $2, $3::timestamptz, $3::timestamptz, $4::timestamptz FROM generate_series(1, ${SESSIONS_MAX - 2}) n`,
    [
      owner.user.id,
      owner.user.email,
      new Date(app.clock.now().getTime() + 60_000).toISOString(),
      new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
      owner.restaurant.id,
    ],
  );
  expect(await status(first.token)).toBe(200);
  app.clock.pass(120_000);
  const last = await signIn();
  expect([await status(owner.token), await status(last.token)]).toEqual([401, 200]);
  expect(await listOf(last.token)).toHaveLength(SESSIONS_MAX);
});
