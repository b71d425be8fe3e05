import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeliveryPartner } from '../../contract/delivery-partners/calls.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { listen } from '../http/listen.ts';
import { openHttpPartner } from '../integrations/delivery-partners/generic-http.ts';
import { manualPartner } from '../integrations/delivery-partners/manual.ts';
import type { DeliveryJob } from '../integrations/delivery-partners/partner.ts';
import type { Reach } from '../integrations/safe-request.ts';
import { deliveryPartnerJobs } from './check-job.ts';

const PATH = '/api/v1/restaurant/integrations/renda/config';
const KEY = 'a-long-api-key-of-renda-9f3c';
const loopback: Reach = { resolve: () => Promise.resolve(['127.0.0.1']), isAllowed: () => true, allowsHttp: true };

let app: TestApp;
let owner: SignedUp;
let partner: Awaited<ReturnType<typeof listen>>;
const requests: string[] = [];
beforeAll(async () => {
  const double = new Hono();
  const deliveries = new Map<string, object>();
  double.use(async (c, next) => {
    requests.push(`${c.req.method} ${c.req.path}`);
    return c.req.header('Authorization') === `Bearer ${KEY}` ? next() : c.text('No', 401);
  });
  double.get('/health', (c) => c.text('fine'));
  double.post('/quotes', (c) => c.json({ amount: 450, currency: 'NGN', eta_minutes: 25 }));
  double.post('/deliveries', (c) => {
    const key = c.req.header('Idempotency-Key')!;
    if (!deliveries.has(key))
      deliveries.set(key, { delivery_id: `d${deliveries.size + 1}`, status: 'accepted', tracking_url: null });
    return c.json(deliveries.get(key)!);
  });
  double.get('/deliveries/:id', (c) =>
    c.json({ delivery_id: c.req.param('id'), status: 'on a bike', tracking_url: null }),
  );
  double.delete('/deliveries/:id', (c) =>
    c.json({ delivery_id: c.req.param('id'), status: 'cancelled', tracking_url: null }),
  );
  partner = await listen((request) => double.fetch(request), { host: '127.0.0.1', port: 0 });
  app = await startApp();
  owner = await signUp(app);
});
afterAll(async () => {
  await app.close();
  await partner.stop(0);
});

const save = (body?: object) =>
  callApi<DeliveryPartner>(app.fetch, 'POST', PATH, { token: owner.token, ...(body && { body }) });
const read = (token = owner.token) => requestData<DeliveryPartner | null>(app.fetch, 'GET', PATH, { token });

test('saves what it is given and never returns a secret', async () => {
  expect(await read()).toBeNull();
  const { data } = await save({ base_url: 'https://delivery.example/', api_key: KEY, webhook_secret: 'hush-hush' });
  expect(data).toMatchObject({
    partner: 'renda',
    base_url: 'https://delivery.example',
    has_api_key: true,
    api_key_last4: '9f3c',
    has_webhook_secret: true,
    status: 'saved_not_verified',
  });
  const { rows } = await app.pools.owner.query('SELECT * FROM delivery_partners');
  for (const kept of [data, await read(), rows, app.logged]) {
    expect(JSON.stringify(kept)).not.toContain(KEY);
    expect(JSON.stringify(kept)).not.toContain('hush-hush');
  }
  const other = await signUp(app, { restaurantName: 'Next Door' });
  expect(await read(other.token)).toBeNull();
});

test('keeps what is left out; another address needs the key again', async () => {
  await save({ base_url: 'https://delivery.example', api_key: KEY });
  expect((await save({ pickup_location_id: 'kitchen-1' })).data).toMatchObject({ has_api_key: true });
  expect((await save()).data).toMatchObject({ pickup_location_id: 'kitchen-1', has_api_key: true });
  expect((await save({ base_url: 'https://elsewhere.example' })).data).toMatchObject({ has_api_key: false });
  expect((await save({ api_key: KEY })).data).toMatchObject({ has_api_key: true });
  expect((await save({ api_key: null })).data).toMatchObject({ has_api_key: false, api_key_last4: '' });
});

test.each([
  'http://delivery.example',
  'https://127.0.0.1',
  'https://[::1]',
  'https://localhost',
  'https://10.1',
  'nonsense',
])('refuses the address %s', async (base_url) => {
  expect(await save({ base_url })).toMatchObject({
    status: 422,
    error: { field_errors: { base_url: expect.any(String) } },
  });
});

test('is verified only where a health path answers', async () => {
  await save({ base_url: 'https://delivery.example', api_key: KEY, health_path: '/health' });
  const url = `http://delivery.example:${partner.port}`;
  const run = async () => {
    await app.pools.owner.query('UPDATE delivery_partners SET base_url = $1', [url]);
    await deliveryPartnerJobs(app.env, loopback)['delivery.check']!(
      { restaurant_id: owner.restaurant.id },
      { owner: app.pools.owner, clock: app.clock, enqueue: app.jobs.enqueue },
    );
    return (await read())!.status;
  };
  expect(await run()).toBe('verified');
  await app.pools.owner.query("UPDATE delivery_partners SET health_path = '/nowhere'");
  expect(await run()).toBe('not_reached');
  // The real reach refuses a plain address on this machine.
  const before = requests.length;
  await deliveryPartnerJobs(app.env)['delivery.check']!(
    { restaurant_id: owner.restaurant.id },
    { owner: app.pools.owner, clock: app.clock, enqueue: app.jobs.enqueue },
  );
  expect(requests).toHaveLength(before);
});

test('the HTTP adapter quotes, creates once, tracks and cancels', async () => {
  const baseUrl = `http://delivery.example:${partner.port}`;
  const http = openHttpPartner({ baseUrl, apiKey: KEY, healthPath: null, webhookSecret: 'hush' }, loopback);
  const stop = { name: 'The Anchor', phone: '+2348012345678', address: '1 Marina' };
  const job: DeliveryJob = {
    reference: 'order-1',
    pickup_location_id: null,
    pickup: stop,
    dropoff: stop,
    items: [{ name: 'Jollof rice', quantity: 1 }],
    note: '',
  };
  expect(await http.check()).toBeNull();
  expect(await http.quote(job)).toEqual({ amount: 450, currency: 'NGN', eta_minutes: 25 });
  const created = await http.create(job);
  expect(await http.create(job)).toEqual(created);
  expect(await http.track(created.delivery_id)).toMatchObject({ status: 'unknown' });
  expect(await http.cancel(created.delivery_id)).toMatchObject({ status: 'cancelled' });
  const body = Buffer.from(JSON.stringify({ delivery_id: 'd1', status: 'delivered', tracking_url: null }));
  const signature = `sha256=${createHmac('sha256', 'hush').update(body).digest('hex')}`;
  expect(http.readWebhook(body, signature)).toMatchObject({ status: 'delivered' });
  expect(http.readWebhook(Buffer.concat([body, Buffer.from(' ')]), signature)).toBeNull();
  expect(await manualPartner.create(job)).toMatchObject({ delivery_id: 'order-1', status: 'requested' });
});
