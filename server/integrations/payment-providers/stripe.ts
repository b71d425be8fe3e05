import type Stripe from 'stripe';
import { TransientError, type Movement, type PaymentProvider, type ProviderResult } from './provider.ts';
import { checkoutParams, refundParams, toCheckout, toRefund, toSettlement } from './stripe/checkout.ts';
import { requestStripe, idOf, makeStripe } from './stripe/client.ts';
import { readEvents } from './stripe/events.ts';
import { payoutParams, recipientParams, toMovement, toPayout, toRecipient } from './stripe/payouts.ts';
import * as z from 'zod/mini';
import { allOrNone, bare, isStandIn, service, settingsOf } from '../../platform/setting.ts';

export interface StripeSettings {
  secretKey: string;
  /** For the pages. Null: Stripe's embedded components are not offered. */
  publishableKey: string | null;
  /** Signs events of the platform's own account, such as subscriptions. */
  webhookSecret: string;
  /** Signs events of restaurants' accounts. */
  connectWebhookSecret: string;
  /** Without a trailing slash. */
  url: string;
  isDouble: boolean;
}

export const stripe = settingsOf(
  {
    STRIPE_SECRET_KEY: z.optional(z.string()),
    STRIPE_PUBLISHABLE_KEY: z.optional(z.string()),
    STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
    STRIPE_CONNECT_WEBHOOK_SECRET: z.optional(z.string()),
    STRIPE_API_URL: service('https://api.stripe.com'),
  },
  ({ STRIPE_API_URL, STRIPE_PUBLISHABLE_KEY: publishableKey = null, ...secrets }): StripeSettings | null => {
    const given = allOrNone(secrets);
    if (!given) return null;
    const url = bare(STRIPE_API_URL);
    return {
      secretKey: given.STRIPE_SECRET_KEY,
      publishableKey,
      webhookSecret: given.STRIPE_WEBHOOK_SECRET,
      connectWebhookSecret: given.STRIPE_CONNECT_WEBHOOK_SECRET,
      url,
      isDouble: isStandIn(url),
    };
  },
);

/** Stripe as a payment provider: each restaurant has an account of its own, and customers pay to it directly. */
export function openStripe(settings: StripeSettings): PaymentProvider {
  const stripe = makeStripe(settings);
  const secrets = [settings.webhookSecret, settings.connectWebhookSecret];

  /** The checkout's session; `reference` may be that of its payment intent or charge. */
  async function findSession(stripeAccount: string, reference: string): Promise<Stripe.Checkout.Session> {
    const options = { stripeAccount };
    const expand = ['payment_intent.latest_charge.balance_transaction'];
    if (reference.startsWith('cs_')) return stripe.checkout.sessions.retrieve(reference, { expand }, options);
    const charge = reference.startsWith('pi_') ? null : await stripe.charges.retrieve(reference, {}, options);
    const intent = charge ? charge.payment_intent && idOf(charge.payment_intent) : reference;
    const found = intent ? await stripe.checkout.sessions.list({ payment_intent: intent }, options) : null;
    const [session] = found?.data ?? [];
    if (!session) throw new NoCheckout();
    return stripe.checkout.sessions.retrieve(session.id, { expand }, options);
  }

  async function requestSession<T>(
    account: string,
    reference: string,
    read: (session: Stripe.Checkout.Session) => T,
  ): Promise<ProviderResult<T>> {
    try {
      return await requestStripe(async () => read(await findSession(account, reference)));
    } catch (error) {
      if (error instanceof NoCheckout) return noCheckout;
      throw error;
    }
  }

  return {
    name: 'stripe',
    isDouble: settings.isDouble,

    openCheckout: (request) =>
      requestStripe(async () => {
        const options = { stripeAccount: request.account, idempotencyKey: request.key };
        return toCheckout(await stripe.checkout.sessions.create(checkoutParams(request), options));
      }),
    readCheckout: (account, reference) => requestSession(account, reference, (session) => toCheckout(session)),
    async closeCheckout(account, reference) {
      const closed = await requestStripe(async () =>
        toCheckout(await stripe.checkout.sessions.expire(reference, {}, { stripeAccount: account })),
      );
      // Stripe refuses it for one that is paid or expired.
      return closed.kind === 'answer' ? closed : requestSession(account, reference, (session) => toCheckout(session));
    },
    readSettlement: (account, reference) => requestSession(account, reference, toSettlement),

    async refund(request) {
      const found = await requestSession(
        request.account,
        request.checkoutReference,
        ({ payment_intent: intent }) => intent,
      );
      if (found.kind === 'refused') return found;
      const intent = found.value && idOf(found.value);
      if (!intent) return { kind: 'refused', code: 'not_paid', message: 'This payment was not made at Stripe.' };
      return requestStripe(async () => {
        const options = { stripeAccount: request.account, idempotencyKey: request.key };
        return toRefund(await stripe.refunds.create(refundParams(request, intent), options));
      });
    },
    readRefund: (account, reference) =>
      requestStripe(async () => toRefund(await stripe.refunds.retrieve(reference, {}, { stripeAccount: account }))),

    // Owners enter their bank's own code; Stripe has no list and tells no names.
    listBanks: async () => ({ kind: 'answer', value: [] }),
    resolveBankAccount: async () => ({ kind: 'answer', value: null }),
    addRecipient: (account, bank) =>
      requestStripe(async () => {
        const added = await stripe.accounts.createExternalAccount(account, recipientParams(bank));
        if (added.object !== 'bank_account')
          throw new TransientError('Stripe answers with something else than a bank account');
        return toRecipient(added);
      }),
    removeRecipient: (account, reference) =>
      requestStripe(async () => {
        await stripe.accounts.deleteExternalAccount(account, reference);
        return null;
      }),

    payOut: (request) =>
      requestStripe(async () => {
        const options = { stripeAccount: request.account, idempotencyKey: request.ourReference };
        return toPayout(await stripe.payouts.create(payoutParams(request), options));
      }),
    findPayout: (account, ourReference) =>
      requestStripe(async () => {
        for await (const payout of stripe.payouts.list({ limit: PAGE }, { stripeAccount: account }))
          if (payout.metadata?.['reference'] === ourReference) return toPayout(payout);
        return null;
      }),

    listMovements: (account, { from, to }) =>
      requestStripe(async () => {
        const options = { stripeAccount: account };
        const created = { gte: secondsOf(from), lt: secondsOf(to) };
        const checkouts = new Map<string, string | null>();
        const checkoutOf = async (intent: string) => {
          if (!checkouts.has(intent)) {
            const { data } = await stripe.checkout.sessions.list({ payment_intent: intent }, options);
            checkouts.set(intent, data[0]?.id ?? null);
          }
          return checkouts.get(intent) ?? null;
        };
        // In one go instead of one request for each payment. A session lives for a day.
        const opened = { gte: created.gte - DAY_SECONDS, lt: created.lt };
        for await (const { id, payment_intent: intent } of stripe.checkout.sessions.list(
          { created: opened, limit: PAGE },
          options,
        ))
          if (intent) checkouts.set(idOf(intent), id);
        const movements: Movement[] = [];
        const query = { created, limit: PAGE, expand: ['data.source'] };
        for await (const booked of stripe.balanceTransactions.list(query, options))
          movements.push(await toMovement(booked, checkoutOf));
        return movements;
      }),

    readWebhook: (request) => readEvents(stripe, secrets, request),
  };
}

const PAGE = 100;
const DAY_SECONDS = 86_400;
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

class NoCheckout extends Error {}
const noCheckout = { kind: 'refused', code: 'resource_missing', message: 'Stripe has no such checkout.' } as const;
