import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Session } from '../../contract/auth/calls.ts';
import { requestData, callApi, type ApiRequest } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { codeFor, PASSWORD, signUp } from '../../tests/support/sign-up.ts';
import { limits } from '../pipeline/limits.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const post = (path: string, body: unknown, more: ApiRequest = {}) =>
  callApi<Session>(app.fetch, 'POST', path, { body, ...more });
const register = (email: string, more: object = {}) =>
  post('/auth/register', { email, password: PASSWORD, restaurant_name: 'The Anchor', ...more });
const verify = (email: string, otp_code: string) => post('/auth/verify-email', { email, otp_code });
const resend = (email: string) => post('/auth/resend-verification-mail', { email });
const whoAmI = (token: string) => callApi(app.fetch, 'GET', '/auth/user', { token });
const wrongOne = (code: string) => (code === '111111' ? '222222' : '111111');
const MINUTE = 60_000;

describe('register', () => {
  test('returns a session, the user and a restaurant with defaults', async () => {
    const { status, data } = await register('Ada@Galley.test ', { device_name: 'Counter tablet' });
    expect(status).toBe(200);
    expect(Session.parse(data)).toEqual(data);
    expect(data.user).toMatchObject({ email: 'ada@galley.test', is_email_verified: false });
    expect(data.restaurant).toMatchObject({
      name: 'The Anchor',
      email: 'ada@galley.test',
      version: 1,
      currency: 'GBP',
      timezone: 'Europe/London',
      is_profile_completed: false,
      opening_hours: { days: [], exceptions: [] },
    });
    expect(Buffer.from(data.token, 'base64url')).toHaveLength(32);
    expect((await whoAmI(data.token)).data).toEqual({
      user: data.user,
      restaurant: data.restaurant,
      role: 'owner',
      kitchen_mode: null,
    });
  });

  test('stores no token, password or code in clear', async () => {
    const { data } = await register('vault@galley.test');
    const code = await codeFor(app, 'vault@galley.test');
    const { rows } = await app.pools.owner.query(
      `SELECT u::text || s::text || c::text AS all FROM users u JOIN sessions s ON s.user_id = u.id JOIN email_codes c ON c.user_id = u.id WHERE u.id = $1`,
      [data.user.id],
    );
    for (const secret of [data.token, PASSWORD, code]) expect(rows[0].all).not.toContain(secret);
    const jobs = await app.pools.owner.query('SELECT data::text FROM pgboss.job');
    const stored = JSON.stringify([jobs.rows, app.logged]);
    for (const secret of [data.token, PASSWORD, code, 'vault@']) expect(stored).not.toContain(secret);
    expect(rows[0].all).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('answers a taken address like a free one', async () => {
    const owner = await signUp(app, { email: 'taken@galley.test' });
    const free = await register('free@galley.test');
    const duplicate = await register('taken@galley.test', { password: 'another boat in the fog' });
    const shape = (value: unknown): unknown =>
      value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
        : typeof value;
    expect(duplicate.status).toBe(free.status);
    expect(shape(duplicate.data)).toEqual(shape(free.data));
    expect(duplicate.data.user).toMatchObject({ email: 'taken@galley.test', is_email_verified: false });
    expect(duplicate.data.user.id).not.toBe(owner.user.id);
    expect(duplicate.data.restaurant.id).not.toBe(owner.restaurant.id);

    expect((await whoAmI(duplicate.data.token)).data).toEqual({
      user: duplicate.data.user,
      restaurant: duplicate.data.restaurant,
      role: 'owner',
      kitchen_mode: null,
    });
    const orders = (token: string) => callApi(app.fetch, 'GET', '/orders', { token });
    expect([await orders(duplicate.data.token), await orders(free.data.token)]).toMatchObject([
      { status: 403, error: { code: 'email_unverified' } },
      { status: 403, error: { code: 'email_unverified' } },
    ]);
    const profile = { name: 'Elsewhere', address: '2 Quay', country_code: 'FR', city: 'Brest' };
    const completed = await post('/auth/complete-profile', profile, { token: duplicate.data.token });
    expect(completed).toMatchObject({
      status: 200,
      data: {
        user: { email: 'taken@galley.test' },
        restaurant: { name: 'Elsewhere', updated_by: { name: 'taken@galley.test' } },
      },
    });
    expect((await whoAmI(owner.token)).data).toMatchObject({ restaurant: { name: 'The Anchor' } });
    expect(
      await post('/auth/login', { email: 'taken@galley.test', password: 'another boat in the fog' }),
    ).toMatchObject({ error: { code: 'wrong_credentials' } });
  });

  test('mails the real owner, at most five times an hour', async () => {
    await signUp(app, { email: 'owner@harbour.test' });
    for (let i = 0; i < 8; i += 1) expect((await register('owner@harbour.test')).status).toBe(200);
    const mails = await app.mailsTo('owner@harbour.test');
    expect(mails.filter((mail) => mail.subject === 'You already have a Galley account')).toHaveLength(5);
    expect(mails.filter((mail) => /^\d{6}/.test(mail.subject))).toHaveLength(1);
    expect(mails[0]?.text).toContain('https://galley.test/forgot-password');
  });

  test('repeated after a lost answer returns the same account', async () => {
    const lost = await register('cellar@galley.test');
    app.clock.pass(2 * MINUTE);
    const again = await register('cellar@galley.test');
    expect(again.status).toBe(200);
    expect(Session.parse(again.data)).toEqual(again.data);
    expect(again.data).toMatchObject({ user: lost.data.user, restaurant: { id: lost.data.restaurant.id } });
    expect(again.data.token).not.toBe(lost.data.token);
    expect(await app.mailsTo('cellar@galley.test')).toHaveLength(1);
    const otp_code = await codeFor(app, 'cellar@galley.test');
    const as = { token: again.data.token };
    expect((await post('/auth/verify-email', { email: 'cellar@galley.test', otp_code }, as)).status).toBe(200);
    expect(await whoAmI(again.data.token)).toMatchObject({ error: { code: 'profile_incomplete' } });
  });

  test('reveals no account to others, later or by guesses', async () => {
    const own = (await register('guessed@galley.test')).data.user.id;
    for (let i = 1; i < limits.againByAccount.max; i += 1)
      expect((await register('guessed@galley.test', { password: `a guess of boats ${i}` })).data.user.id).not.toBe(own);
    const guessedRight = await register('guessed@galley.test');
    expect(guessedRight.status).toBe(200);
    expect(guessedRight.data.user.id).not.toBe(own);
    app.clock.pass(15 * MINUTE);
    expect((await register('guessed@galley.test')).data.user.id).toBe(own);
    app.clock.pass(45 * MINUTE);
    expect((await register('guessed@galley.test')).data.user.id).not.toBe(own);

    const verified = await signUp(app, { email: 'known@harbour.test' });
    expect((await register('known@harbour.test')).data.user.id).not.toBe(verified.user.id);
  });

  test('creates one account from ten simultaneous sign-ups', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register('rush@galley.test')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { rows } = await app.pools.owner.query(
      `SELECT count(*)::int AS n FROM users WHERE email = 'rush@galley.test'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test.each([
    ['too short', 'boat'],
    ['common', 'password1'],
    ['common with signs behind it', 'Sunshine2024!'],
    ['one sign again and again', 'aaaaaaaaaaaa'],
    ['the address', 'mine@galley.test'],
    ["the restaurant's name", 'the anchor'],
  ])('refuses a password that is %s', async (_, password) => {
    const { status, error } = await register('mine@galley.test', { password });
    expect({ status, fields: Object.keys(error?.field_errors ?? {}) }).toEqual({ status: 422, fields: ['password'] });
    expect((await app.pools.owner.query(`SELECT 1 FROM users WHERE email = 'mine@galley.test'`)).rowCount).toBe(0);
  });
});

test('a taken address gets no code and verifies nothing', async () => {
  const squatter = await register('victim@harbour.test');
  const victim = await register('victim@harbour.test', { password: 'my very own boat' });
  const code = await codeFor({ mailsTo: async (email) => (await app.mailsTo(email)).slice(1) }, 'victim@harbour.test');
  const as = (token: string) => ({ token });
  expect(
    (await post('/auth/verify-email', { email: 'victim@harbour.test', otp_code: code }, as(victim.data.token))).status,
  ).toBe(400);
  app.clock.pass(MINUTE);
  expect(
    (await post('/auth/resend-verification-mail', { email: 'victim@harbour.test' }, as(victim.data.token))).status,
  ).toBe(200);
  const subjects = (await app.mailsTo('victim@harbour.test')).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /^\d{6}/.test(subject))).toHaveLength(1);
  expect(subjects[0]).toBe('You already have a Galley account');
  expect(await whoAmI(squatter.data.token)).toMatchObject({ data: { user: { is_email_verified: false } } });
});

describe('the six-digit code', () => {
  test('starts subject and text, and verifies once', async () => {
    const { data } = await register('code@galley.test');
    const [mail] = await app.mailsTo('code@galley.test');
    const code = await codeFor(app, 'code@galley.test');
    expect(mail?.subject).toBe(`${code} is your Galley code`);
    expect(mail?.text.startsWith(code)).toBe(true);
    expect(await verify('CODE@galley.test', ` ${code} `)).toMatchObject({ status: 200, data: { ok: true } });
    expect(await whoAmI(data.token)).toMatchObject({
      status: 403,
      error: { code: 'profile_incomplete', current: { user: { is_email_verified: true } } },
    });
    expect((await verify('code@galley.test', code)).status).toBe(400);
  });

  test('used on another device is confirmed to its owner only', async () => {
    const { data } = await register('twice@galley.test');
    const code = await codeFor(app, 'twice@galley.test');
    expect((await verify('twice@galley.test', code)).status).toBe(200);
    const stranger = await register('stranger@galley.test');
    const body = { email: 'Twice@galley.test', otp_code: code };
    const known = { status: 409, error: { code: 'already_verified' } };
    const as = (token: string) => ({ token });
    expect(await post('/auth/verify-email', body, as(data.token))).toMatchObject(known);
    expect(await post('/auth/resend-verification-mail', { email: body.email }, as(data.token))).toMatchObject(known);
    for (const more of [{}, as(stranger.data.token)])
      expect((await post('/auth/verify-email', body, more)).status).toBe(400);
    app.clock.pass(MINUTE);
    expect((await post('/auth/resend-verification-mail', { email: body.email }, as(stranger.data.token))).status).toBe(
      200,
    );
  });

  test('is void after five wrong attempts', async () => {
    await register('burn@galley.test');
    const code = await codeFor(app, 'burn@galley.test');
    for (let i = 0; i < 5; i += 1)
      expect(await verify('burn@galley.test', wrongOne(code))).toMatchObject({
        status: 400,
        error: { code: 'code_wrong' },
      });
    expect(await verify('burn@galley.test', code)).toMatchObject({ status: 400, error: { code: 'code_expired' } });
    expect(app.logged.some(({ event }) => event === 'auth.code_void')).toBe(true);
  });

  test('ends ten minutes after its mail', async () => {
    await register('late@galley.test');
    const code = await codeFor(app, 'late@galley.test');
    app.clock.pass(10 * MINUTE);
    expect(await verify('late@galley.test', code)).toMatchObject({ status: 400, error: { code: 'code_expired' } });
    await register('just@galley.test');
    const another = await codeFor(app, 'just@galley.test');
    app.clock.pass(10 * MINUTE - 1);
    expect((await verify('just@galley.test', another)).status).toBe(200);
  });

  test('belongs to its address', async () => {
    await register('one@galley.test');
    await register('two@galley.test');
    const [one, two] = [await codeFor(app, 'one@galley.test'), await codeFor(app, 'two@galley.test')];
    expect((await verify('one@galley.test', one === two ? wrongOne(one) : two)).status).toBe(400);
    expect((await verify('two@galley.test', two)).status).toBe(200);
  });

  test('of a thousand parallel guesses at most five are compared', async () => {
    const { data } = await register('storm@galley.test');
    const code = await codeFor(app, 'storm@galley.test');
    const guess = (i: number) =>
      post(
        '/auth/verify-email',
        { email: 'storm@galley.test', otp_code: wrongOne(code) },
        { headers: { 'x-forwarded-for': `10.0.${i % 20}.1` } },
      );
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, i) => guess(i)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(answers.filter(({ error }) => error?.code === 'code_wrong')).toHaveLength(5);
    const { rows } = await app.pools.owner.query('SELECT tries FROM email_codes WHERE user_id = $1', [data.user.id]);
    expect(rows).toEqual([{ tries: 5 }]);
    expect((await verify('storm@galley.test', code)).status).toBe(400);
  });

  test('can be requested again after a minute, voiding the last', async () => {
    await register('again@galley.test');
    const first = await codeFor(app, 'again@galley.test');
    expect(await resend('again@galley.test')).toMatchObject({
      status: 429,
      error: { code: 'too_many', retry_after_seconds: 60 },
    });
    for (let i = 0; i < 5; i += 1) {
      app.clock.pass(MINUTE);
      expect((await resend('again@galley.test')).status).toBe(200);
    }
    app.clock.pass(MINUTE);
    const refused = await resend('again@galley.test');
    expect(refused).toMatchObject({ status: 429, error: { retry_after_seconds: 55 * 60 } });
    expect(refused.headers.get('retry-after')).toBe(String(55 * 60));
    const latest = await codeFor(app, 'again@galley.test');
    if (first !== latest) expect((await verify('again@galley.test', first)).status).toBe(400);
    expect((await verify('again@galley.test', latest)).status).toBe(200);
  });

  test('gets equal answers for new, unverified and verified addresses', async () => {
    await signUp(app, { email: 'verified@galley.test' });
    await register('waiting@galley.test');
    app.clock.pass(61 * MINUTE);
    const completeSignUp = async (email: string) => {
      const answers = [await verify(email, '000001'), await resend(email), await resend(email)];
      await app.jobs.drain();
      for (let i = 0; i < 6; i += 1) answers.push(await verify(email, '000001'));
      return answers.map(({ status, data, error }) => ({
        status,
        data,
        code: error?.code,
        retry: error?.retry_after_seconds,
      }));
    };
    const unknown = await completeSignUp('nobody@galley.test');
    expect(unknown.map(({ code }) => code)).toEqual([
      'code_expired',
      undefined,
      'too_many',
      ...Array(5).fill('code_wrong'),
      'code_expired',
    ]);
    expect(await completeSignUp('verified@galley.test')).toEqual(unknown);
    expect(await completeSignUp('waiting@galley.test')).toEqual(unknown);
    expect(await app.mailsTo('nobody@galley.test')).toEqual([]);
    expect((await app.mailsTo('verified@galley.test')).length).toBe(1);
  });
});

test('is limited per address, independently of others', async () => {
  const from = (address: string, password: string) =>
    post(
      '/auth/register',
      { email: 'flood@galley.test', password, restaurant_name: 'X' },
      { headers: { 'x-forwarded-for': address } },
    );
  const statuses = [];
  for (let i = 0; i < limits.registerByIp.max; i += 1) statuses.push((await from('203.0.113.9', 'password1')).status);
  expect(new Set(statuses)).toEqual(new Set([422]));
  expect((await from('203.0.113.9', PASSWORD)).status).toBe(429);
  expect((await from('203.0.113.77', PASSWORD)).status).toBe(200);
});

test('is refused when the limits cannot be stored', async () => {
  app.clock.pass(61 * MINUTE);
  await signUp(app, { email: 'closed@galley.test' });
  // These errors are expected.
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  await app.pools.owner.query('ALTER TABLE rate_limits RENAME TO rate_limits_away');
  try {
    const answers = await Promise.all([
      post('/auth/login', { email: 'closed@galley.test', password: PASSWORD }),
      register('open@galley.test'),
      verify('code@galley.test', '123456'),
      post('/auth/forgot-password', { email: 'closed@galley.test' }),
    ]);
    expect(answers.map(({ status }) => status >= 500)).toEqual([true, true, true, true]);
  } finally {
    reported.mockRestore();
    await app.pools.owner.query('ALTER TABLE rate_limits_away RENAME TO rate_limits');
  }
});

test('the answers fit the contract', async () => {
  app.clock.pass(61 * MINUTE);
  const owner = await signUp(app);
  expect(await requestData(app.fetch, 'GET', '/auth/user', { token: owner.token })).toMatchObject({ user: owner.user });
});
