import { generateKeyPairSync } from 'node:crypto';
import { Events, type MutableRedirectUri, type MutableResponse, type MutableToken } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../../../contract/auth/calls.ts';
import { requestData, callApi } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { CLIENT_ID, startGoogle, startSilence, type SignInProvider } from '../../../tests/support/sign-in-provider.ts';
import { codeFor, PASSWORD, signUp } from '../../../tests/support/sign-up.ts';
import { atProvider, makeVisitor } from '../../../tests/support/visitor.ts';
import { deleteOldOf } from '../../../tests/support/delete-old.ts';

let google: SignInProvider;
let app: TestApp;
beforeAll(async () => {
  google = await startGoogle();
  app = await startApp({ settings: google.settings });
});
afterAll(async () => {
  await app.close();
  await google.close();
});

let people = 0;
/** A new Google user, signed in at Google from now on. */
function somebody(more: object = {}) {
  people += 1;
  const person = {
    sub: `subject-${people}`,
    email: `person-${people}@galley.test`,
    email_verified: true,
    name: `Person ${people}`,
    ...more,
  };
  google.setClaims(person);
  return person;
}
const whyOf = (page: URL) => [page.pathname, page.searchParams.get('sign_in'), page.hash];
const rows = async (sql: string, ...values: unknown[]) => (await app.pools.owner.query(sql, values)).rows;

describe('a first sign-in with Google', () => {
  test('creates a verified account and continues with the profile', async () => {
    const person = somebody();
    const visitor = makeVisitor(app);
    const page = await visitor.signInWith('google', '/restaurant/orders?page=2');
    expect(page.origin + page.pathname + page.search).toBe(
      'https://galley.test/auth/google?with=google&next=%2Frestaurant%2Forders%3Fpage%3D2',
    );
    const { status, data } = await visitor.handIn('google', page, { device_name: 'Tablet' });
    expect(status).toBe(200);
    expect(Session.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      user: { email: person.email, name: person.name, is_email_verified: true },
      restaurant: { name: '', is_profile_completed: false },
    });
    const whoAmI = await callApi(app.fetch, 'GET', '/auth/user', { token: data.token });
    expect([whoAmI.status, whoAmI.error?.code]).toEqual([403, 'profile_incomplete']);
    expect(await app.mailsTo(person.email)).toEqual([]);
  });

  test('names restaurant and public address with the profile', async () => {
    somebody();
    const visitor = makeVisitor(app);
    const { data } = await visitor.handIn('google', await visitor.signInWith('google'));
    const profile = { name: 'Blue Lagoon', address: '1 Quay', country_code: 'GB', city: 'Hull' };
    const done = await requestData<Session>(app.fetch, 'POST', '/auth/complete-profile', {
      token: data.token,
      body: profile,
    });
    expect(done.restaurant.slug).toMatch(/^blue-lagoon-/);
    const again = await requestData<Session>(app.fetch, 'POST', '/auth/complete-profile', {
      token: data.token,
      body: { ...profile, name: 'Red Lagoon' },
    });
    expect(again.restaurant.slug).toBe(done.restaurant.slug);
  });

  test('ignores identity fields of the body', async () => {
    const victim = await signUp(app, { email: 'victim@galley.test' });
    const person = somebody();
    const visitor = makeVisitor(app);
    const { data } = await visitor.handIn('google', await visitor.signInWith('google'), {
      email: victim.user.email,
      name: 'Victim',
      login_type: 'google',
    });
    expect(data.user).toMatchObject({ email: person.email, name: person.name });
    expect(data.restaurant.id).not.toBe(victim.restaurant.id);
  });

  test.each([
    ['an address that Google has not verified', { email_verified: false }, 'email_unverified'],
    ['an address of which Google says nothing', { email_verified: undefined }, 'email_unverified'],
    ['no address', { email: undefined }, 'email_missing'],
    ['an address that is none', { email: 'decoy:me' }, 'email_missing'],
  ])('with %s fails and says so', async (_what, more, setback) => {
    somebody(more);
    const before = await rows('SELECT count(*) FROM users');
    expect(whyOf(await makeVisitor(app).signInWith('google'))).toEqual(['/login', setback, '']);
    expect(await rows('SELECT count(*) FROM users')).toEqual(before);
  });
});

describe('a later sign-in with Google', () => {
  test('finds the account by subject, despite a new address', async () => {
    const person = somebody();
    const visitor = makeVisitor(app);
    const first = await visitor.handIn('google', await visitor.signInWith('google'));
    const other = await signUp(app);
    google.setClaims({ ...person, email: other.user.email });
    const second = await visitor.handIn('google', await visitor.signInWith('google'));
    expect(second.data.user).toEqual(first.data.user);
    expect(second.data.token).not.toBe(first.data.token);
    google.setClaims({ ...person, email: undefined, email_verified: undefined });
    const third = await visitor.handIn('google', await visitor.signInWith('google'));
    expect(third.data.user).toEqual(first.data.user);
  });

  test('with another subject needs both to verify the mailbox', async () => {
    const person = somebody();
    const first = makeVisitor(app);
    const { data } = await first.handIn('google', await first.signInWith('google'));
    google.setClaims({ ...person, sub: 'another', email_verified: false });
    expect(whyOf(await makeVisitor(app).signInWith('google'))).toEqual(['/login', 'email_unverified', '']);
    google.setClaims({ ...person, sub: 'another' });
    const second = makeVisitor(app);
    const linked = await second.handIn('google', await second.signInWith('google'));
    expect(linked.data.user.id).toBe(data.user.id);
  });
});

describe('an account that is there already', () => {
  test('if verified is linked at once and its owner told', async () => {
    const owner = await signUp(app);
    somebody({ email: owner.user.email.toUpperCase() });
    const visitor = makeVisitor(app);
    const { data } = await visitor.handIn('google', await visitor.signInWith('google'));
    expect([data.user.id, data.restaurant.id]).toEqual([owner.user.id, owner.restaurant.id]);
    const [newest] = await app.mailsTo(owner.user.email);
    expect(newest?.subject).toBe('Google now signs you in to Galley');
    // The password still works.
    const body = { email: owner.user.email, password: PASSWORD };
    expect((await callApi(app.fetch, 'POST', '/auth/login', { body })).status).toBe(200);
  });

  test('if unverified is linked only by its password', async () => {
    const body = { email: 'squatted@galley.test', password: PASSWORD, restaurant_name: 'Anchor' };
    const squatter = await requestData<Session>(app.fetch, 'POST', '/auth/register', { body });
    somebody({ email: body.email });
    const visitor = makeVisitor(app);
    const page = await visitor.signInWith('google');
    const response = await visitor.handIn('google', page);
    expect([response.status, response.error?.code, response.error?.current]).toEqual([
      409,
      'password_needed',
      { email: body.email },
    ]);
    const wrong = await visitor.handIn('google', page, { password: 'not the password' });
    expect([wrong.status, wrong.error?.code]).toEqual([400, 'wrong_credentials']);
    expect(await rows('SELECT 1 FROM user_identities WHERE user_id = $1', squatter.user.id)).toEqual([]);
    const right = await visitor.handIn('google', page, { password: PASSWORD });
    expect(right.data.user).toMatchObject({ id: squatter.user.id, is_email_verified: true });
    // The code is used up.
    expect((await visitor.handIn('google', page, { password: PASSWORD })).error?.code).toBe('sign_in_invalid');
  });

  test('is locked after ten wrong passwords', async () => {
    const body = { email: 'guessed@galley.test', password: PASSWORD, restaurant_name: 'Anchor' };
    await requestData(app.fetch, 'POST', '/auth/register', { body });
    somebody({ email: body.email });
    const visitor = makeVisitor(app);
    const page = await visitor.signInWith('google');
    for (let i = 0; i < 10; i += 1) await visitor.handIn('google', page, { password: `wrong ${i}` });
    expect((await visitor.handIn('google', page, { password: PASSWORD })).error?.code).toBe('too_many');
  });
});

test('an account without password gets one by mail', async () => {
  const person = somebody();
  const visitor = makeVisitor(app);
  const first = await visitor.handIn('google', await visitor.signInWith('google'));
  const login = () =>
    callApi<Session>(app.fetch, 'POST', '/auth/login', { body: { email: person.email, password: PASSWORD } });
  expect((await login()).error?.code).toBe('wrong_credentials');
  await requestData(app.fetch, 'POST', '/auth/forgot-password', { body: { email: person.email } });
  const [mail] = await app.mailsTo(person.email);
  const token = /token=([\w-]+)/.exec(mail!.text)![1]!;
  await requestData(app.fetch, 'POST', '/auth/reset-password', {
    body: { token, password: PASSWORD, confirm_password: PASSWORD },
  });
  expect((await login()).data.user.id).toBe(first.data.user.id);
  const second = await visitor.handIn('google', await visitor.signInWith('google'));
  expect(second.data.user.id).toBe(first.data.user.id);
});

describe("Google's answer is refused", () => {
  const hour = 3600;
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const spoils: [string, (token: MutableToken) => void][] = [
    [
      'when it is old',
      ({ payload }) => void Object.assign(payload, { exp: payload.iat - hour, iat: payload.iat - 2 * hour }),
    ],
    ['when it is meant for another app', ({ payload }) => void (payload['aud'] = 'another-client')],
    [
      'when it is meant for several, and made for another',
      ({ payload }) => {
        payload['aud'] = [CLIENT_ID, 'another-client'];
        payload['azp'] = 'another-client';
      },
    ],
    ['when it comes from another issuer', ({ payload }) => void (payload.iss = 'https://accounts.example.com')],
    ['when it answers another attempt', ({ payload }) => void (payload['nonce'] = 'x'.repeat(43))],
    ['when it answers no attempt', ({ payload }) => void delete payload['nonce']],
    ['when it has no subject', ({ payload }) => void delete payload['sub']],
    ['when it has no end', ({ payload }) => void delete (payload as Partial<typeof payload>).exp],
  ];
  test.each(spoils)('%s', async (_what, spoil) => {
    somebody();
    google.spoils(spoil);
    const before = await rows('SELECT count(*) FROM users');
    expect(whyOf(await makeVisitor(app).signInWith('google'))).toEqual(['/login', 'refused', '']);
    expect(await rows('SELECT count(*) FROM users')).toEqual(before);
  });

  /** Changes the signed id token on its way. */
  const changed = (change: (token: string) => string | undefined) =>
    google.server.service.once(Events.BeforeResponse, ({ body }: MutableResponse) => {
      const answer = body as Record<string, unknown>;
      answer['id_token'] = change(String(answer['id_token']));
    });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = (header: object) => (token: string) => {
    const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object;
    return `${part(header)}.${part({ ...payload, email: 'victim@galley.test' })}.${token.split('.')[2]}`;
  };

  test.each([
    ['when its signature is of another text', (token: string) => forged(headerOf(token))(token)],
    ['when it is signed by nobody', (token: string) => forged({ alg: 'none' })(token).replace(/[^.]*$/, '')],
    ['when it says that it is signed by nobody', forged({ alg: 'none' })],
    ['when it is signed by what we share with Google', forged({ alg: 'HS256' })],
    ['when it is none', () => 'not.a.token'],
    ['when it is missing', () => undefined],
  ])('%s', async (_what, change) => {
    somebody();
    changed(change);
    expect(whyOf(await makeVisitor(app).signInWith('google'))).toEqual(['/login', 'refused', '']);
  });

  test('when signed with a key that Google does not publish', async () => {
    somebody();
    const { createSign, createPrivateKey } = await import('node:crypto');
    changed((token) => {
      const [header, payload] = token.split('.');
      const key = createPrivateKey({ key: stranger, format: 'jwk' });
      const signature = createSign('RSA-SHA256').update(`${header}.${payload}`).sign(key).toString('base64url');
      return `${header}.${payload}.${signature}`;
    });
    expect(whyOf(await makeVisitor(app).signInWith('google'))).toEqual(['/login', 'refused', '']);
  });

  test('but not when signed with Google’s previous key', async () => {
    somebody();
    const visitor = makeVisitor(app);
    await visitor.signInWith('google');
    const fresh = await google.server.issuer.keys.generate('RS256');
    let isFresh = false;
    for (let i = 0; i < 2 && !isFresh; i += 1) {
      google.spoils(({ header }) => void (isFresh = header.kid === fresh.kid));
      const page = await visitor.signInWith('google');
      expect(whyOf(page).slice(0, 2)).toEqual(['/auth/google', null]);
    }
    expect(isFresh).toBe(true);
  });
});

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as object;

describe('an attempt', () => {
  test('uses PKCE, state, nonce and the configured address', async () => {
    const visitor = makeVisitor(app, 'https://evil.example');
    const { status, location } = await visitor.go('/backend/auth/google', {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    });
    expect([status, location!.origin]).toEqual([302, google.issuer]);
    const query = Object.fromEntries(location!.searchParams);
    expect(query).toMatchObject({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: 'https://galley.test/backend/auth/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    for (const field of ['state', 'nonce', 'code_challenge']) expect(query[field]!.length).toBeGreaterThanOrEqual(43);
    const cookie = visitor.lastCookies.find((line) => line.startsWith('__Host-sign-in='));
    expect(cookie).toMatch(/^__Host-sign-in=[\w-]{43}; Path=\/; Max-Age=1200; HttpOnly; SameSite=Lax; Secure$/);
    expect(location!.href).not.toContain(/=([\w-]{43});/.exec(cookie!)![1]!);
  });

  test('is an address for scripts and stores no row', async () => {
    const before = await rows('SELECT count(*) FROM sign_in_returns');
    const { status, data } = await callApi<{ url: string }>(app.fetch, 'GET', '/auth/google');
    expect([status, new URL(data.url).origin]).toEqual([200, google.issuer]);
    expect(await rows('SELECT count(*) FROM sign_in_returns')).toEqual(before);
  });

  test('allows one return, also of two simultaneous ones', async () => {
    somebody();
    const visitor = makeVisitor(app);
    const { location } = await visitor.go('/backend/auth/google');
    const back = await atProvider(location!);
    const pages = await Promise.all([1, 2, 3].map(() => visitor.go(back.pathname + back.search)));
    expect(pages.map((page) => whyOf(page.location!)[1]).toSorted()).toEqual(['expired', 'expired', null]);
    const fresh = await atProvider(location!);
    expect(whyOf((await visitor.go(fresh.pathname + fresh.search)).location!)[1]).toBe('expired');
  });

  test('belongs to the browser that began it', async () => {
    somebody();
    const { location } = await makeVisitor(app).go('/backend/auth/google');
    const back = await atProvider(location!);
    const victim = makeVisitor(app);
    expect(whyOf((await victim.go(back.pathname + back.search)).location!)).toEqual(['/login', 'expired', '']);
    await victim.go('/backend/auth/google');
    expect(whyOf((await victim.go(back.pathname + back.search)).location!)).toEqual(['/login', 'expired', '']);
  });

  test('ends after ten minutes', async () => {
    somebody();
    const visitor = makeVisitor(app);
    const { location } = await visitor.go('/backend/auth/google');
    const back = await atProvider(location!);
    app.clock.pass(10 * 60_000);
    expect(whyOf((await visitor.go(back.pathname + back.search)).location!)).toEqual(['/login', 'expired', '']);
  });

  test('does not begin with a foreign state', async () => {
    const visitor = makeVisitor(app);
    await visitor.go('/backend/auth/google');
    for (const search of ['', '?code=x', '?code=x&state=', '?code=x&state=1.a.b', `?code=x&state=${'x'.repeat(9000)}`])
      expect(whyOf((await visitor.go(`/backend/auth/google/callback${search}`)).location!)[1]).toBe('expired');
  });

  test('returns in both of two tabs', async () => {
    const visitor = makeVisitor(app);
    somebody();
    const first = (await visitor.go('/backend/auth/google')).location!;
    const second = (await visitor.go('/backend/auth/google')).location!;
    for (const address of [first, second]) {
      const back = await atProvider(address);
      expect((await visitor.go(back.pathname + back.search)).location!.pathname).toBe('/auth/google');
    }
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login',
    '/nowhere',
    '',
  ])('drops a return path such as %j', async (next) => {
    somebody();
    const page = await makeVisitor(app).signInWith('google', next);
    expect([page.origin, page.pathname, page.search]).toEqual(['https://galley.test', '/auth/google', '?with=google']);
  });

  test('that is invalid redirects people and tells scripts why', async () => {
    for (const query of [`next=/restaurant/orders?search=${'x'.repeat(500)}`, 'next=/login&next=/login', 'fbclid=x']) {
      const path = `/backend/auth/google?${query}`;
      const { status, location } = await makeVisitor(app).go(path);
      expect([status, location?.href]).toEqual([302, 'https://galley.test/login']);
      const script = await app.fetch(new Request(`https://galley.test${path}`));
      expect([script.status, script.headers.get('Location')]).toEqual([422, null]);
    }
  });

  test('that the person cancels at Google says so', async () => {
    google.server.service.once(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    });
    const page = await makeVisitor(app).signInWith('google', '/restaurant/menu');
    expect(page.search).toBe('?sign_in=cancelled&with=google&next=%2Frestaurant%2Fmenu');
  });

  test('whose code Google does not know is refused', async () => {
    somebody();
    google.server.service.once(Events.BeforeResponse, (response: MutableResponse) => {
      response.statusCode = 400;
      response.body = { error: 'invalid_grant', error_description: 'Malformed auth code.' };
    });
    expect(whyOf(await makeVisitor(app).signInWith('google'))).toEqual(['/login', 'refused', '']);
  });

  test('fails properly while Google is down', async () => {
    somebody();
    google.server.service.once(Events.BeforeResponse, (response: MutableResponse) => {
      response.statusCode = 502;
      response.body = '';
    });
    expect(whyOf(await makeVisitor(app).signInWith('google'))).toEqual(['/login', 'unavailable', '']);
  });
});

describe('the one-time code', () => {
  test('opens one session, even if sent twice at once', async () => {
    somebody();
    const visitor = makeVisitor(app);
    const page = await visitor.signInWith('google');
    const answers = await Promise.all([1, 2, 3].map(() => visitor.handIn('google', page)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await visitor.handIn('google', page)).error?.code).toBe('sign_in_invalid');
  });

  test('fails in another browser, provider, or after ten minutes', async () => {
    somebody();
    const visitor = makeVisitor(app);
    const page = await visitor.signInWith('google');
    const other = makeVisitor(app);
    await other.go('/backend/auth/google');
    expect((await other.handIn('google', page)).error?.code).toBe('sign_in_invalid');
    expect((await makeVisitor(app).handIn('google', page)).error?.code).toBe('sign_in_invalid');
    expect((await visitor.handIn('facebook', page)).error?.code).toBe('provider_not_configured');
    app.clock.pass(10 * 60_000);
    expect((await visitor.handIn('google', page)).error?.code).toBe('sign_in_invalid');
  });

  test('is not an id token, and guesses are counted', async () => {
    const token = await google.server.issuer.buildToken({
      scopesOrTransform: (_header, payload) =>
        void Object.assign(payload, { aud: CLIENT_ID, sub: 's', email: 'victim@galley.test', email_verified: true }),
    });
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const post = (body: object) => callApi(app.fetch, 'POST', '/auth/google', { body, headers: from });
    expect((await post({ token, email: 'victim@galley.test' })).status).toBe(422);
    for (let i = 0; i < 99; i += 1) expect((await post({ token: `guess-${i}` })).error?.code).toBe('sign_in_invalid');
    expect((await post({ token: 'guess' })).status).toBe(429);
  });
});

describe('without the settings', () => {
  test('calls say so, and people get the sign-in page', async () => {
    const bare = await startApp();
    const visitor = makeVisitor(bare);
    for (const provider of ['google', 'facebook'] as const) {
      const response = await callApi(bare.fetch, 'GET', `/auth/${provider}`);
      expect([response.status, response.error?.code]).toEqual([404, 'provider_not_configured']);
      const posted = await callApi(bare.fetch, 'POST', `/auth/${provider}`, { body: { token: 'x' } });
      expect([posted.status, posted.error?.code]).toEqual([404, 'provider_not_configured']);
      for (const path of ['', '/callback']) {
        const { location } = await visitor.go(`/backend/auth/${provider}${path}`);
        expect(whyOf(location!)).toEqual(['/login', 'not_configured', '']);
      }
    }
    expect(visitor.cookies.has('sign-in-with')).toBe(false);
    expect((await callApi(bare.fetch, 'GET', '/auth/apple/callback')).status).toBe(404);
    await bare.close();
  });

  test('a page that still offers Google learns of its removal', async () => {
    const visitor = makeVisitor(app);
    await visitor.go('/backend/health');
    expect(visitor.cookies.get('sign-in-with')).toBe('google');
    await visitor.go('/backend/health');
    expect(visitor.lastCookies).toEqual([]);
    const bare = await startApp();
    const later = makeVisitor(bare);
    later.cookies.set('sign-in-with', 'google');
    await later.go('/backend/health');
    expect(later.cookies.has('sign-in-with')).toBe(false);
    await bare.close();
  });
});

test('a silent or missing provider fails within seconds', async () => {
  const silence = await startSilence();
  const settings = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' };
  const slow = await startApp({ settings: { ...settings, GOOGLE_ISSUER: silence.url } });
  const gone = await startApp({ settings: { ...settings, GOOGLE_ISSUER: 'http://127.0.0.1:9' } });
  // It returns the address of its token endpoint, where nobody answers.
  const half = await startApp({ settings: google.settings });
  google.server.service.once(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: MutableResponse) => {
    (body as Record<string, unknown>)['token_endpoint'] = `${silence.url}/token`;
  });
  const [waited, refused, page, halfway] = await Promise.all([
    callApi(slow.fetch, 'GET', '/auth/google'),
    callApi(gone.fetch, 'GET', '/auth/google'),
    makeVisitor(slow).go('/backend/auth/google'),
    makeVisitor(half).signInWith('google'),
  ]);
  expect([waited.status, waited.error?.code, refused.status]).toEqual([503, 'provider_unavailable', 503]);
  expect(whyOf(page.location!)).toEqual(['/login', 'unavailable', '']);
  expect(whyOf(halfway)).toEqual(['/login', 'unavailable', '']);
  await Promise.all([slow.close(), gone.close(), half.close(), silence.close()]);
});

test('neither log nor database contains codes, states or tokens', async () => {
  const person = somebody();
  const visitor = makeVisitor(app);
  const { location } = await visitor.go('/backend/auth/google');
  const back = await atProvider(location!);
  const { location: page } = await visitor.go(back.pathname + back.search);
  const handed = await visitor.handIn('google', page!);
  const secrets = [
    location!.searchParams.get('state')!,
    location!.searchParams.get('nonce')!,
    back.searchParams.get('code')!,
    page!.hash.slice('#code='.length),
    handed.data.token,
    visitor.cookies.get('__Host-sign-in')!,
  ];
  const kept = JSON.stringify([app.logged, await rows('SELECT * FROM sign_in_returns')]);
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
  expect(JSON.stringify(app.logged)).not.toContain(person.email);
  expect(JSON.stringify(await rows('SELECT * FROM sign_in_returns WHERE claims IS NOT NULL'))).not.toContain(
    person.email,
  );
});

test('what Google returned is deleted after its time', async () => {
  somebody();
  await makeVisitor(app).signInWith('google');
  expect(await rows('SELECT 1 FROM sign_in_returns WHERE claims IS NOT NULL')).not.toEqual([]);
  app.clock.pass(10 * 60_000);
  await deleteOldOf('auth', app, app.clock.now());
  expect(await rows('SELECT 1 FROM sign_in_returns')).toEqual([]);
});

test('a verified password account needs no password for Google', async () => {
  const body = { email: 'both@galley.test', password: PASSWORD, restaurant_name: 'Anchor' };
  const first = await requestData<Session>(app.fetch, 'POST', '/auth/register', { body });
  await requestData(app.fetch, 'POST', '/auth/verify-email', {
    body: { email: body.email, otp_code: await codeFor(app, body.email) },
  });
  somebody({ email: body.email });
  const visitor = makeVisitor(app);
  const { data } = await visitor.handIn('google', await visitor.signInWith('google'));
  expect(data.user.id).toBe(first.user.id);
});
