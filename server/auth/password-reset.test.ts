import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi, type ApiRequest } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const MINUTE = 60_000;
const NEW = 'a newer boat in harbour';
const post = (path: string, body: unknown, more: ApiRequest = {}) =>
  callApi(app.fetch, 'POST', path, { body, ...more });
const forget = (email: string, more: ApiRequest = {}) => post('/auth/forgot-password', { email }, more);
const reset = (token: string, password = NEW, confirm_password = password) =>
  post('/auth/reset-password', { token, password, confirm_password });
const login = (email: string, password: string) => post('/auth/login', { email, password });

async function linkFor(email: string): Promise<URL> {
  const mails = await app.mailsTo(email);
  const link = /https?:\S+/.exec(mails.find(({ subject }) => subject.includes('new password'))?.text ?? '')?.[0];
  if (!link) throw new Error(`There is no link for ${email}`);
  return new URL(link);
}

async function tokenFor(email: string): Promise<string> {
  expect((await forget(email)).status).toBe(200);
  return (await linkFor(email)).searchParams.get('token')!;
}

test('a link works once, ends every session and sends mail', async () => {
  const owner = await signUp(app, { email: 'once@galley.test' });
  const token = await tokenFor('once@galley.test');
  expect(await reset(token)).toMatchObject({ status: 200, data: { ok: true } });
  expect((await callApi(app.fetch, 'GET', '/auth/user', { token: owner.token })).status).toBe(401);
  expect((await login('once@galley.test', PASSWORD)).status).toBe(400);
  expect((await login('once@galley.test', NEW)).status).toBe(200);
  expect(await reset(token, 'yet another boat')).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
  const [mail] = await app.mailsTo('once@galley.test');
  expect(mail?.subject).toBe('Your Galley password was changed');
  expect(mail?.text).toContain('every device was signed out');
  expect(mail?.text).not.toMatch(/Google|Facebook/);
});

test('of two simultaneous uses one succeeds', async () => {
  await signUp(app, { email: 'twice@galley.test' });
  const token = await tokenFor('twice@galley.test');
  const answers = await Promise.all([
    reset(token, 'the first boat home'),
    reset(token, 'the second boat home'),
    reset(token, 'the third boat home'),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
});

test('a link ends after 30 minutes or when replaced', async () => {
  await signUp(app, { email: 'slow@galley.test' });
  const first = await tokenFor('slow@galley.test');
  const second = await tokenFor('slow@galley.test');
  expect((await reset(first)).status).toBe(400);
  app.clock.pass(30 * MINUTE);
  expect((await reset(second)).status).toBe(400);
  const third = await tokenFor('slow@galley.test');
  app.clock.pass(30 * MINUTE - 1);
  expect((await reset(third)).status).toBe(200);
});

test('the link uses the configured address, not the request’s', async () => {
  await signUp(app, { email: 'host@galley.test' });
  await forget('host@galley.test', {
    headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', origin: 'https://galley.test' },
  });
  const link = await linkFor('host@galley.test');
  expect(link.origin + link.pathname).toBe('https://galley.test/confirm-forgot-password');
});

test('an unknown address gets the same answer and no mail', async () => {
  await signUp(app, { email: 'here@galley.test' });
  const resetPassword = async (email: string) => {
    const answers = [];
    for (let i = 0; i < 6; i += 1) answers.push(await forget(email));
    return answers.map(({ status, data, error }) => ({ status, data, code: error?.code }));
  };
  const known = await resetPassword('here@galley.test');
  expect(known.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await resetPassword('nowhere@galley.test')).toEqual(known);
  expect(await app.mailsTo('nowhere@galley.test')).toEqual([]);
});

test('a refused password names its field and keeps the link', async () => {
  await signUp(app, { email: 'picky@galley.test' });
  const token = await tokenFor('picky@galley.test');
  const fields = async (answer: ReturnType<typeof reset>) => Object.keys((await answer).error?.field_errors ?? {});
  expect(await fields(reset(token, 'password123'))).toEqual(['password']);
  expect(await fields(reset(token, 'picky@galley.test'))).toEqual(['password']);
  expect(await fields(reset(token, 'the anchor'))).toEqual(['password']);
  expect(await fields(reset(token, NEW, 'something else'))).toEqual(['confirm_password']);
  expect((await reset(token)).status).toBe(200);
});

test('a new password lifts the lock for wrong passwords', async () => {
  await signUp(app, { email: 'unlock@galley.test' });
  for (let i = 0; i < 11; i += 1) await login('unlock@galley.test', `wrong ${i}`);
  expect((await login('unlock@galley.test', PASSWORD)).status).toBe(429);
  await reset(await tokenFor('unlock@galley.test'));
  expect((await login('unlock@galley.test', NEW)).status).toBe(200);
});

test('tokens are hashed, and invented ones are refused', async () => {
  await signUp(app, { email: 'hash@galley.test' });
  const token = await tokenFor('hash@galley.test');
  const { rows } = await app.pools.owner.query<{ row: string; code_hash: string }>(
    `SELECT c::text AS row, code_hash FROM email_codes c WHERE purpose = 'reset'`,
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(token);
  for (const invented of [rows[0]!.code_hash, 'x', '000000', `${token}A`])
    expect((await reset(invented)).status).toBe(400);
});
