import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { PaymentLink } from '../../../contract/payments/online-calls.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { makeMenu, type Menu } from '../../../tests/api/tablet.ts';
import { callApi, type Method } from '../../../tests/support/api.ts';
import { connectProvider, fakeProvider, type FakeProvider } from '../../../tests/support/fake-provider.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import type { ReceivedEvent } from '../../integrations/payment-providers/provider.ts';
import { tick } from '../../orders/tick.ts';
import { createBus } from '../../platform/bus.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let stripe: FakeProvider;
let owner: SignedUp;
let menu: Menu;
let account: string;

beforeAll(async () => {
  stripe = fakeProvider('stripe', () => app.clock.now());
  app = await startApp({ providers: { stripe, paystack: null } });
});
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  account = `acct_${newId()}`;
  await connectProvider(app.pools.owner, owner.restaurant.id, { account });
});
afterAll(() => app.close());

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
async function placeOrder(quantity = 2): Promise<Order> {
  const lines = [{ menu_item_id: menu.itemIds[0]!, quantity }];
  return (await call<Order>('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines })).data;
}
const link = (order: Pick<Order, 'id'>, body?: object) =>
  call<PaymentLink>('POST', `/orders/${order.id}/payment-link`, body);
const orderNow = async ({ id }: Pick<Order, 'id'>) => (await call<Order>('GET', `/orders/${id}`)).data;
const payments = async () => (await call<Payment[]>('GET', '/payments?limit=100')).data;

/** As this restaurant's account sends it. */
const mine = ({ key, event }: ReceivedEvent): ReceivedEvent => ({ key, event: { ...event, account } });
const deliver = async (...events: ReceivedEvent[]) => (await app.fetch(stripe.request(events.map(mine)))).status;
const referenceOf = ({ url }: PaymentLink) => url!.split('/').at(-1)!;

async function books(): Promise<Record<string, number>> {
  const { rows } = await app.pools.owner.query<{ account: string; sum: string }>(
    'SELECT account, sum(amount) FROM ledger_entries WHERE restaurant_id = $1 GROUP BY account',
    [owner.restaurant.id],
  );
  return Object.fromEntries(rows.map(({ account: name, sum }) => [name, Number(sum)]));
}
type Placed = { token: string; order: Order; reference: string };
const storefront = () => `/public/restaurants/${owner.restaurant.slug}/orders`;

/** An order of 18.00 from the website, with its payment page. */
async function placeOnline(): Promise<Placed> {
  await call('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  const { data: placed } = await callApi<{ token: string }>(app.fetch, 'POST', storefront(), {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 2 }],
      customer: { name: 'Priya Nair', phone: '020 7946 0123' },
    },
  });
  const [order] = (await call<Order[]>('GET', '/orders')).data;
  const opened = await callApi<{ checkout_url: string }>(app.fetch, 'POST', `${storefront()}/${placed.token}/checkout`);
  return { token: placed.token, order: order!, reference: opened.data.checkout_url.split('/').at(-1)! };
}
const setStatus = (order: Order, body: object) => call('POST', `/orders/${order.id}/status`, body);
const ends: Record<string, (placed: Placed) => Promise<unknown>> = {
  'rejected by staff': ({ order }) => setStatus(order, { order_status: 'rejected', reason: 'busy' }),
  'cancelled by staff': ({ order }) => setStatus(order, { order_status: 'cancelled', reason: 'out_of_stock' }),
  'cancelled by the guest': ({ token }) => callApi(app.fetch, 'POST', `${storefront()}/${token}/cancel`),
  async 'rejected by its deadline'({ order }) {
    app.clock.set(order.answer_by_at!);
    await tick({ ...app, bus: createBus() }, app.clock.now());
  },
};
const notified = async () =>
  (await call<{ title: string; body: string }[]>('GET', '/dashboard/notifications/restaurant')).data;
const pageOf = async ({ token }: Placed) =>
  (await app.fetch(new Request(`http://localhost/site/${owner.restaurant.slug}/orders/${token}`))).text();
const givenBack = { amount: 1800, refunded_amount: 1800, payment_status: 'refunded', refunds: [{ amount: 1800 }] };

test.each(Object.keys(ends))('an order that ends gives back what was paid online, once: %s', async (end) => {
  const placed = await placeOnline();
  await deliver(stripe.pay(placed.reference));
  await app.jobs.drain();
  const before = stripe.refunds.size;
  stripe.plan('refund', ['lost', 'down']);
  await ends[end]!(placed);
  expect(await pageOf(placed)).toContain('£18.00 is on its way back to you');
  await ends[end]!(placed);
  for (let i = 0; i < 4; i++) await app.jobs.drain({ evenLater: true });
  expect(stripe.refunds.size).toBe(before + 1);
  expect(await payments()).toMatchObject([givenBack]);
  expect(await orderNow(placed.order)).toMatchObject({ payment_status: 'refunded', refunded_amount: 1800 });
  expect(await books()).toMatchObject({ wallet_pending: 1800, wallet_available: -1800, sales: 0 });
  expect(await pageOf(placed)).toContain('£18.00 was given back to you');
  if (!end.endsWith('staff'))
    expect((await notified()).map(({ body }) => body).join()).toContain('£18.00 goes back to the customer');
});

test.each(Object.keys(ends))(
  'an order that ends has its unpaid page closed, and a late payment is given back: %s',
  async (end) => {
    const placed = await placeOnline();
    await ends[end]!(placed);
    await app.jobs.drain();
    expect(stripe.checkouts.get(placed.reference)!.status).toBe('cancelled');
    const paid = stripe.pay(placed.reference);
    await deliver(paid, { ...paid, key: newId() });
    for (let i = 0; i < 2; i++) await app.jobs.drain();
    expect(await payments()).toMatchObject([givenBack]);
    expect(await notified()).toContainEqual(
      expect.objectContaining({
        title: expect.stringMatching(/^Order \S+ was paid after it was (rejected|cancelled)$/) as string,
        body: '£18.00 goes back to the customer by itself.',
      }),
    );
    expect(await pageOf(placed)).toContain('£18.00 was given back to you');
  },
);

test('an order that ends asks for what was taken by hand to be given back, in words of its own', async () => {
  const placed = await placeOnline();
  await call('POST', `/orders/${placed.order.id}/payments`, { method: 'cash', amount: 500 });
  await app.jobs.drain();
  const rest = (await link(placed.order)).data;
  await deliver(stripe.pay(referenceOf(rest)));
  await app.jobs.drain();
  await setStatus(placed.order, { order_status: 'cancelled', reason: 'customer_request' });
  for (let i = 0; i < 2; i++) await app.jobs.drain();
  expect(await notified()).toContainEqual(
    expect.objectContaining({
      title: `£5.00 to give back for order ${placed.order.order_no}`,
      url: `/restaurant/orders/${placed.order.id}`,
    }),
  );
  const page = await pageOf(placed);
  expect(page).toContain('We owe you £5.00');
  expect(page).toContain('£13.00 was given back to you');
  const cash = (await payments()).find(({ provider }) => provider === 'manual')!;
  await call('POST', `/payments/${cash.id}/refund`, {});
  expect(await orderNow(placed.order)).toMatchObject({ paid_amount: 1800, refunded_amount: 1800 });
  expect(await pageOf(placed)).toContain('£18.00 was given back to you');
});

test('an order that ends stands as to give back where the provider refuses', async () => {
  const placed = await placeOnline();
  await deliver(stripe.pay(placed.reference));
  await app.jobs.drain();
  stripe.plan('refund', ['refuse']);
  await setStatus(placed.order, { order_status: 'rejected', reason: 'busy' });
  await app.jobs.drain();
  expect(await payments()).toMatchObject([{ refunded_amount: 0, refunds: [{ refund_status: 'failed' }] }]);
  expect(await notified()).toContainEqual(expect.objectContaining({ type: 'refund_failed' }));
  expect(await pageOf(placed)).toContain('We owe you £18.00');
});

test('an order that ends that was deleted before its payment arrived gives it back, too', async () => {
  const placed = await placeOnline();
  await call('POST', '/orders/delete', { orderId: placed.order.id });
  await app.jobs.drain();
  expect(stripe.checkouts.get(placed.reference)!.status).toBe('cancelled');
  await deliver(stripe.pay(placed.reference));
  for (let i = 0; i < 2; i++) await app.jobs.drain();
  expect(await payments()).toMatchObject([givenBack]);
});

test('an order that ends closes the page whose address was never heard of', async () => {
  const order = await placeOrder();
  stripe.plan('openCheckout', ['lost']);
  await link(order);
  await setStatus(order, { order_status: 'cancelled', reason: 'customer_request' });
  await app.jobs.drain();
  expect([...stripe.checkouts.values()].at(-1)!.status).toBe('cancelled');
});
