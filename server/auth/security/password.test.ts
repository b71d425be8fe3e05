import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../contract/auth/calls.ts';
import { callApi } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
const NEXT = 'a quiet table by the window';
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
});
afterAll(() => app.close());

const logIn = (password: string) =>
  callApi<Session>(app.fetch, 'POST', '/auth/login', { body: { email: owner.user.email, password } });
const change = (body: object, token = owner.token) =>
  callApi(app.fetch, 'POST', '/settings/security/password', {
    token,
    body: { current_password: PASSWORD, password: NEXT, confirm_password: NEXT, ...body },
  });
const status = async (token: string) => (await callApi(app.fetch, 'GET', '/auth/user', { token })).status;

test('needs the current password and an uncommon new one', async () => {
  expect(await change({ current_password: 'not this one' })).toMatchObject({
    status: 400,
    error: { code: 'wrong_credentials' },
  });
  expect(await change({ confirm_password: 'something else' })).toMatchObject({
    status: 422,
    error: { field_errors: { confirm_password: 'The two passwords differ' } },
  });
  for (const password of ['short', 'password1', owner.user.email])
    expect(await change({ password, confirm_password: password })).toMatchObject({ status: 422 });
  expect((await logIn(PASSWORD)).status).toBe(200);
});

test('a change ends other sessions and sends mail', async () => {
  const tablet = (await logIn(PASSWORD)).data;
  const stranger = await signUp(app);
  expect((await change({})).status).toBe(200);
  expect([await status(owner.token), await status(tablet.token), await status(stranger.token)]).toEqual([
    200, 401, 200,
  ]);
  expect((await logIn(PASSWORD)).status).toBe(400);
  expect((await logIn(NEXT)).status).toBe(200);
  const [newest] = await app.mailsTo(owner.user.email);
  expect(newest?.subject).toBe('Your Galley password was changed');
  expect(newest?.text).toContain('stays signed in; every other device was signed out');
});

test('attempts count like those of a sign-in', async () => {
  const own = await signUp(app);
  for (let i = 0; i < 10; i++) await change({ current_password: 'no' }, own.token);
  expect(await change({}, own.token)).toMatchObject({ status: 429 });
});
