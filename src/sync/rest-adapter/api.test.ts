import { expect, test, vi } from 'vitest';
import { ANSWER_WAIT_MS } from '../../../contract/limits.ts';
import { restApi, type RestCall } from './api.ts';

const BASE = 'http://localhost/backend';
const list: RestCall = { method: 'GET', path: '/orders', query: { limit: '100', page_no: '1' } };
const reply: RestCall = { method: 'POST', path: '/chat/7/message', body: { message: 'Hello' }, key: 'k' };

/** The answer to a call with this response, and the request that was sent. */
async function over(answer: () => Response | Promise<Response>, call = list) {
  let asked: Request | undefined;
  const ask = restApi(
    BASE,
    () => 'token',
    async (input, init) => {
      asked = new Request(input, init);
      return answer();
    },
  );
  return { answer: await ask(call), asked: asked! };
}
const html = (status: number) =>
  new Response('<html><body>Sign in to the network</body></html>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });

test('a call is sent with the token and without cookies', async () => {
  const { asked } = await over(() => Response.json({ data: [] }));
  expect([asked.method, asked.url, asked.headers.get('Authorization'), asked.credentials]).toEqual([
    'GET',
    'http://localhost/backend/orders?limit=100&page_no=1',
    'Bearer token',
    'omit',
  ]);
  const sent = (await over(() => Response.json({ data: {} }), reply)).asked;
  expect([sent.method, await sent.json(), sent.headers.get('Content-Type')]).toEqual([
    'POST',
    { message: 'Hello' },
    'application/json',
  ]);
});

test('another origin gets no headers it may not allow', async () => {
  const { asked } = await over(() => Response.json({ data: {} }), reply);
  expect(asked.headers.has('Idempotency-Key')).toBe(false);
});

test('a page instead of an answer counts as unanswered (R31, R18)', async () => {
  expect((await over(() => html(200))).answer).toEqual({ kind: 'unanswered' });
  expect((await over(() => html(200), reply)).answer).toEqual({ kind: 'unanswered' });
  for (const status of [403, 404, 502])
    expect((await over(() => html(status))).answer).toEqual({
      kind: 'status',
      status,
      error: null,
      retryAfterMs: null,
    });
});

test('an unanswered request is aborted to free its connection (R31)', async () => {
  const wait = AbortSignal.timeout.bind(AbortSignal);
  const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => wait(ms / 1000));
  const silent = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  expect(await restApi(BASE, () => 'token', silent)(list)).toEqual({ kind: 'unanswered' });
  expect(waited.mock.calls).toEqual([[ANSWER_WAIT_MS]]);
  waited.mockRestore();
});

test('broken connections and truncated answers count as unanswered (R31)', async () => {
  expect((await over(() => Promise.reject(new TypeError('Failed to fetch')))).answer).toEqual({ kind: 'unanswered' });
  expect((await over(() => new Response('{"data": [{"id"', { status: 200 }))).answer).toEqual({ kind: 'unanswered' });
});

test('empty answers, bare lists and terse refusals are understood', async () => {
  const data = async (response: Response) => (await over(() => response)).answer;
  expect(await data(new Response(null, { status: 204 }))).toMatchObject({ kind: 'ok', data: { json: null } });
  expect(await data(Response.json([{ id: 1 }]))).toMatchObject({ kind: 'ok', data: { json: { data: [{ id: 1 }] } } });
  expect(await data(Response.json({ message: 'Too short' }, { status: 422 }))).toMatchObject({
    kind: 'status',
    status: 422,
    error: { code: 'refused', message: 'Too short' },
  });
});

test('a retry time may be seconds or a date (R30)', async () => {
  const named = async (after: string) => {
    const headers = { 'Retry-After': after, Date: 'Fri, 20 Nov 2026 19:00:00 GMT' };
    const { answer } = await over(() => new Response(null, { status: 503, headers }));
    return answer.kind === 'status' && answer.retryAfterMs;
  };
  expect([await named('20'), await named('Fri, 20 Nov 2026 19:00:40 GMT'), await named('soon')]).toEqual([
    20_000,
    40_000,
    null,
  ]);
});
