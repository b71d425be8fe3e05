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

const send = (path: string, init: RequestInit = {}) =>
  Promise.resolve(app.fetch(new Request(`http://localhost${path}`, init)));
const bearer = () => ({ authorization: `Bearer ${owner.token}` });
const json = { 'content-type': 'application/json' };

describe('not found', () => {
  test('is a 404 in the shared error format', async () => {
    for (const path of [
      '/backend',
      '/backend/',
      '/backend/nothing',
      '/backend/orders/',
      '/backend/orders/1/2/3',
      '/backend/%E0%A4%A',
      '/backend/constructor',
    ]) {
      const response = await send(path, { headers: bearer() });
      expect([path, response.status, await response.json()]).toEqual([
        path,
        404,
        { code: 'not_found', message: 'Not found', request_id: response.headers.get('x-request-id') },
      ]);
    }
  });

  test('another method is a 405 that names the allowed ones', async () => {
    const cases = {
      '/backend/dashboard/orders': ['DELETE', 'GET'],
      '/backend/auth/login': ['GET', 'POST'],
      '/backend/openapi.json': ['POST', 'GET'],
    };
    for (const [path, [method, allowed]] of Object.entries(cases)) {
      const response = await send(path, { method: method!, headers: bearer() });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
      expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
    }
  });

  test('an id that is not a UUID is a 404', async () => {
    for (const id of ['1', 'x'.repeat(5000), '..%2F..', '00000000-0000-0000-0000-00000000000g', '%00']) {
      expect([id, (await send(`/backend/orders/${id}`, { headers: bearer() })).status]).toEqual([id, 404]);
    }
  });
});

describe('sessions', () => {
  test('every call but the public ones needs a live token', async () => {
    for (const call of Object.values(calls).filter(
      ({ options }) => !['public', 'storefront'].includes(options.access),
    )) {
      const path = call.path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
      for (const authorization of ['', 'Bearer', 'Bearer nobody', 'Basic abc', `Bearer ${'x'.repeat(5000)}`]) {
        const response = await send(`/backend${path}`, {
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

  test('record their last use at most once a minute', async () => {
    const seen = async () =>
      (await app.pools.owner.query('SELECT max(last_seen_at) AS at FROM sessions WHERE user_id = $1', [owner.user.id]))
        .rows[0].at as Date;
    await send('/backend/orders', { headers: bearer() });
    const first = await seen();
    app.clock.pass(59_000);
    await send('/backend/orders', { headers: bearer() });
    expect(await seen()).toEqual(first);
    app.clock.pass(2000);
    await send('/backend/orders', { headers: bearer() });
    expect(await seen()).toEqual(app.clock.now());
  });
});

describe('the CSRF pair', () => {
  const login = (headers: Record<string, string>) =>
    send('/backend/auth/login', {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ email: owner.user.email, password: owner.password }),
    });

  test('is not required of a request without a cookie', async () => {
    expect((await login({})).status).toBe(200);
    expect((await login({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(200);
  });

  test('is required of every request with a cookie except GET', async () => {
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
    expect((await send('/backend/orders', { headers: { ...bearer(), cookie: 'XSRF-TOKEN=abc' } })).status).toBe(200);
  });

  test('is set once, by the first answer, readable by scripts', async () => {
    const response = await send('/backend/health');
    expect(response.headers.get('set-cookie')).toMatch(
      /^XSRF-TOKEN=[\w-]{32}; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/,
    );
    expect((await send('/backend/health', { headers: { cookie: 'XSRF-TOKEN=abc' } })).headers.get('set-cookie')).toBe(
      null,
    );
  });
});

describe('other origins', () => {
  test('that are allowed may call with the token', async () => {
    const preflight = await send('/backend/orders', {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Client-Id', 'X-Mutation-Id'])
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    const answered = await send('/backend/orders', {
      headers: { ...bearer(), origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
    });
    expect([
      answered.status,
      answered.headers.get('access-control-allow-origin'),
      answered.headers.get('set-cookie'),
    ]).toEqual([200, ORIGIN, null]);
    expect(answered.headers.get('access-control-allow-credentials')).toBe(null);
  });

  test('that are not allowed get no permission, however similar', async () => {
    for (const origin of [
      'https://evil.example',
      `${ORIGIN}.evil.example`,
      'http://kitchen.example',
      'null',
      'https://kitchen.example:8443',
    ]) {
      for (const method of ['OPTIONS', 'GET']) {
        const response = await send('/backend/orders', { method, headers: { ...bearer(), origin } });
        expect(response.headers.get('access-control-allow-origin')).toBe(null);
      }
    }
  });
});

test('every API answer is uncacheable, inert and names its request', async () => {
  for (const path of [
    '/backend/health',
    '/backend/nothing',
    '/backend/orders',
    '/backend/openapi.json',
    '/elsewhere',
  ]) {
    const { headers } = await send(path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    if (!path.startsWith('/backend')) continue;
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-type')).toContain('application/json');
  }
});

test('compresses a long answer for clients that accept it', async () => {
  const encodingOf = async (encoding: string) => {
    const response = await send('/backend/sync/pull', {
      method: 'POST',
      headers: { ...bearer(), ...json, 'accept-encoding': encoding },
      body: JSON.stringify({ client_id: owner.user.id, schema: 1, cursor: null }),
    });
    return { encoding: response.headers.get('content-encoding'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  for (let i = 0; i < 12; i++)
    await send('/backend/menu/books', {
      method: 'POST',
      headers: { ...bearer(), ...json },
      body: '{"name":"Evening"}',
    });
  const plain = await encodingOf('identity');
  const packed = await encodingOf('gzip');
  expect([plain.encoding, packed.encoding]).toEqual([null, 'gzip']);
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
});

test('health reports that process and database answer', async () => {
  const response = await send('/backend/health');
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      data: {
        status: 'ok',
        database: 'ok',
        schema: 1,
        version: expect.any(String),
        last_backup_at: null,
        mail_down_since: null,
        files_fault: null,
      },
    },
  ]);
});

test('the log has one line per request and no secret', async () => {
  app.logged.length = 0;
  const response = await send('/backend/orders?orders=Canary', { headers: { ...bearer(), 'x-request-id': 'mine' } });
  await send('/backend/auth/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'canary@galley.test', password: 'canary password' }),
  });
  await send('/backend/unknown/canary-path');
  const lines = app.logged.filter((line) => line.event === 'request');
  expect(lines[0]).toEqual({
    time: app.clock.now().toISOString(),
    level: 'info',
    event: 'request',
    request_id: response.headers.get('x-request-id'),
    method: 'GET',
    call: 'orders.list',
    restaurant_id: owner.restaurant.id,
    status: 200,
    ms: expect.any(Number),
  });
  expect(lines.length).toBe(3);
  const all = JSON.stringify(app.logged).toLowerCase();
  for (const secret of ['canary', owner.token, owner.user.email]) expect(all).not.toContain(secret.toLowerCase());
});

test('the API description contains every call and tags the additions', async () => {
  const document = await (await send('/backend/openapi.json')).json();
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
