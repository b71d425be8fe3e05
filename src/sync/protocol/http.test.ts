import { describe, expect, test, vi } from 'vitest';
import { ANSWER_WAIT_MS } from '../../../contract/limits.ts';
import { httpTransport } from './http.ts';
import type { PushBody } from './transport.ts';

const body: PushBody = { client_id: 'c', schema: 1, confirm_upto: 0, mutations: [] };
const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/** The answer of a push that gets this response. */
const over = (answer: () => Response | Promise<Response>) =>
  httpTransport(
    'http://localhost/backend',
    () => 'token',
    async () => answer(),
  ).push(body);

describe('the transport', () => {
  test('posts with the current token and without cookies', async () => {
    const asked: Request[] = [];
    let token = 'first';
    const transport = httpTransport(
      'http://localhost/backend',
      () => token,
      async (input) => {
        asked.push((input as Request).clone());
        return json({ data: { last_mid: 1 } });
      },
    );
    expect(await transport.push(body)).toEqual({ kind: 'ok', data: { last_mid: 1 } });
    token = 'second';
    await transport.pull({ client_id: 'c', schema: 1, cursor: null });
    expect(asked.map(({ url, method }) => `${method} ${url}`)).toEqual([
      'POST http://localhost/backend/sync/push',
      'POST http://localhost/backend/sync/pull',
    ]);
    expect(asked.map((request) => request.headers.get('Authorization'))).toEqual(['Bearer first', 'Bearer second']);
    expect(asked[0]?.credentials).toBe('omit');
    expect(await asked[0]?.json()).toEqual(body);
  });

  test('sends once and leaves retries to the queue', async () => {
    let calls = 0;
    const answer = await over(() => {
      calls += 1;
      return json({ code: 'unavailable', message: 'Busy' }, 503);
    });
    expect([calls, answer.kind]).toEqual([1, 'status']);
  });

  test.each([
    ['no route', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page of a wireless network that wants a password', () => new Response('<html>', { status: 200 })],
    ['half an answer', () => new Response('{"data": {"last_', { status: 200 })],
    ['a yes that is not ours', () => json({ status: 'fine' })],
  ])('counts %s as unanswered', async (_, answer) => {
    expect(await over(answer)).toEqual({ kind: 'unanswered' });
  });

  test('aborts an unanswered request to free its connection (R31)', async () => {
    const wait = AbortSignal.timeout.bind(AbortSignal);
    const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => wait(ms / 1000));
    const asked: Request[] = [];
    const silent = (input: RequestInfo | URL) =>
      new Promise<Response>((_, reject) => {
        const request = input as Request;
        asked.push(request);
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    const transport = httpTransport('http://localhost/backend', () => 'token', silent);
    expect(await transport.push(body)).toEqual({ kind: 'unanswered' });
    expect([asked.length, waited.mock.calls]).toEqual([1, [[ANSWER_WAIT_MS]]]);
    waited.mockRestore();
  });

  test('tells the API’s refusal from a proxy’s (R31)', async () => {
    const error = { code: 'invalid_fields', message: 'No', request_id: 'r' };
    expect(await over(() => json(error, 422))).toEqual({ kind: 'status', status: 422, error, retryAfterMs: null });
    expect(await over(() => new Response('Bad gateway', { status: 502 }))).toEqual({
      kind: 'status',
      status: 502,
      error: null,
      retryAfterMs: null,
    });
  });

  test.each([
    ['seconds', { 'Retry-After': '7' }, 7000],
    ['a date', { 'Retry-After': 'Fri, 20 Nov 2026 19:01:30 GMT', Date: 'Fri, 20 Nov 2026 19:00:00 GMT' }, 90_000],
    ['a date of nobody’s clock', { 'Retry-After': 'Fri, 20 Nov 2026 19:01:30 GMT' }, null],
    ['nonsense', { 'Retry-After': 'soon' }, null],
    ['nothing', {}, null],
  ])('reads the retry time from %s', async (_, headers, retryAfterMs) => {
    const answer = await over(() => json({ code: 'too_many', message: 'No' }, 429, headers));
    expect(answer).toMatchObject({ kind: 'status', status: 429, retryAfterMs });
  });

  test('reads the retry time from the body', async () => {
    const error = { code: 'too_many', message: 'No', retry_after_seconds: 3 };
    expect(await over(() => json(error, 429))).toMatchObject({ retryAfterMs: 3000 });
  });
});
