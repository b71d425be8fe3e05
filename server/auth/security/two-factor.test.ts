import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignIn } from '../../../contract/settings/sign-in-calls.ts';
import { callApi, requestData } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { codeOf } from '../totp.ts';
import { limits } from '../../pipeline/limits.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' })));
afterAll(() => app.close());

const step = () => Math.floor(app.clock.now().getTime() / 30_000);
const later = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());
const login = ({ user }: SignedUp, code?: string) =>
  callApi<{ token: string }>(app.fetch, 'POST', '/auth/login', {
    body: { email: user.email, password: PASSWORD, ...(code && { code }) },
  });
const post = ({ token }: SignedUp, path: string, body: unknown) =>
  callApi<{ token: string }>(app.fetch, 'POST', `/settings/security/two-factor${path}`, { token, body });

async function turnOn() {
  const owner = await signUp(app);
  const secret = (await post(owner, '', { current_password: PASSWORD })).data.token;
  const other = (await login(owner)).data.token;
  const confirmed = await post(owner, '/confirm', { code: codeOf(secret, step()) });
  return { owner, secret, other, codes: confirmed.data.token.split(' ') };
}

test('a secret counts once a code of it was confirmed', async () => {
  const owner = await signUp(app);
  expect((await post(owner, '', { current_password: 'not the password' })).error?.code).toBe('wrong_credentials');
  await post(owner, '', { current_password: PASSWORD });
  expect((await login(owner)).status).toBe(200);
  expect((await post(owner, '/confirm', { code: '000000' })).error?.code).toBe('code_wrong');
  expect((await login(owner)).status).toBe(200);
});

test('signing in needs a code after the right password, and each counts once', async () => {
  const { owner, secret, other, codes } = await turnOn();
  // Whoever had signed in with the password alone is signed out.
  expect((await callApi(app.fetch, 'GET', '/auth/user', { token: other })).status).toBe(401);
  expect((await login(owner)).error?.code).toBe('two_factor_needed');
  expect((await login(owner, codeOf(secret, step()))).error?.code).toBe('code_wrong');
  later(60_000);
  const code = codeOf(secret, step());
  expect([(await login(owner, code)).status, (await login(owner, code)).error?.code]).toEqual([200, 'code_wrong']);
  expect([(await login(owner, codes[3])).status, (await login(owner, codes[3])).error?.code]).toEqual([
    200,
    'code_wrong',
  ]);
  const history = await requestData<SignIn[]>(app.fetch, 'GET', '/settings/security/sign-ins', { token: owner.token });
  expect(history.filter(({ outcome }) => outcome === 'success').map(({ method }) => method)).toEqual(
    expect.arrayContaining(['recovery_code', 'password']),
  );
  expect(history.filter(({ method }) => method === 'recovery_code')).toHaveLength(1);
  const { security } = await requestData<{ security: object }>(app.fetch, 'GET', '/settings', { token: owner.token });
  expect(security).toMatchObject({ is_two_factor_on: true, recovery_codes_left: 9 });
  const wrong = await callApi(app.fetch, 'POST', '/auth/login', {
    body: { email: owner.user.email, password: 'not the password', code: codes[0] },
  });
  expect(wrong.error?.code).toBe('wrong_credentials');
});

test('of two simultaneous sign-ins with one code, one succeeds', async () => {
  const { owner, secret, codes } = await turnOn();
  later(60_000);
  const statuses = async (code: string) =>
    (await Promise.all([login(owner, code), login(owner, code)])).map(({ status }) => status).toSorted();
  expect(await statuses(codeOf(secret, step()))).toEqual([200, 400]);
  expect(await statuses(codes[0]!)).toEqual([200, 400]);
});

test('guesses are limited', async () => {
  const { owner, secret } = await turnOn();
  for (let i = 0; i < limits.secondFactor.max; i += 1) await login(owner, '123 456');
  later(60_000);
  expect((await login(owner, codeOf(secret, step()))).error?.code).toBe('too_many');
  later(limits.secondFactor.windowMs);
  expect((await login(owner, codeOf(secret, step()))).status).toBe(200);
});

test('the secret is stored encrypted, and the recovery codes as hashes', async () => {
  const { owner, secret, codes } = await turnOn();
  const { rows } = await app.pools.owner.query<{ row: string }>('SELECT users::text AS row FROM users WHERE id = $1', [
    owner.user.id,
  ]);
  expect([secret, ...codes].filter((text) => rows[0]!.row.includes(text))).toEqual([]);
});

test('turning it off needs the password and a code', async () => {
  const { owner, codes } = await turnOn();
  const off = (body: object) => post(owner, '/off', body);
  expect((await off({ current_password: PASSWORD, code: '1' })).error?.code).toBe('code_wrong');
  expect((await off({ current_password: 'not the password', code: codes[0] })).error?.code).toBe('wrong_credentials');
  expect((await off({ current_password: PASSWORD, code: codes[0] })).status).toBe(200);
  expect((await login(owner)).status).toBe(200);
  expect((await app.mailsTo(owner.user.email)).map(({ subject }) => subject)).toContain(
    'Two-factor sign-in is off for your Galley account',
  );
});
