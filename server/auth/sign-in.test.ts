import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../../contract/auth/calls.ts';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp } from '../../tests/support/sign-up.ts';
import { limits } from '../pipeline/limits.ts';
import { take } from '../db/rate-limits.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let lastAddress = 0;
const elsewhere = () => `198.51.${(lastAddress += 1) >> 8}.${lastAddress & 255}`;
const login = (email: string, password: string, from = '198.18.0.1') =>
  callApi<Session>(app.fetch, 'POST', '/auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': from },
  });
const whoAmI = (token?: string) => callApi(app.fetch, 'GET', '/auth/user', { token });

test('the right pair opens a session with user and restaurant', async () => {
  const owner = await signUp(app, { email: 'right@galley.test' });
  const { status, data } = await login(' Right@galley.test', PASSWORD);
  expect(status).toBe(200);
  expect(Session.parse(data)).toEqual(data);
  expect(data).toMatchObject({ user: owner.user, restaurant: { id: owner.restaurant.id, is_profile_completed: true } });
  expect(data.token).not.toBe(owner.token);
  expect((await whoAmI(data.token)).status).toBe(200);
});

test('wrong passwords and unknown addresses are refused alike', async () => {
  await signUp(app, { email: 'known@galley.test' });
  const [known, unknown] = [
    await login('known@galley.test', 'not the password'),
    await login('unknown@galley.test', 'not the password'),
  ];
  const plain = ({ status, error }: typeof known) => ({ status, error: { ...error, request_id: undefined } });
  expect(plain(known)).toEqual(plain(unknown));
  expect(known.error?.code).toBe('wrong_credentials');
});

test('ten wrong passwords lock the account, from any address', async () => {
  await signUp(app, { email: 'locked@galley.test' });
  await signUp(app, { email: 'free@galley.test' });
  for (let i = 0; i < 10; i += 1)
    expect((await login('locked@galley.test', `wrong ${i}`, elsewhere())).status).toBe(400);
  app.clock.pass(5 * MINUTE);
  const refused = await login('locked@galley.test', PASSWORD, elsewhere());
  expect(refused).toMatchObject({ status: 429, error: { code: 'too_many', retry_after_seconds: 600 } });
  expect(refused.headers.get('retry-after')).toBe('600');
  expect((await login('free@galley.test', PASSWORD)).status).toBe(200);
  app.clock.pass(10 * MINUTE);
  expect((await login('locked@galley.test', PASSWORD)).status).toBe(200);
});

describe('a device that was signed in before', () => {
  /** A browser: sends its device cookie, and the CSRF pair that goes with any cookie. */
  const loginWith = (device: string, email: string, password: string, from = elsewhere()) =>
    callApi<Session>(app.fetch, 'POST', '/auth/login', {
      body: { email, password },
      headers: { 'x-forwarded-for': from, cookie: `XSRF-TOKEN=pair; ${device}`, 'x-xsrf-token': 'pair' },
    });
  const deviceOf = ({ headers }: { headers: Headers }) => {
    const cookie = headers.getSetCookie().find((each) => each.startsWith('__Host-galley-device='));
    return cookie?.split(';')[0] ?? '';
  };
  /** Strangers use up the account's attempts. */
  const lockOut = async (email: string) => {
    for (let i = 0; i < 10; i += 1) await login(email, `wrong ${i}`, elsewhere());
    expect((await login(email, PASSWORD, elsewhere())).status).toBe(429);
  };
  let devices = 0;
  const signedInBefore = async () => {
    const email = `device-${(devices += 1)}@galley.test`;
    await signUp(app, { email });
    return { email, device: deviceOf(await login(email, PASSWORD, elsewhere())) };
  };

  test('gets a cookie hidden from scripts and other hosts', async () => {
    const { email } = await signedInBefore();
    const { headers } = await login(email, PASSWORD);
    expect(headers.getSetCookie().find((each) => each.includes('galley-device'))).toMatch(
      /^__Host-galley-device=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await login(email, 'wrong')).headers.getSetCookie().join()).not.toContain('galley-device');
  });

  test('signs in while strangers lock account and address', async () => {
    const { email, device } = await signedInBefore();
    await lockOut(email);
    const db = drizzle(app.pools.accounts);
    for (let i = 0; i < 100; i += 1) await take(db, limits.loginByIp, '192.0.2.77', app.clock.now());
    expect((await login(email, PASSWORD, '192.0.2.77')).status).toBe(429);
    expect((await loginWith(device, email, PASSWORD, '192.0.2.77')).status).toBe(200);
    expect((await login(email, PASSWORD, elsewhere())).status).toBe(429);
  });

  test('has ten attempts, however often it signs in', async () => {
    const { email, device } = await signedInBefore();
    const again = deviceOf(await loginWith(device, email, PASSWORD));
    for (let i = 0; i < 10; i += 1)
      expect((await loginWith(i % 2 ? again : device, email, `wrong ${i}`)).status).toBe(400);
    expect((await loginWith(again, email, PASSWORD)).status).toBe(429);
    expect((await login(email, PASSWORD, elsewhere())).status).toBe(200);
  });

  test('is known only for its account and by signature', async () => {
    const [{ email, device }, other] = [await signedInBefore(), await signedInBefore()];
    await lockOut(email);
    const [name, value = ''] = device.split('=');
    const [id, signature = ''] = value.split('.');
    for (const forged of [other.device, `${name}=chosen.${signature}`, `${name}=${id}.`, `${name}=${id}`, 'none=1'])
      expect((await loginWith(forged, email, PASSWORD)).status).toBe(429);
  });

  test('is unknown after a password change, except the changing one', async () => {
    const { email, device } = await signedInBefore();
    const { data } = await loginWith(device, email, PASSWORD);
    const NEXT = 'a quiet table by the window';
    const changed = await callApi(app.fetch, 'POST', '/settings/security/password', {
      token: data.token,
      body: { current_password: PASSWORD, password: NEXT, confirm_password: NEXT },
    });
    await lockOut(email);
    expect((await loginWith(device, email, NEXT)).status).toBe(429);
    expect((await loginWith(deviceOf(changed), email, NEXT)).status).toBe(200);
  });
});

test('an unknown address is locked like a known one', async () => {
  for (let i = 0; i < 10; i += 1)
    expect((await login('ghost@galley.test', `wrong ${i}`, elsewhere())).status).toBe(400);
  expect((await login('ghost@galley.test', 'wrong', elsewhere())).status).toBe(429);
});

test('of fifty parallel guesses ten are checked', async () => {
  await signUp(app, { email: 'parallel@galley.test' });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => login('parallel@galley.test', `wrong ${i}`, elsewhere())),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

test('a right password resets the wrong attempts', async () => {
  await signUp(app, { email: 'clumsy@galley.test' });
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 9; i += 1)
      expect((await login('clumsy@galley.test', `wrong ${i}`, elsewhere())).status).toBe(400);
    expect((await login('clumsy@galley.test', PASSWORD, elsewhere())).status).toBe(200);
  }
});

test('a hundred wrong pairs lock an address', async () => {
  await signUp(app, { email: 'busy@galley.test' });
  for (let i = 0; i < 20; i += 1) expect((await login('busy@galley.test', PASSWORD, '192.0.2.1')).status).toBe(200);
  for (let i = 0; i < 100; i += 1)
    expect((await login(`guess-${i}@galley.test`, 'wrong', '192.0.2.1')).status).toBe(400);
  expect((await login('busy@galley.test', PASSWORD, '192.0.2.1')).status).toBe(429);
  expect((await login('busy@galley.test', PASSWORD, '192.0.2.2')).status).toBe(200);
});

test('logout revokes only this token', async () => {
  const owner = await signUp(app, { email: 'leaving@galley.test' });
  const other = await login('leaving@galley.test', PASSWORD);
  expect(await callApi(app.fetch, 'POST', '/auth/logout', { token: owner.token })).toMatchObject({
    status: 200,
    data: { ok: true },
  });
  expect(await whoAmI(owner.token)).toMatchObject({
    status: 401,
    error: { code: 'unauthenticated', message: 'Please log in' },
  });
  expect((await whoAmI(other.data.token)).status).toBe(200);
});

test('missing, invented and ended tokens get the same answer', async () => {
  const owner = await signUp(app, { email: 'away@galley.test' });
  app.clock.pass(31 * 24 * 60 * MINUTE);
  for (const token of [undefined, 'invented', owner.token])
    expect(await whoAmI(token)).toMatchObject({
      status: 401,
      error: { code: 'unauthenticated', message: 'Please log in' },
    });
});

test('a used session ends thirty days after its last use', async () => {
  const owner = await signUp(app);
  for (let i = 0; i < 3; i += 1) {
    app.clock.pass(29 * DAY);
    expect((await whoAmI(owner.token)).status).toBe(200);
  }
  app.clock.pass(30 * DAY);
  expect((await whoAmI(owner.token)).status).toBe(401);
});

test('a session used daily ends after a year, at night', async () => {
  app.clock.set('2027-06-18T17:30:00.000Z');
  const owner = await signUp(app);
  for (let day = 25; day < 365; day += 25) {
    app.clock.pass(25 * DAY);
    expect((await whoAmI(owner.token)).status).toBe(200);
  }
  // London, where the business day changes at four.
  for (const [at, status] of [
    ['2028-06-17T17:29:00.000Z', 200],
    ['2028-06-17T17:31:00.000Z', 200],
    ['2028-06-17T22:00:00.000Z', 200],
    ['2028-06-18T02:59:59.000Z', 200],
    ['2028-06-18T03:00:00.000Z', 401],
  ] as const) {
    app.clock.set(at);
    expect([at, (await whoAmI(owner.token)).status]).toEqual([at, status]);
  }
});

test('the owner is told once, a week before, which device', async () => {
  app.clock.set('2028-06-20T17:30:00.000Z');
  const owner = await signUp(app);
  const at = { email: owner.user.email, password: PASSWORD };
  const login = async (device_name: string) =>
    (await callApi<Session>(app.fetch, 'POST', '/auth/login', { body: { ...at, device_name } })).data.token;
  const [tablet, left] = [await login('Kitchen tablet'), await login('Old phone')];
  for (let day = 25; day <= 350; day += 25) {
    app.clock.pass(25 * DAY);
    await Promise.all([whoAmI(tablet), whoAmI(left)]);
  }
  const mailCount = async () =>
    (await app.mailsTo(at.email)).map(({ subject }) => subject).filter((subject) => subject.includes('sign in'));
  app.clock.set('2029-06-14T02:59:00.000Z');
  await whoAmI(tablet);
  expect(await mailCount()).toEqual([]);
  app.clock.pass(2 * MINUTE);
  await Promise.all([whoAmI(tablet), whoAmI(tablet), whoAmI(tablet)]);
  app.clock.pass(DAY);
  await whoAmI(tablet);
  expect(await mailCount()).toEqual(['Kitchen tablet has to sign in to Galley again by 21 June 2029']);
  app.clock.set('2029-06-21T02:59:00.000Z');
  expect((await whoAmI(tablet)).status).toBe(200);
  app.clock.set('2029-06-21T03:00:00.000Z');
  expect((await whoAmI(tablet)).status).toBe(401);
});

test('an already older session ends in the next night', async () => {
  app.clock.set('2029-07-01T18:00:00.000Z');
  const owner = await signUp(app);
  await app.pools.owner.query('UPDATE sessions SET created_at = $1 WHERE user_id = $2', [
    '2026-01-01T00:00:00.000Z',
    owner.user.id,
  ]);
  app.clock.pass(MINUTE);
  expect((await whoAmI(owner.token)).status).toBe(200);
  app.clock.set('2029-07-02T02:59:00.000Z');
  // A later change of the day postpones nothing.
  await app.pools.owner.query(`UPDATE restaurants SET business_day_cutoff_time = '05:00' WHERE id = $1`, [
    owner.restaurant.id,
  ]);
  expect((await whoAmI(owner.token)).status).toBe(200);
  app.clock.set('2029-07-02T03:00:00.000Z');
  expect((await whoAmI(owner.token)).status).toBe(401);
});

test('the log names events, without people or secrets', async () => {
  const owner = await signUp(app, { email: 'secretive@galley.test' });
  await login('secretive@galley.test', 'canary-password');
  await login('secretive@galley.test', PASSWORD);
  const lines = JSON.stringify(app.logged);
  for (const secret of ['secretive', 'canary-password', PASSWORD, owner.token]) expect(lines).not.toContain(secret);
  const last = app.logged.filter(({ event }) => event.startsWith('auth.')).slice(-2);
  expect(last).toMatchObject([{ event: 'auth.login_failed' }, { event: 'auth.login' }]);
  expect(last[0]?.['account']).toBe(last[1]?.['account']);
});
