import { afterEach, expect, test, vi } from 'vitest';
import { auth, menu, orders } from '../../contract/index.ts';
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

test('path, query and token stand where the API looks for them', async () => {
  theServerSays(200, { data: [], meta: { total_count: 0 } });
  session.authToken = 'secret';
  const result = await send(menu.listItems, { path: { id, categoryId: id }, query: { page_no: '2' } });
  expect(asked?.url).toBe(`https://api.galley.test/backend/menu/books/${id}/categories/${id}/items?page_no=2`);
  expect(asked?.headers.get('authorization')).toBe('Bearer secret');
  expect(result).toEqual({ ok: true, data: [], meta: { total_count: 0 } });
});

test('an API that says meta_data is understood as well', async () => {
  theServerSays(200, { data: [], meta_data: { total_count: 3 } });
  expect(await send(orders.list, {})).toMatchObject({ ok: true, meta: { total_count: 3 } });
});

test('the CSRF pair is sent with what changes something', async () => {
  theServerSays(200, { data: { ok: true } });
  vi.stubGlobal('document', { cookie: 'a=b; XSRF-TOKEN=to%3Dken' });
  await send(auth.forgotPassword, { body: { email: 'owner@galley.test' } });
  expect(asked?.headers.get('x-xsrf-token')).toBe('to=ken');
});

test('a refusal brings its code', async () => {
  const error = { code: 'wrong_credentials', message: 'no', field_errors: { password: 'wrong' } };
  theServerSays(400, error);
  const result = await send(auth.login, { body: { email: 'owner@galley.test', password: 'x' } });
  expect(result).toEqual({ ok: false, kind: 'refused', status: 400, error });
});

test.each([
  [200, '<html>captive portal</html>'],
  [502, 'Bad gateway'],
  [200, '{"data": [1, 2'],
])('an answer %i %j of somebody else counts as offline', async (status, body) => {
  theServerSays(status, body);
  expect(await send(orders.list, {})).toMatchObject({ ok: false, kind: 'offline', status });
});

test('no route to the server counts as offline', async () => {
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

test('a 401 ends the session with the fixed words', async () => {
  theServerSays(401, { code: 'unauthenticated', message: 'Please log in' });
  session.authToken = 'secret';
  await send(orders.list, {});
  expect(session).toMatchObject({ authToken: null, message: 'Please log in' });
});

test('a 401 on logout, or for a token that has been replaced since, ends nothing', async () => {
  theServerSays(401, { code: 'unauthenticated', message: 'Please log in' });
  session.authToken = 'secret';
  await send(auth.logout, {});
  expect(session.authToken).toBe('secret');
  const late = send(orders.list, {});
  session.authToken = 'newer';
  await late;
  expect(session.authToken).toBe('newer');
});
