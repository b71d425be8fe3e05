import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../../contract/auth/calls.ts';
import { SIGN_INS_MAX } from '../../../contract/limits.ts';
import type { Notification } from '../../../contract/notifications/calls.ts';
import type { SignIn } from '../../../contract/settings/sign-in-calls.ts';
import { callApi, requestData } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { codeOf } from '../totp.ts';
import { deleteOldOf } from '../../../tests/support/delete-old.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const MINUTE = 60_000;

let app: TestApp;
let owner: SignedUp;
let addresses = 0;

beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());
beforeEach(async () => void (owner = await signUp(app)));

async function logIn(password = PASSWORD, { cookie = '', email = owner.user.email, name = 'Counter tablet' } = {}) {
  app.clock.pass(MINUTE);
  return callApi<Session>(app.fetch, 'POST', '/auth/login', {
    body: { email, password, device_name: name },
    headers: {
      'x-forwarded-for': `203.0.113.${(addresses += 1) % 250}`,
      'user-agent': FIREFOX,
      ...(cookie && { cookie: `XSRF-TOKEN=pair; ${cookie}`, 'x-xsrf-token': 'pair' }),
    },
  });
}
const historyOf = ({ token }: { token: string }) =>
  requestData<SignIn[]>(app.fetch, 'GET', '/settings/security/sign-ins', { token });
const notified = async () => {
  await app.jobs.drain();
  const all = await requestData<Notification[]>(app.fetch, 'GET', '/dashboard/notifications/user', {
    token: owner.token,
  });
  return all.filter(({ type }) => type === 'security_login').map(({ title }) => title);
};
const cookieOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith('__Host-galley-device='))!
    .split(';')[0]!;
const media = (email: boolean) => ({ in_app: true, push: false, email, whatsapp: false, sound: false });
const setMail = (email: boolean) =>
  requestData(app.fetch, 'POST', '/settings/notifications', {
    token: owner.token,
    body: { events: { security_login: media(email) } },
  });

describe('the login history', () => {
  test('tells when, how, from where and with what outcome', async () => {
    await logIn('not the password');
    await logIn();
    const [newest, before, ...none] = await historyOf(owner);
    expect(newest).toEqual({
      id: expect.any(String),
      created_at: app.clock.now().toISOString(),
      method: 'password',
      outcome: 'success',
      device_name: 'Counter tablet',
      browser: 'Firefox on Windows',
      ip_address: `203.0.113.${addresses % 250}`,
      is_new_device: true,
    });
    expect(before).toMatchObject({ outcome: 'wrong_password', is_new_device: false });
    expect(none).toEqual([]);
  });

  test('is of the own account only', async () => {
    await logIn();
    const other = await signUp(app);
    await logIn(PASSWORD, { email: other.user.email });
    expect(await historyOf(owner)).toHaveLength(1);
    expect(await historyOf(other)).toHaveLength(1);
    const client = await app.pools.app.connect();
    await client.query('BEGIN');
    await client.query("SELECT set_config('app.restaurant_id', $1, true)", [other.restaurant.id]);
    const { rows } = await client.query('SELECT DISTINCT user_id FROM sign_ins');
    await client.query('ROLLBACK');
    client.release();
    expect(rows).toEqual([{ user_id: other.user.id }]);
    expect((await callApi(app.fetch, 'GET', '/settings/security/sign-ins')).status).toBe(401);
  });

  test('stores no password, token or address of an unknown account', async () => {
    const { data } = await logIn();
    await logIn('a secret that was mistyped');
    await logIn('whatever', { email: 'nobody@galley.test' });
    const { rows } = await app.pools.owner.query('SELECT * FROM sign_ins WHERE restaurant_id = $1', [
      owner.restaurant.id,
    ]);
    const all = JSON.stringify(rows);
    for (const secret of [PASSWORD, data.token, 'mistyped', 'Gecko']) expect(all).not.toContain(secret);
    const { rows: unknown } = await app.pools.owner.query(
      'SELECT 1 FROM sign_ins s WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = s.user_id)',
    );
    expect(unknown).toEqual([]);
  });

  test('is bounded, and wrong passwords do not push out who got in', async () => {
    const { id, restaurant } = { id: owner.user.id, restaurant: owner.restaurant.id };
    await logIn();
    await app.pools.owner.query(
      `INSERT INTO sign_ins (restaurant_id, id, user_id, created_at, method, outcome, ip_address, is_new_device)
       SELECT $1, gen_random_uuid(), $2, $3::timestamptz + n * interval '1 second', 'password', 'wrong_password', '203.0.113.9', false
         FROM generate_series(1, 60) n`,
      [restaurant, id, app.clock.now().toISOString()],
    );
    await deleteOldOf('auth', app, app.clock.now());
    const kept = await historyOf(owner);
    expect(kept).toHaveLength(SIGN_INS_MAX / 2 + 1);
    expect(kept.at(-1)).toMatchObject({ outcome: 'success' });
    app.clock.pass(366 * 24 * 60 * MINUTE);
    await deleteOldOf('auth', app, app.clock.now());
    const { rows } = await app.pools.owner.query('SELECT 1 FROM sign_ins WHERE user_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a sign-in from a new device', () => {
  test('is told in the app and by mail, once', async () => {
    const first = await logIn();
    expect(await notified()).toEqual(['New sign-in from Counter tablet (Firefox on Windows)']);
    const [mail] = await app.mailsTo(owner.user.email);
    expect(mail!.subject).toBe('New sign-in from Counter tablet (Firefox on Windows) (The Anchor)');
    expect(mail!.text).toContain('set a new password at once');
    expect((await logIn(PASSWORD, { cookie: cookieOf(first) })).status).toBe(200);
    expect(await notified()).toHaveLength(1);
    expect((await historyOf(owner)).map(({ is_new_device }) => is_new_device)).toEqual([false, true]);
  });

  test('is told by mail although the new device has read it first', async () => {
    await setMail(false);
    await logIn();
    expect(await notified()).toHaveLength(1);
    const { rows } = await app.pools.owner.query<{ id: string }>(
      `UPDATE notifications n SET read_at = $2, updated_at = $2, version = s.version FROM spaces s
        WHERE s.restaurant_id = n.restaurant_id AND n.restaurant_id = $1 AND n.type = 'security_login' RETURNING n.id`,
      [owner.restaurant.id, new Date(app.clock.now().getTime() + 1).toISOString()],
    );
    await setMail(true);
    await app.jobs.enqueue(drizzle(app.pools.owner), 'mail.notification', {
      restaurant_id: owner.restaurant.id,
      notification_id: rows[0]!.id,
    });
    const [mail] = await app.mailsTo(owner.user.email);
    expect(mail!.subject).toMatch(/^New sign-in from/);
  });

  test('is not told of the browser that opened the account, nor of a failure', async () => {
    const email = `fresh-${crypto.randomUUID()}@galley.test`;
    const body = { email, password: PASSWORD, restaurant_name: 'The Anchor' };
    const opened = await callApi<Session>(app.fetch, 'POST', '/auth/register', { body });
    await logIn('not the password', { email });
    expect((await logIn(PASSWORD, { email, cookie: cookieOf(opened) })).status).toBe(200);
    await app.jobs.drain();
    const { rows } = await app.pools.owner.query(
      "SELECT 1 FROM notifications WHERE restaurant_id = $1 AND type = 'security_login'",
      [opened.data.restaurant.id],
    );
    expect(rows).toEqual([]);
  });

  test('is not mailed to whoever turned that off', async () => {
    await setMail(false);
    await logIn();
    expect(await notified()).toHaveLength(1);
    const subjects = (await app.mailsTo(owner.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('New sign-in'))).toEqual([]);
  });
});

describe('a change of how a person signs in', () => {
  const post = (path: string, body: object) =>
    callApi<{ token: string }>(app.fetch, 'POST', `/settings/security/${path}`, { token: owner.token, body });

  test('is told to the person in the app; its own mail is the only one', async () => {
    const secret = (await post('two-factor', { current_password: PASSWORD })).data.token;
    const code = codeOf(secret, Math.floor(app.clock.now().getTime() / 30_000));
    const codes = (await post('two-factor/confirm', { code })).data.token.split(' ');
    app.clock.pass(1);
    const NEXT = 'a quiet table by the window';
    await post('password', { current_password: PASSWORD, password: NEXT, confirm_password: NEXT });
    app.clock.pass(1);
    await post('two-factor/off', { current_password: NEXT, code: codes[0] });
    expect((await notified()).toSorted()).toEqual([
      'Two-factor sign-in is off',
      'Two-factor sign-in is on',
      'Your password was changed',
    ]);
    const subjects = (await app.mailsTo(owner.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /password|[Tt]wo-factor/.test(subject)).toSorted()).toEqual([
      'Two-factor sign-in is off for your Galley account',
      'Two-factor sign-in is on for your Galley account',
      'Your Galley password was changed',
    ]);
  });
});
