import { Hono, type Context } from 'hono';
import { listen } from '../../../server/http/listen.ts';
import { systemClock, type Clock } from '../../../server/platform/clock.ts';
import { noFaults, takeFault, type Faults } from './faults.ts';
import { accountRoutes, checkAccount, type AccountOutcome } from './stripe/accounts.ts';
import {
  advancePeriod,
  billingRoutes,
  endSubscription,
  enterCard,
  payOpenInvoices,
  type PeriodOutcome,
} from './stripe/billing.ts';
import { actAsCustomer, closeDispute, endPayout, openDispute, type CustomerAction } from './stripe/customer.ts';
import { makeAccount, type Session } from './stripe/objects.ts';
import { cardPage, onboardingPage, paymentPage } from './stripe/pages.ts';
import { paymentRoutes } from './stripe/payments.ts';
import { Replays } from './stripe/replays.ts';
import { checkParams, readParams, StripeFault } from './stripe/request.ts';
import type { Double, Route } from './stripe/routes.ts';
import { Store } from './stripe/store.ts';
import { createWebhooks, type Webhooks } from './stripe/webhooks.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

export interface StripeDoubleOptions {
  secretKey: string;
  webhookSecret: string;
  connectWebhookSecret: string;
  /** Where webhooks are sent. Null: they are recorded only. */
  webhookUrl: string | null;
  /** Default: a free one. */
  port?: number;
  clock?: Clock;
  /** How long webhooks take. */
  delayMs?: number;
}

export interface StripeDouble {
  url: string;
  /** The settings of a server that uses it. */
  settings: Record<
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_PUBLISHABLE_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_CONNECT_WEBHOOK_SECRET'
    | 'STRIPE_API_URL',
    string
  >;
  /** What goes wrong with the next requests of the API. */
  faults: Faults;
  store: Store;
  webhooks: Webhooks;
  sender: WebhookSender;
  /** Method and path of each request of the API. */
  requests: string[];
  /** Changes where webhooks are sent. */
  sendTo(webhookUrl: string | null): void;
  /** What a customer does on the payment page; `session` is its id. */
  act(session: string, action: CustomerAction): void;
  openDispute(session: string): string;
  closeDispute(dispute: string, status: 'won' | 'lost'): void;
  endPayout(payout: string, status: 'paid' | 'failed', failureCode?: string): void;
  checkAccount(account: string, outcome: AccountOutcome): void;
  /** A verified account of this id, as if it had been created before. */
  addAccount(account: string): void;
  advancePeriod(subscription: string, outcome: PeriodOutcome): void;
  payOpenInvoices(subscription: string): void;
  endSubscription(subscription: string): void;
  close(): Promise<void>;
}

/**
 * A test double of the part of Stripe's API (https://docs.stripe.com/api) that Galley uses, over a real socket, with its signed webhooks. It
 * keeps what it is told until it is closed. Fees are 1.5 % and 20, and money is available after two days of its clock. `/pay/` is the
 * customers' page, and `/_double/` controls it from outside.
 */
export async function startStripeDouble(options: StripeDoubleOptions): Promise<StripeDouble> {
  const { secretKey, webhookSecret, connectWebhookSecret, port = 0, clock = systemClock, delayMs = 200 } = options;
  let webhookUrl = options.webhookUrl;
  const store = new Store(clock);
  const sender = createWebhookSender(() => webhookUrl, { delayMs });
  const webhooks = createWebhooks({ store, sender, webhookSecret, connectWebhookSecret });
  const parts: Double = { store, webhooks, url: () => double.url };
  const double: StripeDouble = {
    url: '',
    settings: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
      STRIPE_API_URL: '',
    },
    faults: noFaults(),
    store,
    webhooks,
    sender,
    requests: [],
    sendTo: (url) => void (webhookUrl = url),
    act: (session, action) => void actAsCustomer(parts, session, action),
    openDispute: (session) => openDispute(parts, session),
    closeDispute: (dispute, status) => closeDispute(parts, dispute, status),
    endPayout: (payout, status, failureCode = 'account_closed') => endPayout(parts, payout, status, failureCode),
    checkAccount: (account, outcome) => checkAccount(parts, account, outcome),
    addAccount(account) {
      store.put(null, makeAccount({ id: account, country: 'GB', email: null }));
      checkAccount(parts, account, 'verified');
    },
    advancePeriod: (subscription, outcome) => advancePeriod(parts, subscription, outcome),
    payOpenInvoices: (subscription) => payOpenInvoices(parts, subscription),
    endSubscription: (subscription) => endSubscription(parts, subscription, 'payment_failed'),
    async close() {
      sender.close();
      await listening.stop(0);
    },
  };

  const app = new Hono();
  serveApi(app, double, [...paymentRoutes(parts), ...accountRoutes(parts), ...billingRoutes(parts)]);
  servePages(app, parts);
  serveControl(app, double);
  app.onError((error, c) => {
    if (error instanceof StripeFault) return c.json(error.body, error.status as 400);
    throw error;
  });
  app.notFound((c) =>
    c.json(
      {
        error: { type: 'invalid_request_error', message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).` },
      },
      404,
    ),
  );

  const listening = await listen((request) => app.fetch(request), { host: '127.0.0.1', port });
  double.url = `http://127.0.0.1:${listening.port}`;
  double.settings.STRIPE_API_URL = double.url;
  return double;
}

function serveApi(app: Hono, double: StripeDouble, routes: readonly Route[]): void {
  const replays = new Replays();

  app.use('/v1/*', async (c, next) => {
    double.requests.push(`${c.req.method} ${c.req.path}`);
    const fault = takeFault(double.faults);
    if (fault === 'hang') return new Promise<Response>(() => undefined);
    if (fault === 'fail') return c.json(broken, 500);
    if (c.req.header('Authorization') !== `Bearer ${double.settings.STRIPE_SECRET_KEY}`)
      throw new StripeFault(401, { message: 'Invalid API Key provided: sk_test_***' });
    await next();
    if (fault === 'lose') c.res = c.json(broken, 500);
    return undefined;
  });

  for (const route of routes)
    app.on(route.method, route.path, async (c) => {
      const account = c.req.header('Stripe-Account') ?? null;
      if (account !== null && !double.store.find(account))
        throw new StripeFault(403, {
          code: 'account_invalid',
          message: `The provided key does not have access to account '${account}'.`,
        });
      const body = route.method === 'GET' ? new URL(c.req.url).search : await c.req.text();
      const key = c.req.header('Idempotency-Key');
      const request = `${c.req.method} ${c.req.path} ${body}`;
      const scope = `${account} ${key}`;
      const replayed = key === undefined || route.method === 'GET' ? null : replays.find(scope, request);
      if (replayed)
        return new Response(replayed.body, {
          status: replayed.status,
          headers: { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' },
        });
      const params = readParams(new URLSearchParams(body));
      checkParams(params, route.allowed);
      const made = route.run({ account, params, path: c.req.param() as Record<string, string> });
      const answer = JSON.stringify(double.store.expand(made, params));
      if (key !== undefined && route.method !== 'GET') replays.keep(scope, { request, status: 200, body: answer });
      return new Response(answer, { headers: { 'Content-Type': 'application/json' } });
    });
}

const broken = { error: { type: 'api_error', message: 'An unknown error occurred' } };

function servePages(app: Hono, parts: Double): void {
  const sessionOf = (c: Context) => {
    const found = parts.store.find<Session>(c.req.param('id') ?? '');
    if (found?.value.object !== 'checkout.session') throw new StripeFault(404, { message: 'No such page' });
    return found.value;
  };
  app.get('/pay/:id', (c) => c.html(paymentPage(sessionOf(c), c.req.query('declined') !== undefined)));
  app.post('/pay/:id', async (c) => {
    const session = sessionOf(c);
    const { action } = await c.req.parseBody();
    if (action === 'cancel') return c.redirect(session.cancel_url ?? `/pay/${session.id}`, 303);
    if (action === 'decline') {
      actAsCustomer(parts, session.id, 'decline');
      return c.redirect(`/pay/${session.id}?declined`, 303);
    }
    actAsCustomer(parts, session.id, action === 'pay_available' ? action : 'pay');
    return c.redirect(session.success_url!.replace('{CHECKOUT_SESSION_ID}', session.id), 303);
  });
  app.get('/card/:id', (c) => c.html(cardPage()));
  app.post('/card/:id', async (c) => {
    const { last4 } = await c.req.parseBody();
    return c.redirect(enterCard(parts, c.req.param('id'), last4 as string), 303); // the page's button
  });
  app.get('/receipts/:id', (c) => c.text(`Receipt for ${c.req.param('id')} (test service)`));
  app.get('/onboarding/:id', (c) => c.html(onboardingPage(parts.store.get(null, c.req.param('id'), 'account'))));
  app.post('/onboarding/:id', async (c) => {
    const { outcome } = await c.req.parseBody();
    checkAccount(parts, c.req.param('id'), outcome as AccountOutcome); // one of the page's buttons
    return c.redirect(c.req.query('back') ?? '/', 303);
  });
}

/** Each takes JSON and answers `{ok: true}`. */
function serveControl(app: Hono, double: StripeDouble): void {
  const control = (name: string, run: (given: Given) => void) =>
    app.post(`/_double/${name}`, async (c) => {
      run((await c.req.json().catch(() => ({}))) as Given);
      return c.json({ ok: true });
    });
  control('act', ({ session, action }) => double.act(session, action));
  control('dispute', ({ session, dispute, status }) =>
    dispute === undefined
      ? void double.openDispute(session)
      : double.closeDispute(dispute, status === 'won' ? 'won' : 'lost'),
  );
  control('payout', ({ payout, status, failure_code: code }) =>
    double.endPayout(payout, status === 'failed' ? 'failed' : 'paid', code),
  );
  control('account', ({ account, outcome }) => double.checkAccount(account, outcome as AccountOutcome));
  control('period', ({ subscription, outcome }) => double.advancePeriod(subscription, outcome as PeriodOutcome));
  control('pay-invoices', ({ subscription }) => double.payOpenInvoices(subscription));
  control('end-subscription', ({ subscription }) => double.endSubscription(subscription));
  // One event once more, signed so many seconds ago.
  control('resend', ({ event, age_seconds: age }) => {
    const found = double.webhooks.events.find(({ id }) => id === event);
    if (!found) throw new StripeFault(404, { message: 'No such event' });
    double.webhooks.resend(found, age);
  });
  // { skip, hang, fail, lose }: the next so many requests. { duplicate }: copies of each later webhook. { reorder }: the next so many webhooks.
  control('faults', ({ duplicate, reorder, ...kinds }) => {
    for (const kind of ['skip', 'hang', 'fail', 'lose'] as const)
      double.faults[kind] = kinds[kind] ?? double.faults[kind];
    if (duplicate !== undefined) double.sender.duplicates = duplicate;
    if (reorder !== undefined) double.sender.reorder(reorder);
  });
  app.get('/_double/events', (c) => c.json(double.webhooks.events));
}

/** What testers send; it is not checked, since a wrong name throws. */
interface Given {
  session: string;
  action: CustomerAction;
  dispute?: string;
  status?: string;
  payout: string;
  failure_code?: string;
  account: string;
  outcome?: string;
  subscription: string;
  event?: string;
  age_seconds?: number;
  skip?: number;
  hang?: number;
  fail?: number;
  lose?: number;
  duplicate?: number;
  reorder?: number;
}
