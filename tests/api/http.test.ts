import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { callApi } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
const ORIGIN = 'https://kitchen.example';

beforeAll(async () => {
  app = await startApp({ settings: { APP_ORIGINS: ORIGIN } });
  owner = await signUp(app);
});
afterAll(() => app.close());

const ask = (path: string, init: RequestInit = {}) =>
  Promise.resolve(app.fetch(new Request(`http://localhost${path}`, init)));
const bearer = () => ({ authorization: `Bearer ${owner.token}` });
const json = { 'content-type': 'application/json' };

describe('what is not there', () => {
  test('is 404 in the one error shape', async () => {
    for (const path of [
      '/backend',
      '/backend/',
      '/backend/nothing',
      '/backend/orders/',
      '/backend/orders/1/2/3',
      '/backend/%E0%A4%A',
      '/backend/constructor',
    ]) {
      const response = await ask(path, { headers: bearer() });
      expect([path, response.status, await response.json()]).toEqual([
        path,
        404,
        { code: 'not_found', message: 'Not found', request_id: response.headers.get('x-request-id') },
      ]);
    }
  });

  test('another method is 405 and names those that are there', async () => {
    const cases = {
      '/backend/dashboard/orders': ['DELETE', 'GET'],
      '/backend/auth/login': ['GET', 'POST'],
      '/backend/openapi.json': ['POST', 'GET'],
    };
    for (const [path, [method, allowed]] of Object.entries(cases)) {
      const response = await ask(path, { method: method!, headers: bearer() });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
      expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
    }
  });

  test('an id that is no UUID is 404', async () => {
    for (const id of ['1', 'x'.repeat(5000), '..%2F..', '00000000-0000-0000-0000-00000000000g', '%00']) {
      expect([id, (await ask(`/backend/orders/${id}`, { headers: bearer() })).status]).toEqual([id, 404]);
    }
  });
});

describe('sessions', () => {
  test('without a live token every call but the public ones is 401 with the specified words', async () => {
    for (const call of Object.values(calls).filter(
      ({ options }) => !['public', 'storefront'].includes(options.access),
    )) {
      const path = call.path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
      for (const authorization of ['', 'Bearer', 'Bearer nobody', 'Basic abc', `Bearer ${'x'.repeat(5000)}`]) {
        const response = await ask(`/backend${path}`, {
          method: call.method,
          headers: { ...(authorization ? { authorization } : {}), ...json },
          ...(call.method === 'GET' ? {} : { body: '{' }),
        });
        expect([call.name, response.status, await response.json()]).toMatchObject([
          call.name,
          401,
          { code: 'unauthenticated', message: 'Please log in' },
        ]);
      }
    }
  });

  test('last thirty days from their last use', async () => {
    const days = (count: number) => app.clock.pass(count * 86_400_000);
    const other = await signUp(app);
    const status = async () => (await callApi(app.fetch, 'GET', '/orders', { token: other.token })).status;
    days(29);
    expect(await status()).toBe(200);
    days(29);
    expect(await status()).toBe(200);
    days(31);
    expect(await status()).toBe(401);
    const login = await callApi<{ token: string }>(app.fetch, 'POST', '/auth/login', {
      body: { email: owner.user.email, password: owner.password },
    });
    owner = { ...owner, token: login.data.token };
  });

  test('a use is noted once a minute', async () => {
    const seen = async () =>
      (await app.pools.owner.query('SELECT max(last_seen_at) AS at FROM sessions WHERE user_id = $1', [owner.user.id]))
        .rows[0].at as Date;
    await ask('/backend/orders', { headers: bearer() });
    const first = await seen();
    app.clock.pass(59_000);
    await ask('/backend/orders', { headers: bearer() });
    expect(await seen()).toEqual(first);
    app.clock.pass(2000);
    await ask('/backend/orders', { headers: bearer() });
    expect(await seen()).toEqual(app.clock.now());
  });
});

describe('the CSRF pair', () => {
  const login = (headers: Record<string, string>) =>
    ask('/backend/auth/login', {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ email: owner.user.email, password: owner.password }),
    });

  test('is not asked of a request without a cookie', async () => {
    expect((await login({})).status).toBe(200);
    expect((await login({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(200);
  });

  test('is asked of every request that carries a cookie and is no GET', async () => {
    for (const headers of [
      { cookie: 'XSRF-TOKEN=abc' },
      { cookie: 'other=1' },
      { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' },
      { cookie: 'other=1', 'x-xsrf-token': 'abc' },
      { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' },
      { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc', 'sec-fetch-site': 'cross-site' },
    ]) {
      const response = await login(headers as Record<string, string>);
      expect([headers, response.status, (await response.json()).code]).toEqual([headers, 403, 'csrf']);
    }
    expect((await login({ cookie: 'a=1; XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' })).status).toBe(200);
    expect((await ask('/backend/orders', { headers: { ...bearer(), cookie: 'XSRF-TOKEN=abc' } })).status).toBe(200);
  });

  test('comes with the first answer, readable by the page, and only once', async () => {
    const response = await ask('/backend/health');
    expect(response.headers.get('set-cookie')).toMatch(
      /^XSRF-TOKEN=[\w-]{32}; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/,
    );
    expect((await ask('/backend/health', { headers: { cookie: 'XSRF-TOKEN=abc' } })).headers.get('set-cookie')).toBe(
      null,
    );
  });
});

describe('other origins', () => {
  test('that are allowed may call with the token', async () => {
    const asked = await ask('/backend/orders', {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Client-Id', 'X-Mutation-Id'])
      expect(asked.headers.get('access-control-allow-headers')).toContain(name);
    const answered = await ask('/backend/orders', {
      headers: { ...bearer(), origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
    });
    expect([
      answered.status,
      answered.headers.get('access-control-allow-origin'),
      answered.headers.get('set-cookie'),
    ]).toEqual([200, ORIGIN, null]);
    expect(answered.headers.get('access-control-allow-credentials')).toBe(null);
  });

  test('that are not allowed get no permission, whatever they resemble', async () => {
    for (const origin of [
      'https://evil.example',
      `${ORIGIN}.evil.example`,
      'http://kitchen.example',
      'null',
      'https://kitchen.example:8443',
    ]) {
      for (const method of ['OPTIONS', 'GET']) {
        const response = await ask('/backend/orders', { method, headers: { ...bearer(), origin } });
        expect(response.headers.get('access-control-allow-origin')).toBe(null);
      }
    }
  });
});

test('every answer of the API is not to be stored, runs nothing and names its request', async () => {
  for (const path of [
    '/backend/health',
    '/backend/nothing',
    '/backend/orders',
    '/backend/openapi.json',
    '/elsewhere',
  ]) {
    const { headers } = await ask(path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    if (!path.startsWith('/backend')) continue;
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-type')).toContain('application/json');
  }
});

test('a long answer is compressed for who can read it, with the same words', async () => {
  const asked = async (encoding: string) => {
    const response = await ask('/backend/sync/pull', {
      method: 'POST',
      headers: { ...bearer(), ...json, 'accept-encoding': encoding },
      body: JSON.stringify({ client_id: owner.user.id, schema: 1, cursor: null }),
    });
    return { encoding: response.headers.get('content-encoding'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  for (let i = 0; i < 12; i++)
    await ask('/backend/menu/books', { method: 'POST', headers: { ...bearer(), ...json }, body: '{"name":"Evening"}' });
  const plain = await asked('identity');
  const packed = await asked('gzip');
  expect([plain.encoding, packed.encoding]).toEqual([null, 'gzip']);
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
});

test('health says that the process and its database answer', async () => {
  const response = await ask('/backend/health');
  expect([response.status, await response.json()]).toEqual([
    200,
    { data: { status: 'ok', database: 'ok', schema: 1, version: expect.any(String), last_backup_at: null } },
  ]);
});

test('the log has one line a request, with its id, and no secret', async () => {
  app.logged.length = 0;
  const response = await ask('/backend/orders?orders=Canary', { headers: { ...bearer(), 'x-request-id': 'mine' } });
  await ask('/backend/auth/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'canary@galley.test', password: 'canary password' }),
  });
  await ask('/backend/unknown/canary-path');
  const lines = app.logged.filter((line) => line.event === 'request');
  expect(lines[0]).toEqual({
    time: app.clock.now().toISOString(),
    level: 'info',
    event: 'request',
    request_id: response.headers.get('x-request-id'),
    method: 'GET',
    call: 'orders.list',
    status: 200,
    ms: expect.any(Number),
  });
  expect(lines.length).toBe(3);
  const all = JSON.stringify(app.logged).toLowerCase();
  for (const secret of ['canary', owner.token, owner.user.email]) expect(all).not.toContain(secret.toLowerCase());
});

test('the description of the API holds every call, and tags the additions', async () => {
  const document = await (await ask('/backend/openapi.json')).json();
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://galley.test/backend' }] });
  for (const call of Object.values(calls)) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    expect([call.name, operation?.operationId, operation?.tags.includes('addition')]).toEqual([
      call.name,
      call.name,
      call.options.addition === true,
    ]);
    expect(Object.keys(operation.responses)).toEqual(['200', 'default']);
  }
  expect(document.paths['/auth/login'].post.requestBody.content['application/json'].schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['email', 'password'],
  });
});
