import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import * as auth from '../../contract/auth/calls.ts';
import { calls } from '../../contract/index.ts';
import * as menu from '../../contract/menu/calls.ts';
import * as people from '../../contract/people/calls.ts';
import * as orders from '../../contract/orders/calls.ts';
import { session } from '../session/session.ts';
import { send } from './send.ts';

const id = '019f0000-0000-7000-8000-000000000001';
let asked: Request | null = null;

function theServerSays(status: number, body: unknown): void {
  vi.stubEnv('VITE_API_BASE_URL', 'https://api.galley.test/backend/');
  vi.stubGlobal('fetch', async (request: Request) => {
    asked = request;
    return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status });
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  session.authToken = null;
  session.message = null;
});

test('path, query and token are where the API expects them', async () => {
  theServerSays(200, { data: [], meta: { total_count: 0 } });
  session.authToken = 'secret';
  const result = await send(menu.listItems, { path: { id, categoryId: id }, query: { page_no: '2' } });
  expect(asked?.url).toBe(`https://api.galley.test/backend/menu/books/${id}/categories/${id}/items?page_no=2`);
  expect(asked?.headers.get('authorization')).toBe('Bearer secret');
  expect(result).toEqual({ ok: true, data: [], meta: { total_count: 0 } });
});

test('accepts meta_data instead of meta', async () => {
  theServerSays(200, { data: [], meta_data: { total_count: 3 } });
  expect(await send(orders.list, {})).toMatchObject({ ok: true, meta: { total_count: 3 } });
});

test('sends the CSRF pair with writes', async () => {
  theServerSays(200, { data: { ok: true } });
  vi.stubGlobal('document', { cookie: 'a=b; XSRF-TOKEN=to%3Dken' });
  await send(auth.forgotPassword, { body: { email: 'owner@galley.test' } });
  expect(asked?.headers.get('x-xsrf-token')).toBe('to=ken');
});

test('a refusal carries its code', async () => {
  const error = { code: 'wrong_credentials', message: 'no', field_errors: { password: 'wrong' } };
  theServerSays(400, error);
  const result = await send(auth.login, { body: { email: 'owner@galley.test', password: 'x' } });
  expect(result).toEqual({ ok: false, kind: 'refused', status: 400, error });
});

test('a refusal for the role names who may', async () => {
  theServerSays(403, { code: 'not_allowed', message: 'no' });
  expect(await send(people.list, {})).toMatchObject({
    error: { code: 'not_allowed', message: 'Only the owner or a manager can do this' },
  });
});

test.each([
  [401, { message: 'Unauthorized' }, { code: 'unauthenticated', message: 'Please log in' }],
  [401, '', { code: 'unauthenticated', message: 'Please log in' }],
  [403, {}, { code: 'refused', message: 'The server refuses this' }],
  [404, { message: 'No such order' }, { code: 'not_found', message: 'No such order' }],
  [422, { message: 'The address is taken', errors: ['email'] }, { code: 'refused', message: 'The address is taken' }],
  [429, '', { code: 'too_many', message: 'The server refuses this' }],
])('a refusal %i %j without a code is still one', async (status, body, error) => {
  theServerSays(status, body);
  const result = await send(auth.login, { body: { email: 'owner@galley.test', password: 'x' } });
  expect(result).toEqual({ ok: false, kind: 'refused', status, error });
});

test.each([
  [200, '<html>captive portal</html>'],
  [200, ''],
  [403, '<html>captive portal</html>'],
  [502, 'Bad gateway'],
  [502, { message: 'Internal server error' }],
  [200, '{"data": [1, 2'],
])('a foreign answer %i %j counts as offline', async (status, body) => {
  theServerSays(status, body);
  expect(await send(orders.list, {})).toMatchObject({ ok: false, kind: 'offline', status });
});

test('an unreachable server counts as offline', async () => {
  theServerSays(200, {});
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await send(orders.list, {})).toMatchObject({
    ok: false,
    kind: 'offline',
    status: 0,
    error: { code: 'offline' },
  });
});

describe('a 401', () => {
  const unauthenticated = { code: 'unauthenticated', message: 'Please log in' };
  const argsOf = (call: Call): Record<string, unknown> => ({
    path: Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id])),
    ...(call.method === 'GET' ? {} : { body: {} }),
  });

  test.each(Object.values(calls).filter((call) => call.name !== 'auth.logout'))(
    'on $name ends the session with the fixed words',
    async (call) => {
      theServerSays(401, unauthenticated);
      session.authToken = 'secret';
      await send(call, argsOf(call) as never);
      expect(session).toMatchObject({ authToken: null, user: null, restaurant: null, message: 'Please log in' });
    },
  );

  test('on logout is left to the logout', async () => {
    theServerSays(401, unauthenticated);
    session.authToken = 'secret';
    expect(await send(auth.logout, {})).toMatchObject({ ok: false, kind: 'refused', status: 401 });
    expect(session).toMatchObject({ authToken: 'secret', message: null });
  });

  test('for a token that was replaced is ignored', async () => {
    theServerSays(401, unauthenticated);
    session.authToken = 'secret';
    const late = send(orders.list, {});
    session.authToken = 'newer';
    await late;
    expect(session.authToken).toBe('newer');
  });

  test('while nobody is signed in is ignored', async () => {
    theServerSays(401, unauthenticated);
    await send(orders.list, {});
    expect(session.message).toBeNull();
  });

  test('of a captive portal ends the session too', async () => {
    theServerSays(401, '<html>');
    session.authToken = 'secret';
    expect(await send(orders.list, {})).toMatchObject({ ok: false, kind: 'offline', status: 401 });
    expect(session.authToken).toBeNull();
  });
});

test.each([403, 404, 409, 429, 500])('a %i does not end the session', async (status) => {
  theServerSays(status, { code: 'internal', message: 'no' });
  session.authToken = 'secret';
  expect(await send(orders.list, {})).toMatchObject({ ok: false, kind: 'refused', status });
  expect(session.authToken).toBe('secret');
});

test('returns what accompanies the data', async () => {
  theServerSays(200, { data: {}, notice: { code: 'superseded' }, stats: { n: 1 } });
  expect(await send(orders.list, {})).toEqual({
    ok: true,
    data: {},
    notice: { code: 'superseded' },
    stats: { n: 1 },
  });
});

test('sends nothing twice, whatever the answer', async () => {
  let n = 0;
  theServerSays(200, {});
  vi.stubGlobal('fetch', async () => {
    n += 1;
    return Response.json({ code: 'unavailable', message: 'no' }, { status: 503, headers: { 'Retry-After': '0' } });
  });
  await send(orders.list, {});
  expect(n).toBe(1);
});

test('an aborted call rejects and keeps the session', async () => {
  theServerSays(200, {});
  vi.stubGlobal(
    'fetch',
    (request: Request) =>
      new Promise((_, reject) => {
        const { signal } = request;
        if (signal.aborted) reject(signal.reason as Error);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const controller = new AbortController();
  const sent = send(orders.list, {}, { signal: controller.signal });
  controller.abort();
  await expect(sent).rejects.toThrow('abort');
});

test('retries a write once after a missing CSRF pair', async () => {
  const pairs: (string | null)[] = [];
  theServerSays(200, {});
  const page = { cookie: 'other=1' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async (request: Request) => {
    pairs.push(request.headers.get('x-xsrf-token'));
    page.cookie = 'other=1; XSRF-TOKEN=token';
    return Response.json({ code: 'csrf', message: 'no' }, { status: 403 });
  });
  const result = await send(auth.forgotPassword, { body: { email: 'owner@galley.test' } });
  expect(pairs).toEqual([null, 'token']);
  expect(result).toMatchObject({ kind: 'refused', status: 403 });
});

test('reads need no CSRF pair', async () => {
  theServerSays(200, { data: [] });
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=token' });
  await send(orders.list, {});
  expect(asked?.headers.get('x-xsrf-token')).toBeNull();
});

test('throws on missing path parameters and escapes odd ones', async () => {
  theServerSays(200, { data: {} });
  await expect(send(orders.get, { path: {} as { id: string } })).rejects.toThrow('id');
  await send(orders.get, { path: { id: 'a/b?c' } });
  expect(asked?.url).toBe('https://api.galley.test/backend/orders/a%2Fb%3Fc');
});
