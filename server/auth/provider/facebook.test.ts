import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../contract/auth/calls.ts';
import { requestData, callApi } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { startFacebook } from '../../../tests/support/sign-in-provider.ts';
import { codeFor, PASSWORD, signUp } from '../../../tests/support/sign-up.ts';
import { makeVisitor } from '../../../tests/support/visitor.ts';

let facebook: Awaited<ReturnType<typeof startFacebook>>;
let app: TestApp;
beforeAll(async () => {
  facebook = await startFacebook();
  app = await startApp({ settings: facebook.settings });
});
afterAll(async () => {
  await app.close();
  await facebook.close();
});

let people = 0;
function somebody(more: object = {}) {
  people += 1;
  const person = { id: `1000${people}`, email: `friend-${people}@galley.test`, name: `Friend ${people}`, ...more };
  facebook.setClaims(person);
  return person;
}
const setbackOf = (page: URL) => page.searchParams.get('sign_in');
const ownersOf = async (subject: string) =>
  (await app.pools.owner.query('SELECT user_id FROM user_identities WHERE subject = $1', [subject])).rows;

test('a first sign-in creates an account verified by our code', async () => {
  const person = somebody();
  const visitor = makeVisitor(app);
  const page = await visitor.signInWith('facebook', '/restaurant/menu');
  expect(page.pathname + page.search).toBe('/auth/google?with=facebook&next=%2Frestaurant%2Fmenu');
  const { data } = await visitor.handIn('facebook', page);
  expect(data.user).toMatchObject({ email: person.email, name: person.name, is_email_verified: false });
  await requestData(app.fetch, 'POST', '/auth/verify-email', {
    token: data.token,
    body: { email: person.email, otp_code: await codeFor(app, person.email) },
  });
  const whoAmI = await callApi(app.fetch, 'GET', '/auth/user', { token: data.token });
  expect(whoAmI.error?.code).toBe('profile_incomplete');

  facebook.setClaims({ ...person, email: 'moved@galley.test' });
  const again = await visitor.handIn('facebook', await visitor.signInWith('facebook'));
  expect(again.data.user).toMatchObject({ id: data.user.id, email: person.email, is_email_verified: true });
});

test('uses PKCE, state and an app secret proof', async () => {
  somebody();
  const { location } = await makeVisitor(app).go('/backend/auth/facebook');
  expect(location!.pathname).toBe('/v26.0/dialog/oauth');
  expect(Object.fromEntries(location!.searchParams)).toMatchObject({
    client_id: '4711',
    redirect_uri: 'https://galley.test/backend/auth/facebook/callback',
    scope: 'email,public_profile',
    code_challenge_method: 'S256',
  });
  await makeVisitor(app).signInWith('facebook');
  const { token, proof } = facebook.requests.at(-1)!;
  expect(proof).toBe(createHmac('sha256', 'app secret').update(token!).digest('hex'));
});

test('an existing account is linked only by its password', async () => {
  const owner = await signUp(app);
  const person = somebody({ email: owner.user.email });
  const visitor = makeVisitor(app);
  const page = await visitor.signInWith('facebook');
  expect((await visitor.handIn('facebook', page)).error?.code).toBe('password_needed');
  expect(await ownersOf(person.id)).toEqual([]);
  const { data } = await visitor.handIn('facebook', page, { password: PASSWORD });
  expect(data.user.id).toBe(owner.user.id);
  expect(await ownersOf(person.id)).toEqual([{ user_id: owner.user.id }]);
});

test.each([
  ['no address', { email: undefined }, 'email_missing'],
  ['an address that is none', { email: 'x' }, 'email_missing'],
  ['no number', { id: undefined }, 'refused'],
  ['an error in its place', { id: { error: 1 } }, 'refused'],
])('Facebook returning %s signs nobody in', async (_what, more, setback) => {
  somebody(more);
  expect(setbackOf(await makeVisitor(app).signInWith('facebook'))).toBe(setback);
});

test('an address taken through Facebook returns to its owner', async () => {
  const thief = somebody({ email: 'owner-of-mailbox@galley.test' });
  const visitor = makeVisitor(app);
  const stolen = await visitor.handIn('facebook', await visitor.signInWith('facebook'));
  // The owner of the mailbox sets a password by mail.
  const email = thief.email;
  await requestData(app.fetch, 'POST', '/auth/forgot-password', { body: { email } });
  const [mail] = await app.mailsTo(email);
  const token = /token=([\w-]+)/.exec(mail!.text)![1]!;
  await requestData(app.fetch, 'POST', '/auth/reset-password', {
    body: { token, password: PASSWORD, confirm_password: PASSWORD },
  });
  expect((await callApi(app.fetch, 'GET', '/auth/user', { token: stolen.data.token })).status).toBe(401);
  expect(await ownersOf(thief.id)).toEqual([]);
  const again = await visitor.handIn('facebook', await visitor.signInWith('facebook'));
  expect(again.error?.code).toBe('password_needed');
  const { data } = await callApi<Session>(app.fetch, 'POST', '/auth/login', { body: { email, password: PASSWORD } });
  expect(data.user.id).toBe(stolen.data.user.id);
});

test('a mailed new password removes a stranger’s linked Facebook', async () => {
  // A stranger signed up with another person's address and linked Facebook; later the mailbox's owner verified the address.
  const email = 'came-along@galley.test';
  const body = { email, password: 'known to another', restaurant_name: 'Anchor' };
  await requestData(app.fetch, 'POST', '/auth/register', { body });
  const other = somebody({ email });
  const visitor = makeVisitor(app);
  await visitor.handIn('facebook', await visitor.signInWith('facebook'), { password: body.password });
  await requestData(app.fetch, 'POST', '/auth/verify-email', { body: { email, otp_code: await codeFor(app, email) } });
  await requestData(app.fetch, 'POST', '/auth/forgot-password', { body: { email } });
  const [link] = await app.mailsTo(email);
  await requestData(app.fetch, 'POST', '/auth/reset-password', {
    body: { token: /token=([\w-]+)/.exec(link!.text)![1]!, password: PASSWORD, confirm_password: PASSWORD },
  });
  expect(await ownersOf(other.id)).toEqual([]);
  const again = await visitor.handIn('facebook', await visitor.signInWith('facebook'));
  expect(again.error?.code).toBe('password_needed');
  const [mail] = await app.mailsTo(email);
  expect(mail?.text).toMatch(/Facebook no longer signs you in/);
  expect(mail?.text).not.toContain('Google');
});

test('a code of Facebook is invalid for Google', async () => {
  somebody();
  const visitor = makeVisitor(app);
  const page = await visitor.signInWith('facebook');
  expect((await visitor.handIn('google', page)).error?.code).toBe('provider_not_configured');
  expect((await visitor.handIn('facebook', page)).status).toBe(200);
});
