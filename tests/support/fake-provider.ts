import {
  TransientError,
  type CheckoutState,
  type Movement,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderResult,
  type ReceivedEvent,
  type RefundState,
  type Settlement,
} from '../../server/integrations/payment-providers/provider.ts';
import { fakeBank, type FakeBank } from './fake-bank.ts';

/**
 * How a request ends. `lost`: the provider does it, and the answer never arrives. `down`: it does not arrive. `refuse`: a final no.
 */
export type Ending = 'answer' | 'lost' | 'down' | 'refuse';

type Method =
  | 'openCheckout'
  | 'readCheckout'
  | 'closeCheckout'
  | 'readSettlement'
  | 'refund'
  | 'readRefund'
  | 'listMovements';

/** A payment provider in memory. Repeated keys are recognised, as real ones do. */
export interface FakeProvider extends PaymentProvider, FakeBank {
  /** Endings of the next requests of a method; then it answers. `always`: for all from now on. */
  plan(method: Method, endings: Ending[] | { always: Ending }): void;
  /** How many requests each method had. */
  requests: Record<Method, number>;
  checkouts: Map<string, CheckoutState>;
  refunds: Map<string, RefundState>;
  /** Settlements by checkout; missing: not known yet. */
  settlements: Map<string, Settlement>;
  movements: Movement[];
  /** What open and lost disputes hold, by checkout: it cannot be refunded. */
  held: Map<string, number>;
  /** State of new refunds. */
  refundsAre: RefundState['status'];
  /** What may still be refunded of a checkout. */
  leftOf(reference: string): number;
  /** The customer pays. Returns the event. */
  pay(reference: string, fields?: Partial<CheckoutState>): ReceivedEvent;
  /** An event about the state of now. */
  tellCheckout(reference: string): ReceivedEvent;
  settleRefund(reference: string, status: RefundState['status'], failureMessage?: string): ReceivedEvent;
  event(event: ProviderEvent): ReceivedEvent;
  /** The request of a webhook with these events. */
  request(events: ReceivedEvent[], signature?: string): Request;
}

export const FAKE_ACCOUNT = 'acct_fake';
const SIGNATURE = 'signed';

export function fakeProvider(name: 'stripe' | 'paystack' = 'stripe', now: () => Date = () => new Date()): FakeProvider {
  const plans = new Map<Method, Ending[] | { always: Ending }>();
  const byKey = new Map<string, string>();
  const requests = {
    openCheckout: 0,
    readCheckout: 0,
    closeCheckout: 0,
    readSettlement: 0,
    refund: 0,
    readRefund: 0,
    listMovements: 0,
  };
  let count = 0;
  const next = (prefix: string) => `${prefix}_${name}_${(count += 1)}`;

  /** Does it unless it is down, and answers unless that is lost. */
  async function end<T>(method: Method, effect: () => T): Promise<ProviderResult<T>> {
    requests[method] += 1;
    const plan = plans.get(method);
    const ending = Array.isArray(plan) ? (plan.shift() ?? 'answer') : (plan?.always ?? 'answer');
    if (ending === 'down') throw new TransientError('The provider is down');
    if (ending === 'refuse') return { kind: 'refused', code: 'refused', message: 'The account is closed.' };
    const value = effect();
    if (ending === 'lost') throw new TransientError('The answer was lost');
    return { kind: 'answer', value: structuredClone(value) };
  }
  const needed = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The fake provider does not know it');
    return value;
  };

  const provider: FakeProvider = {
    ...fakeBank(),
    name,
    isDouble: true,
    requests,
    checkouts: new Map(),
    refunds: new Map(),
    settlements: new Map(),
    held: new Map(),
    movements: [],
    refundsAre: 'succeeded',
    plan: (method, endings) => void plans.set(method, endings),
    openCheckout: (request) =>
      end('openCheckout', () => {
        const reference = byKey.get(request.key) ?? next('cs');
        if (!byKey.has(request.key)) {
          byKey.set(request.key, reference);
          provider.checkouts.set(reference, {
            reference,
            checkoutId: request.checkoutId,
            url: `https://pay.example/${reference}`,
            expiresAt: new Date(now().getTime() + 24 * 3_600_000).toISOString(),
            status: 'pending',
            amount: request.amount,
            currency: request.currency,
            method: 'card',
            cardBrand: null,
            cardLast4: null,
            receiptUrl: null,
            failureCode: null,
            failureMessage: null,
            paidAt: null,
          });
        }
        return needed(provider.checkouts.get(reference));
      }),
    readCheckout: (_account, reference) => end('readCheckout', () => needed(provider.checkouts.get(reference))),
    closeCheckout: (_account, reference) =>
      end('closeCheckout', () => {
        const open = needed(provider.checkouts.get(reference));
        if (open.status === 'pending') provider.checkouts.set(reference, { ...open, status: 'cancelled', url: null });
        return needed(provider.checkouts.get(reference));
      }),
    readSettlement: (_account, reference) => end('readSettlement', () => provider.settlements.get(reference) ?? null),
    refund: async (request) => {
      const left = provider.leftOf(request.checkoutReference);
      if (!byKey.has(request.key) && request.amount > left)
        return { kind: 'refused', code: 'charge_already_refunded', message: 'It has been refunded already.' };
      return end('refund', () => {
        const reference = byKey.get(request.key) ?? next('re');
        if (!byKey.has(request.key)) {
          byKey.set(request.key, reference);
          provider.refunds.set(reference, {
            reference,
            refundId: request.refundId,
            checkoutReference: request.checkoutReference,
            amount: request.amount,
            status: provider.refundsAre,
            failureMessage: null,
          });
        }
        return needed(provider.refunds.get(reference));
      });
    },
    leftOf(reference) {
      const given = [...provider.refunds.values()]
        .filter(({ checkoutReference, status }) => checkoutReference === reference && status !== 'failed')
        .reduce((sum, { amount }) => sum + amount, 0);
      return (provider.checkouts.get(reference)?.amount ?? 0) - given - (provider.held.get(reference) ?? 0);
    },
    readRefund: (_account, reference) => end('readRefund', () => needed(provider.refunds.get(reference))),
    listMovements: (_account, { from, to }) =>
      end('listMovements', () =>
        provider.movements.filter(({ at }) => at >= from.toISOString() && at <= to.toISOString()),
      ),
    readWebhook: ({ headers, rawBody }) =>
      headers['x-fake-signature'] === SIGNATURE
        ? (JSON.parse(new TextDecoder().decode(rawBody)) as ReceivedEvent[])
        : null,
    pay(reference, fields = {}) {
      const paid = {
        status: 'paid',
        url: null,
        cardBrand: 'visa',
        cardLast4: '4242',
        paidAt: now().toISOString(),
      } as const;
      provider.checkouts.set(reference, { ...needed(provider.checkouts.get(reference)), ...paid, ...fields });
      return provider.tellCheckout(reference);
    },
    tellCheckout: (reference) =>
      provider.event({
        kind: 'checkout',
        checkout: structuredClone(needed(provider.checkouts.get(reference))),
        account: FAKE_ACCOUNT,
        occurredAt: now().toISOString(),
      }),
    settleRefund(reference, status, failureMessage) {
      const refund = { ...needed(provider.refunds.get(reference)), status, failureMessage: failureMessage ?? null };
      provider.refunds.set(reference, refund);
      return provider.event({ kind: 'refund', refund, account: FAKE_ACCOUNT, occurredAt: now().toISOString() });
    },
    event: (event) => ({ key: next('evt'), event }),
    request: (events, signature = SIGNATURE) =>
      new Request(`http://localhost/backend/webhooks/${name}`, {
        method: 'POST',
        headers: { 'x-fake-signature': signature, 'content-type': 'application/json' },
        body: JSON.stringify(events),
      }),
  };
  return provider;
}

/** What the owner's set-up of a provider leaves. */
export async function connectProvider(
  owner: { query(sql: string, values: unknown[]): Promise<unknown> },
  restaurantId: string,
  {
    account = FAKE_ACCOUNT,
    provider = 'stripe',
  }: { account?: string; provider?: 'stripe' | 'paystack' | 'custom' } = {},
): Promise<void> {
  await owner.query(
    `INSERT INTO payment_accounts (restaurant_id, id, provider, status, account, details, mode, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $3, 'verified', $2, '{}', 'test', now(), now())`,
    [restaurantId, account, provider],
  );
}
