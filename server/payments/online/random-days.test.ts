import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { PaymentLink } from '../../../contract/payments/online-calls.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { makeMenu, type Menu } from '../../../tests/api/tablet.ts';
import { callApi, type Method } from '../../../tests/support/api.ts';
import { connectProvider, fakeProvider, type Ending, type FakeProvider } from '../../../tests/support/fake-provider.ts';
import { findWrongSums } from '../../../tests/support/ledger-sums.ts';
import { seeded, type Seeded } from '../../../tests/support/seeded.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import type { ReceivedEvent } from '../../integrations/payment-providers/provider.ts';
import { createBus } from '../../platform/bus.ts';
import { newId } from '../../platform/ids.ts';
import { catchUpCheckouts, catchUpRefunds, type CatchUpServices } from './catch-up.ts';

const MINUTE = 60_000;
const STEPS = 60;

let app: TestApp;
let stripe: FakeProvider;
let services: CatchUpServices;

beforeAll(async () => {
  stripe = fakeProvider('stripe', () => app.clock.now());
  const providers = { stripe, paystack: null };
  app = await startApp({ providers });
  const { pools, env, log, jobs } = app;
  services = { pools, env, log, jobs, bus: createBus(), owner: pools.owner, providers };
});
afterAll(() => app.close());

/** One restaurant, its provider, and the events that have not arrived or may arrive again. */
interface Day {
  random: Seeded;
  owner: SignedUp;
  menu: Menu;
  account: string;
  references: string[];
  events: ReceivedEvent[];
  disputes: Map<string, { id: string; amount: number }>;
  counts: Record<string, number>;
}

async function begin(seed: number, currency: string): Promise<Day> {
  const owner = await signUp(app);
  await app.pools.owner.query(
    `UPDATE restaurants r SET currency = $2, version = s.version FROM spaces s
      WHERE s.restaurant_id = r.restaurant_id AND r.restaurant_id = $1`,
    [owner.restaurant.id, currency],
  );
  const account = `acct_${newId()}`;
  await connectProvider(app.pools.owner, owner.restaurant.id, { account });
  const menu = await makeMenu(app, owner);
  const day = {
    random: seeded(seed),
    owner,
    menu,
    account,
    references: [],
    events: [],
    disputes: new Map(),
    counts: {},
  };
  return day;
}

const call = <T>({ owner }: Day, method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const paymentsOf = async (day: Day) => (await call<Payment[]>(day, 'GET', '/payments?limit=100')).data;
const remember = (day: Day, { key, event }: ReceivedEvent) =>
  void day.events.push({ key, event: { ...event, account: day.account } });
const occurred = (day: Day) => ({ account: day.account, occurredAt: app.clock.now().toISOString() });

const endings = (random: Seeded): Ending[] =>
  Array.from({ length: random.between(0, 3) }, () => random.pick(['lost', 'down', 'answer', 'lost'] as const));

const operations: Record<string, (day: Day) => Promise<void>> = {
  async open(day) {
    const { random, menu } = day;
    const lines = [{ menu_item_id: menu.itemIds[0]!, quantity: random.between(1, 4) }];
    const body = { channel: 'walk_in', order_type: 'pickup', lines };
    const { data: order } = await call<Order>(day, 'POST', '/orders', body);
    stripe.plan('openCheckout', endings(random));
    for (let tries = 0; tries < 5; tries++) {
      const { data: link } = await call<PaymentLink>(day, 'POST', `/orders/${order.id}/payment-link`, {
        tip_amount: tries === 0 ? 0 : random.between(0, 2) * 50,
      });
      if (!link?.url) continue;
      day.references.push(link.url.split('/').at(-1)!);
      break;
    }
    stripe.plan('openCheckout', []);
  },
  async pay(day) {
    const open = day.references.filter((reference) => stripe.checkouts.get(reference)!.status === 'pending');
    if (open.length === 0) return;
    const reference = day.random.pick(open);
    if (day.random.chance(0.3)) {
      const checkout = { ...stripe.checkouts.get(reference)!, status: 'failed' as const };
      remember(day, stripe.event({ kind: 'checkout', checkout, ...occurred(day) }));
    }
    remember(day, stripe.pay(reference));
  },
  async deliver(day) {
    const { random, events } = day;
    if (events.length === 0) return;
    const some = Array.from({ length: random.between(1, 5) }, () => random.pick(events));
    await Promise.all(some.map(async (event) => app.fetch(stripe.request([event]))));
    await app.jobs.drain({ evenLater: true });
  },
  async refund(day) {
    const { random } = day;
    const [payment] = random.shuffled(await paymentsOf(day));
    if (!payment) return;
    stripe.plan('refund', endings(random));
    stripe.refundsAre = random.pick(['succeeded', 'pending']);
    const body = {
      amount: random.between(1, Math.ceil(payment.amount / 3)),
      expected_refunded_amount: payment.refunded_amount,
    };
    await Promise.all([1, 2, 3].map(() => call(day, 'POST', `/payments/${payment.id}/refund`, body)));
    await app.jobs.drain({ evenLater: random.chance(0.5) });
    settlePending(day);
    stripe.plan('refund', []);
  },
  async refundAtProvider(day) {
    const reference = paidReference(day);
    const left = reference ? stripe.leftOf(reference) : 0;
    if (!reference || left <= 0) return;
    const refund = {
      reference: `re_${newId()}`,
      refundId: null,
      checkoutReference: reference,
      amount: day.random.between(1, left),
      status: 'succeeded' as const,
      failureMessage: null,
    };
    stripe.refunds.set(refund.reference, refund);
    remember(day, stripe.event({ kind: 'refund', refund, ...occurred(day) }));
  },
  async dispute(day) {
    const reference = paidReference(day);
    if (!reference) return;
    const open = day.disputes.get(reference);
    const { currency } = stripe.checkouts.get(reference)!;
    const report = (status: 'open' | 'won' | 'lost', { id, amount }: { id: string; amount: number }) =>
      remember(
        day,
        stripe.event({
          kind: 'dispute',
          dispute: {
            reference: id,
            checkoutReference: reference,
            amount,
            currency,
            fee: status === 'won' ? 0 : 20,
            status,
          },
          ...occurred(day),
        }),
      );
    const left = stripe.leftOf(reference);
    if (!open && left > 0) {
      const dispute = { id: `dp_${newId()}`, amount: left };
      day.disputes.set(reference, dispute);
      stripe.held.set(reference, left);
      report('open', dispute);
    } else if (open && stripe.held.get(reference) === open.amount) {
      const isWon = day.random.chance(0.5);
      if (isWon) stripe.held.set(reference, 0);
      report(isWon ? 'won' : 'lost', open);
      // Its end is its end.
      open.amount = -1;
    }
  },
  async settle(day) {
    const reference = paidReference(day);
    if (!reference || stripe.settlements.has(reference)) return;
    const { amount } = stripe.checkouts.get(reference)!;
    const availableOn = new Date(app.clock.now().getTime() + day.random.between(0, 3) * 24 * 60 * MINUTE);
    stripe.settlements.set(reference, {
      fee: Math.min(amount, day.random.between(0, 60)),
      availableOn: availableOn.toISOString(),
    });
  },
  async wait(day) {
    stripe.plan('readCheckout', endings(day.random));
    stripe.plan('readSettlement', endings(day.random));
    app.clock.pass(day.random.between(5, 12 * 60) * MINUTE);
    await catchUpCheckouts(services, app.clock.now());
    await catchUpRefunds(services, app.clock.now());
    stripe.plan('readCheckout', []);
    stripe.plan('readSettlement', []);
  },
};

function settlePending(day: Day): void {
  for (const { reference, status, checkoutReference } of stripe.refunds.values())
    if (status === 'pending' && day.references.includes(checkoutReference!))
      remember(day, stripe.settleRefund(reference, day.random.pick(['succeeded', 'succeeded', 'failed'])));
}

function paidReference({ random, references }: Day): string | null {
  const paid = references.filter((reference) => stripe.checkouts.get(reference)!.status === 'paid');
  return paid.length > 0 ? random.pick(paid) : null;
}

interface Entry {
  account: string;
  payment_id: string | null;
  sum: number;
}

/** What must hold after each step, whatever was lost, repeated or reordered. */
async function check(day: Day): Promise<void> {
  const { rows } = await app.pools.owner.query<Entry>(
    `SELECT account, payment_id, sum(amount)::int AS sum FROM ledger_entries WHERE restaurant_id = $1 GROUP BY account, payment_id`,
    [day.owner.restaurant.id],
  );
  const of = (accounts: string[], payment?: string) =>
    rows
      .filter(({ account, payment_id }) => accounts.includes(account) && (!payment || payment_id === payment))
      .reduce((sum, row) => sum + row.sum, 0);
  const wallet = ['wallet_pending', 'wallet_available', 'wallet_disputed'];
  expect(of([...wallet, 'sales', 'tips', 'fees'])).toBe(0);
  expect(await findWrongSums(app.pools.owner)).toEqual([]);
  for (const payment of await paymentsOf(day)) {
    const { id, amount, fee_amount, refunded_amount, net_amount, refunds, payment_status } = payment;
    const promised = refunds.filter(
      ({ refund_status }) => refund_status === 'pending' || refund_status === 'succeeded',
    );
    expect(promised.reduce((sum, refund) => sum + refund.amount, 0)).toBeLessThanOrEqual(amount);
    expect(net_amount).toBe(amount - fee_amount - refunded_amount);
    expect([id, of(wallet, id)]).toEqual([id, net_amount]);
    expect([id, of(['fees'], id)]).toEqual([id, fee_amount]);
    expect([id, of(['sales', 'tips'], id)]).toEqual([id, refunded_amount - amount]);
    // Refunds and disputes come out of what is available.
    expect(of(['wallet_pending'], id)).toBeGreaterThanOrEqual(0);
    expect([id, of(['wallet_disputed'], id) > 0]).toEqual([id, payment_status === 'disputed']);
  }
}

test.each([
  [1, 'GBP'],
  [2, 'JPY'],
  [3, 'KWD'],
  [4, 'GBP'],
])('the books of random days equal the payments (seed %i, %s)', async (seed, currency) => {
  const day = await begin(seed, currency);
  const names = Object.keys(operations);
  for (let step = 0; step < STEPS; step++) {
    // Each operation at least once.
    const name =
      step < 3
        ? 'open'
        : (names[step - 3] ?? day.random.pick([...names, 'deliver', 'pay', 'refund', 'refund', 'refund']));
    await operations[name]!(day);
    day.counts[name] = (day.counts[name] ?? 0) + 1;
    await check(day);
  }
  // Everything arrives in the end, in any order.
  stripe.refundsAre = 'succeeded';
  settlePending(day);
  for (let round = 0; round < 3; round++) {
    for (const event of day.random.shuffled(day.events)) await app.fetch(stripe.request([event]));
    for (let tries = 0; tries < 4; tries++) await app.jobs.drain({ evenLater: true });
    app.clock.pass(7 * 60 * MINUTE);
    await catchUpCheckouts(services, app.clock.now());
    await catchUpRefunds(services, app.clock.now());
    await check(day);
  }
  const payments = await paymentsOf(day);
  const paid = day.references.filter((reference) => stripe.checkouts.get(reference)!.status === 'paid');
  expect(payments.map((payment) => payment.provider_reference).toSorted()).toEqual([...new Set(paid)].toSorted());
  for (const payment of payments) {
    const given = [...stripe.refunds.values()]
      .filter(
        ({ checkoutReference, status }) => checkoutReference === payment.provider_reference && status === 'succeeded',
      )
      .reduce((sum, { amount }) => sum + amount, 0);
    const lost =
      day.disputes.get(payment.provider_reference!)?.amount === -1
        ? (stripe.held.get(payment.provider_reference!) ?? 0)
        : 0;
    expect([payment.id, payment.refunded_amount]).toEqual([payment.id, given + lost]);
  }
  expect(payments.length).toBeGreaterThan(1);
  expect(names.filter((name) => !day.counts[name])).toEqual([]);
});
