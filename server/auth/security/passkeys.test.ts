import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../contract/auth/calls.ts';
import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  SignedCredential,
} from '../../../contract/auth/webauthn.ts';
import { PASSKEYS_MAX } from '../../../contract/limits.ts';
import type { Passkey } from '../../../contract/settings/passkey-calls.ts';
import type { SignIn } from '../../../contract/settings/sign-in-calls.ts';
import { callApi, requestData } from '../../../tests/support/api.ts';
import { makeAuthenticator, type Authenticator, type Changes } from '../../../tests/support/authenticator.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { limits } from '../../pipeline/limits.ts';
import { CHALLENGE_MS } from '../passkeys/challenges.ts';
import { deleteOldOf } from '../../../tests/support/delete-old.ts';
import { codeOf } from '../totp.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const path = '/settings/security/passkeys';
const begin = ({ token }: { token: string }, body: object = { current_password: PASSWORD }) =>
  callApi<CreationOptions>(app.fetch, 'POST', `${path}/options`, { token, body });
const finish = ({ token }: { token: string }, credential: NewCredential, name = 'Counter tablet') =>
  callApi<Passkey>(app.fetch, 'POST', path, { token, body: { name, credential } });
const list = ({ token }: { token: string }) => requestData<Passkey[]>(app.fetch, 'GET', path, { token });
const remove = ({ token }: { token: string }, id: string) => callApi(app.fetch, 'DELETE', `${path}/${id}`, { token });

/** An owner with a passkey. */
async function register(authenticator = makeAuthenticator()) {
  const owner = await signUp(app);
  const { data: options } = await begin(owner);
  const credential = authenticator.create(options);
  const { data: passkey, error } = await finish(owner, credential);
  expect(error).toBe(null);
  return { owner, authenticator, passkey, options, credential };
}

let addresses = 0;
/** Each sign-in comes from its own network unless it names one, so that only limits per passkey count. */
const network = () => `10.0.${((addresses += 1) >> 8) & 255}.${addresses & 255}`;

const challenge = () =>
  requestData<{ token: string; options: RequestOptions }>(app.fetch, 'POST', '/auth/passkey/options');
const hand = (token: string, credential: SignedCredential, address = network()) =>
  callApi<Session>(app.fetch, 'POST', '/auth/passkey', {
    body: { token, credential, device_name: 'Till' },
    headers: { 'x-forwarded-for': address },
  });
async function signIn(authenticator: Authenticator, changes?: Changes, address?: string) {
  const { token, options } = await challenge();
  return hand(token, authenticator.sign(options, changes), address);
}
const events = (from: number) => app.logged.slice(from).filter(({ event }) => event.startsWith('auth.'));

describe('adding a passkey', () => {
  test('needs the password, and lists what was added', async () => {
    const owner = await signUp(app);
    expect((await begin(owner, { current_password: 'not the password' })).error?.code).toBe('wrong_credentials');
    const { data: options } = await begin(owner);
    expect(options).toMatchObject({
      rp: { id: 'galley.test', name: 'Galley' },
      user: { name: owner.user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { data: added } = await finish(owner, makeAuthenticator().create(options));
    expect(added).toEqual({
      id: added.id,
      name: 'Counter tablet',
      is_backed_up: false,
      created_at: app.clock.now().toISOString(),
      last_used_at: null,
    });
    expect(await list(owner)).toEqual([added]);
    expect((await app.mailsTo(owner.user.email))[0]?.subject).toBe('A passkey was added to your Galley account');
    expect((await begin(owner)).data.excludeCredentials).toHaveLength(1);
  });

  test('needs a code, too, while two-factor sign-in is on', async () => {
    const owner = await signUp(app);
    const post = (at: string, body: object) =>
      requestData<{ token: string }>(app.fetch, 'POST', `/settings/security/two-factor${at}`, {
        token: owner.token,
        body,
      });
    const { token: secret } = await post('', { current_password: PASSWORD });
    const codeNow = () => codeOf(secret, Math.floor(app.clock.now().getTime() / 30_000));
    await post('/confirm', { code: codeNow() });
    expect((await begin(owner)).error?.code).toBe('two_factor_needed');
    expect((await begin(owner, { current_password: PASSWORD, code: '1' })).error?.code).toBe('code_wrong');
    app.clock.pass(60_000);
    const { data: options } = await begin(owner, { current_password: PASSWORD, code: codeNow() });
    const authenticator = makeAuthenticator();
    await finish(owner, authenticator.create(options));
    // The passkey counts as both factors.
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('works once per challenge, within five minutes, in the session that began', async () => {
    const { owner, options, credential } = await register();
    expect((await finish(owner, credential)).error?.code).toBe('passkey_expired');
    expect((await finish(owner, makeAuthenticator().create(options))).error?.code).toBe('passkey_expired');

    const { data: late } = await begin(owner);
    app.clock.pass(CHALLENGE_MS);
    expect((await finish(owner, makeAuthenticator().create(late))).error?.code).toBe('passkey_expired');

    const { data: mine } = await begin(owner);
    const other = await requestData<Session>(app.fetch, 'POST', '/auth/login', {
      body: { email: owner.user.email, password: PASSWORD },
    });
    expect((await finish(other, makeAuthenticator().create(mine))).error?.code).toBe('passkey_expired');
    expect((await finish(owner, makeAuthenticator().create(mine))).status).toBe(200);
  });

  test.each<[string, Changes, RegExp]>([
    ['another origin', { origin: 'https://ga11ey.test' }, /origin/],
    ['another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }, /challenge/],
    ['another relying party', { rpId: 'ga11ey.test' }, /RP ?ID/i],
    ['a person who was not verified', { isVerified: false }, /[Uu]ser verification/],
    [
      'certificates',
      {
        attestation: {
          fmt: 'packed',
          attStmt: new Map<string, unknown>([
            ['alg', -7],
            ['sig', Buffer.alloc(8)],
            ['x5c', [Buffer.alloc(8)]],
          ]),
        },
      },
      /format packed was not asked for/,
    ],
    [
      'a format with certificates',
      { attestation: { fmt: 'apple', attStmt: new Map() } },
      /format apple was not asked for/,
    ],
  ])('refuses %s', async (_what, changes, reason) => {
    const owner = await signUp(app);
    const { data: options } = await begin(owner);
    const from = app.logged.length;
    expect((await finish(owner, makeAuthenticator().create(options, changes))).error?.code).toBe('passkey_refused');
    expect(events(from)).toMatchObject([{ event: 'auth.passkey_refused', reason: expect.stringMatching(reason) }]);
    expect(await list(owner)).toEqual([]);
  });

  test('refuses the credential of another account, which keeps it', async () => {
    const { owner, authenticator, passkey, credential } = await register();
    const thief = await signUp(app);
    const { data: options } = await begin(thief);
    const copied = makeAuthenticator().create(options, { id: credential.id });
    expect((await finish(thief, copied)).error?.code).toBe('passkey_taken');
    expect(await list(owner)).toEqual([passkey]);
    expect((await signIn(authenticator)).data.user.id).toBe(owner.user.id);
  });

  test('ends at the most that an account may have', async () => {
    const { owner } = await register();
    await app.pools.owner.query(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, is_backed_up, created_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid()::text, '', 0, 'Spare', false, now() FROM generate_series(2, $2)`,
      [owner.user.id, PASSKEYS_MAX],
    );
    expect((await begin(owner)).error?.code).toBe('passkeys_full');
  });
});

describe('signing in with a passkey', () => {
  test('needs no address, and opens a session', async () => {
    const { owner, authenticator } = await register();
    const { token, options } = await challenge();
    expect(options).toEqual({
      challenge: options.challenge,
      rpId: 'galley.test',
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    });
    app.clock.pass(60_000);
    const from = app.logged.length;
    const { data, headers } = await hand(token, authenticator.sign(options));
    expect([data.user.id, data.restaurant.id]).toEqual([owner.user.id, owner.restaurant.id]);
    expect(headers.get('set-cookie')).toContain('galley-device=');
    expect(events(from)).toMatchObject([{ event: 'auth.login', passkey: true }]);
    expect((await callApi(app.fetch, 'GET', '/auth/user', { token: data.token })).status).toBe(200);
    expect((await list(owner))[0]!.last_used_at).toBe(app.clock.now().toISOString());
  });

  test('refuses a used challenge, also of two at once', async () => {
    const { authenticator } = await register();
    const { token, options } = await challenge();
    const signed = authenticator.sign(options);
    const codes = async (credentials: SignedCredential[], of: string) =>
      (await Promise.all(credentials.map((one) => hand(of, one))))
        .map(({ error }) => error?.code ?? 'signed in')
        .toSorted();
    expect(await codes([signed, signed], token)).toEqual(['passkey_expired', 'signed in']);
    expect((await hand(token, authenticator.sign(options))).error?.code).toBe('passkey_expired');
  });

  test('refuses an expired challenge, and one of another attempt', async () => {
    const { authenticator } = await register();
    const [mine, another] = [await challenge(), await challenge()];
    expect((await hand(another.token, authenticator.sign(mine.options))).error?.code).toBe('passkey_refused');
    expect((await hand('made up', authenticator.sign(mine.options))).error?.code).toBe('passkey_expired');
    app.clock.pass(CHALLENGE_MS);
    expect((await hand(mine.token, authenticator.sign(mine.options))).error?.code).toBe('passkey_expired');
  });

  test('does not take the challenge for adding one', async () => {
    const { owner, authenticator } = await register();
    const { data: options } = await begin(owner);
    const signed = authenticator.sign({ ...options, rpId: options.rp.id, userVerification: 'required' });
    expect((await hand(owner.token, signed)).error?.code).toBe('passkey_expired');
  });

  test.each<[string, Changes, RegExp]>([
    ['another origin', { origin: 'https://ga11ey.test' }, /origin/],
    ['another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }, /challenge/],
    ['another relying party', { rpId: 'ga11ey.test' }, /RP ?ID/i],
    ['a person who was not verified', { isVerified: false }, /[Uu]ser verification/],
    ['another account’s user handle', { userHandle: Buffer.alloc(16).toString('base64url') }, /user handle/],
    ['no user handle', { userHandle: null }, /user handle/],
  ])('refuses %s', async (_what, changes, reason) => {
    const { owner, authenticator } = await register();
    const from = app.logged.length;
    expect((await signIn(authenticator, changes)).error?.code).toBe('passkey_refused');
    expect(events(from)).toMatchObject([{ event: 'auth.passkey_refused', reason: expect.stringMatching(reason) }]);
    expect((await signIn(authenticator)).status).toBe(200);
    const { data: history } = await callApi<SignIn[]>(app.fetch, 'GET', '/settings/security/sign-ins', {
      token: owner.token,
    });
    expect(history.map((one) => [one.method, one.outcome]).toSorted()).toEqual([
      ['passkey', 'passkey_refused'],
      ['passkey', 'success'],
    ]);
  });

  test('refuses a signature by another key', async () => {
    const [mine, theirs] = [await register(), await register()];
    const handle = Buffer.from(mine.owner.user.id.replaceAll('-', ''), 'hex').toString('base64url');
    const { error } = await signIn(theirs.authenticator, { id: mine.credential.id, userHandle: handle });
    expect(error?.code).toBe('passkey_refused');
  });

  test('refuses a counter that does not rise, and logs it', async () => {
    const { authenticator } = await register();
    expect((await signIn(authenticator, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) {
      const from = app.logged.length;
      expect((await signIn(authenticator, { counter })).error?.code).toBe('passkey_refused');
      expect(events(from)).toMatchObject([
        { event: 'auth.passkey_refused', reason: 'The counter did not rise', counter },
      ]);
    }
    expect((await signIn(authenticator, { counter: 8 })).status).toBe(200);
  });

  test('accepts an authenticator that does not count', async () => {
    const { authenticator } = await register(makeAuthenticator({ counts: false }));
    expect([(await signIn(authenticator)).status, (await signIn(authenticator)).status]).toEqual([200, 200]);
  });

  test('gives a removed passkey and an unknown one the same answer', async () => {
    const { owner, authenticator, passkey } = await register();
    expect((await remove(owner, passkey.id)).status).toBe(200);
    const from = app.logged.length;
    const removed = await signIn(authenticator);
    const unknown = await signIn(authenticator, { id: 'bmV2ZXIgc2Vlbg' });
    expect([removed.status, removed.error?.code, removed.error?.message]).toEqual([
      400,
      'passkey_unknown',
      'This passkey does not sign in to any account here; it may have been removed',
    ]);
    expect([unknown.status, unknown.error?.code]).toEqual([400, 'passkey_unknown']);
    expect(events(from).map(({ event }) => event)).toEqual(['auth.passkey_unknown', 'auth.passkey_unknown']);
    expect((await app.mailsTo(owner.user.email))[0]?.subject).toBe('A passkey was removed from your Galley account');
    // The session that made it stays.
    expect((await callApi(app.fetch, 'GET', '/auth/user', { token: owner.token })).status).toBe(200);
  });

  test('is limited for each passkey and each network', async () => {
    const { authenticator } = await register();
    const failing = (address?: string) => signIn(authenticator, { origin: 'https://ga11ey.test' }, address);
    for (let i = 0; i < limits.passkeyByCredential.max; i += 1)
      expect((await failing()).error?.code).toBe('passkey_refused');
    const locked = await signIn(authenticator);
    expect([locked.status, locked.error?.code]).toEqual([429, 'too_many']);
    app.clock.pass(limits.passkeyByCredential.windowMs);
    expect((await signIn(authenticator)).status).toBe(200);

    const street = '10.9.9.9';
    for (let i = 0; i < limits.passkeyByIp.max; i += 1) {
      const { token, options } = await challenge();
      await hand(token, authenticator.sign(options, { id: Buffer.from(`guess ${i}`).toString('base64url') }), street);
    }
    expect((await signIn(authenticator, {}, street)).error?.code).toBe('too_many');
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('does not count right ones', async () => {
    const { authenticator } = await register();
    for (let i = 0; i < limits.passkeyByCredential.max + 2; i += 1)
      expect((await signIn(authenticator)).status).toBe(200);
  });
});

describe('the passkeys of an account', () => {
  test('are renamed and removed by their owner only', async () => {
    const [mine, theirs] = [await register(), await register()];
    const rename = (who: SignedUp, id: string, name: string) =>
      callApi<Passkey>(app.fetch, 'PUT', `${path}/${id}`, { token: who.token, body: { name } });
    expect((await rename(mine.owner, mine.passkey.id, ' Office key ')).data).toEqual({
      ...mine.passkey,
      name: 'Office key',
    });
    expect((await rename(mine.owner, theirs.passkey.id, 'Mine now')).error?.code).toBe('not_found');
    expect((await remove(mine.owner, theirs.passkey.id)).error?.code).toBe('not_found');
    expect(await list(theirs.owner)).toEqual([theirs.passkey]);
    expect((await list(mine.owner)).map(({ name }) => name)).toEqual(['Office key']);
  });

  test('stay when the password is reset, and the mail names them', async () => {
    const { owner, authenticator } = await register();
    await requestData(app.fetch, 'POST', '/auth/forgot-password', { body: { email: owner.user.email } });
    // Beside it, the one of the new passkey.
    const mails = await app.mailsTo(owner.user.email);
    const token = mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
    const password = 'another boat to the harbour';
    await requestData(app.fetch, 'POST', '/auth/reset-password', {
      body: { token, password, confirm_password: password },
    });
    const texts = (await app.mailsTo(owner.user.email)).map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(texts.join('\n')).toContain('Your passkeys stay and still sign you in: "Counter tablet".');
    expect((await callApi(app.fetch, 'GET', '/auth/user', { token: owner.token })).status).toBe(401);
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('leave nothing behind: expired challenges are deleted', async () => {
    await challenge();
    const count = async () => (await app.pools.owner.query('SELECT 1 FROM passkey_challenges')).rowCount;
    expect(await count()).toBeGreaterThan(0);
    app.clock.pass(CHALLENGE_MS);
    await deleteOldOf('auth', app, app.clock.now());
    expect(await count()).toBe(0);
  });
});
