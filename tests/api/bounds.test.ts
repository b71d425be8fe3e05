import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bodyLimitOf, type Call } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { newId } from '../../server/platform/ids.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

async function send(call: Call, body: string, address = '203.0.113.1') {
  const path = call.path.replace('{slug}', owner.restaurant.slug).replaceAll(/\{\w+\}/g, () => newId());
  const response = await app.fetch(
    new Request(`http://localhost/backend${path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(call.options.access === 'storefront' ? { 'idempotency-key': newId() } : {}),
      },
      body,
    }),
  );
  return { status: response.status, error: (await response.json()) as ErrorBody };
}

const withBody = Object.values(calls).filter((call) => call.options.body);
const kB = 1024;

test('limits a body by the kind of call', () => {
  const limits = Object.fromEntries(withBody.map((call) => [call.name, bodyLimitOf(call)]));
  expect(limits).toMatchObject({
    'auth.login': 16 * kB,
    'auth.register': 16 * kB,
    'contact.send': 16 * kB,
    'chats.sendMessage': 16 * kB,
    'storefront.startChat': 16 * kB,
    'storefront.postMessage': 16 * kB,
    'storefront.placeOrder': 128 * kB,
    'orders.create': 128 * kB,
    'orders.edit': 128 * kB,
    'sync.push': 256 * kB,
    'sync.pull': 16 * kB,
  });
});

describe('is refused without being parsed', () => {
  test.each(withBody.map((call) => [call.name, call] as const))('a body of %s over its limit', async (_, call) => {
    const parse = vi.spyOn(JSON, 'parse');
    const body = `{"x":"${'x'.repeat(bodyLimitOf(call))}"}`;
    expect((await send(call, body)).status).toBe(413);
    expect(parse.mock.calls.filter(([text]) => text.length > 1000)).toEqual([]);
  });

  test.each(withBody.map((call) => [call.name, call] as const))('a body of %s full of values', async (_, call) => {
    const parse = vi.spyOn(JSON, 'parse');
    const limit = bodyLimitOf(call);
    for (const [open, value] of [
      ['{"email":[', '0,'],
      ['{"email":[', '{},'],
      ['{', '"a":1,'],
    ] as const) {
      const body = open + value.repeat((limit - 100) / value.length);
      expect((await send(call, body)).error.code).toBe('too_large');
    }
    expect(parse.mock.calls.filter(([text]) => text.length > 1000)).toEqual([]);
  });
});

test('a refusal names at most fifty fields', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`field_${i}`, 1]));
  const { error } = await send(calls['auth.login']!, JSON.stringify(unknown));
  expect(error.code).toBe('invalid_fields');
  expect(Object.keys(error.field_errors!)).toHaveLength(50);
});

describe('counts an address before it reads the body', () => {
  test.each([
    ['auth.forgotPassword', 100],
    ['contact.send', 10],
    ['storefront.startChat', 10],
  ])('by %s', async (name, max) => {
    const address = '203.0.113.9';
    for (let i = 0; i < max; i += 1) expect((await send(calls[name]!, '{"half', address)).status).toBe(400);
    expect((await send(calls[name]!, '{"half', address)).error.code).toBe('too_many');
    expect((await send(calls[name]!, '{"half', '203.0.113.10')).status).toBe(400);
  });
});
