import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { openGatewaySecret, readCustomWebhook, sealGatewaySecret } from './custom-gateway.ts';

const SECRET = 'a-secret-of-the-gateway';
const ACCOUNT = newId();
const now = new Date('2026-11-20T18:30:00.000Z');
const unix = now.getTime() / 1000;

function signed(body: string, { secret = SECRET, time = unix, sent = body } = {}) {
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { headers: { 'x-galley-signature': `t=${time},v1=${signature}` }, rawBody: Buffer.from(sent), now };
}
const read = (...given: Parameters<typeof signed>) => readCustomWebhook(SECRET, ACCOUNT, signed(...given));
const payment = (more = {}) =>
  JSON.stringify({
    type: 'payment',
    id: 'pay_7',
    checkout_id: newId(),
    amount: 1250,
    currency: 'GBP',
    status: 'paid',
    ...more,
  });

describe('the webhook of a custom gateway', () => {
  test('is verified by a signed ping', () => {
    expect(read('{"type":"ping"}')).toEqual({ isPing: true, events: [] });
  });

  test('tells of a payment, with one key for each state', () => {
    const checkout_id = newId();
    const [received] = read(payment({ checkout_id }))!.events;
    expect(received).toMatchObject({
      key: `${ACCOUNT}:pay_7:paid`,
      event: {
        kind: 'checkout',
        account: ACCOUNT,
        occurredAt: now.toISOString(),
        checkout: { reference: 'pay_7', checkoutId: checkout_id, status: 'paid', amount: 1250, currency: 'GBP' },
      },
    });
    expect(read(payment({ status: 'failed' }))!.events[0]!.key).toBe(`${ACCOUNT}:pay_7:failed`);
  });

  test('that is forged, altered, unsigned or too old is none', () => {
    const body = payment();
    expect(read(body, { secret: 'another-secret-entirely' })).toBeNull();
    expect(read(body, { sent: body.replace('1250', '1251') })).toBeNull();
    expect(read(body, { time: unix - 301 })).toBeNull();
    expect(read(body, { time: unix + 301 })).toBeNull();
    expect(read(body, { time: unix - 299 })).not.toBeNull();
    const { rawBody, headers } = signed(body);
    const altered = { 'x-galley-signature': headers['x-galley-signature'].replace(/t=\d+/, `t=${unix - 1}`) };
    for (const wrong of [{}, altered, { 'x-galley-signature': 'v1=abc' }, { 'x-galley-signature': '' }])
      expect(readCustomWebhook(SECRET, ACCOUNT, { rawBody, headers: wrong, now })).toBeNull();
  });

  test('is read from its bytes, unicode escapes included', () => {
    const body = '{"type":"p\\u0069ng","note":"caf\\u00e9"}';
    expect(read(body)).toEqual({ isPing: true, events: [] });
    expect(read(body, { sent: JSON.stringify(JSON.parse(body)) })).toBeNull();
  });

  test.each([
    'not json',
    '{"type":"refund"}',
    payment({ amount: 12.5 }),
    payment({ amount: -1 }),
    payment({ checkout_id: 'x' }),
    payment({ currency: 'gbp' }),
    payment({ status: 'done' }),
  ])('that says something else changes nothing: %s', (body) => {
    expect(read(body)).toEqual({ isPing: false, events: [] });
  });
});

test('a secret opens only for its account', () => {
  const keys = { secretsKey: 'k'.repeat(32), previousSecretsKey: null };
  const key = { restaurantId: newId(), accountId: ACCOUNT };
  const sealed = sealGatewaySecret(keys, key, SECRET);
  expect(sealed).not.toContain(SECRET);
  expect(openGatewaySecret(keys, key, sealed)).toBe(SECRET);
  expect(openGatewaySecret(keys, { ...key, accountId: newId() }, sealed)).toBeNull();
});
