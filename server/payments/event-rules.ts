import type pg from 'pg';
import type { Env } from '../env.ts';
import type { OnlineProvider } from '../../contract/payments/providers.ts';
import type { ProviderEvent } from '../integrations/payment-providers/provider.ts';
import { openStripeAccounts } from '../integrations/payment-providers/stripe/accounts.ts';
import { applyCheckout, type Outcome } from './online/apply-checkout.ts';
import { applyDispute } from './online/apply-dispute.ts';
import { applyRefund } from './online/apply-refund.ts';
import { clientOf, findCheckout, locateCheckout, type Checkout, type CheckoutKey } from './online/checkouts.ts';
import type { MoneyContext } from './online/money-context.ts';
import type { CheckoutServices } from './online/open-checkout.ts';
import { Hook } from '../platform/event.ts';
import { readBackCheckout } from './online/read-back.ts';
import { applyAccountState } from './provider-accounts.ts';

export interface EventServices extends CheckoutServices {
  owner: pg.Pool;
  env: CheckoutServices['env'] & Pick<Env, 'stripe'>;
}

export interface Located {
  restaurantId: string;
  /** Of events about a checkout. */
  checkoutId?: string;
  /** Of events about a payout: ours. */
  withdrawalReference?: string;
}

type EventOf<K extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: K }>;
type Source = { provider: OnlineProvider; now: Date };

/** What is done about one kind of event. */
export interface EventRule<K extends ProviderEvent['kind']> {
  /** Whose event it is; may ask the provider. Null: nobody's here, which is noted. */
  locate(services: EventServices, event: EventOf<K>, source: Source): Promise<Located | null>;
  /** In one transaction of the restaurant. It may run again for the same event, and in any order with others. */
  apply(c: MoneyContext, event: EventOf<K>, at: Located & Source & { isRead: boolean }): Promise<Outcome>;
  /** Asks the provider for the state of now when `apply` cannot tell whether the event is news. Null: it does not say. */
  read?(services: EventServices, event: EventOf<K>): Promise<EventOf<K> | null>;
}

/** What `apply` answers to an event of the same second as what is known. */
export const UNCLEAR = 'same_second';

/** What is written of an event by what it told about a state. */
export const outcomes = { newer: null, older: 'outdated', unclear: UNCLEAR, unknown: 'outdated' } as const;

export type EventRules = { [K in ProviderEvent['kind']]?: EventRule<K> };

/** Rules of later areas for their kinds of events. */
export const moreEventRules = new Hook<EventRules>('rules of events of payment providers');

/** Null: events of this kind are not needed. */
export const eventRuleOf = <K extends ProviderEvent['kind']>(kind: K): EventRule<K> | null =>
  [rules, ...moreEventRules.entries].find((some) => some[kind])?.[kind] ?? null;

const rules: EventRules = {
  checkout: {
    locate: ({ owner }, { checkout }, { provider }) => locateCheckout(owner, provider, checkout),
    apply: (c, event, at) => withCheckout(c, event, at, (row) => applyCheckout(c, row, event.checkout)),
  },
  refund: {
    locate: (services, event, source) => locatePaid(services, event, source, event.refund.checkoutReference),
    apply: (c, event, at) => withCheckout(c, event, at, (row) => applyRefund(c, row, event.refund)),
  },
  dispute: {
    locate: (services, event, source) => locatePaid(services, event, source, event.dispute.checkoutReference),
    apply: (c, event, at) => withCheckout(c, event, at, (row) => applyDispute(c, row, event.dispute)),
  },
  account: {
    // An account speaks for itself.
    locate: async ({ owner }, { account, state }, { provider }) =>
      account === state.account ? locateAccount(owner, provider, account) : null,
    apply: async ({ db }, { state, occurredAt: at }, { restaurantId, provider, isRead }) =>
      outcomes[await applyAccountState(db, { restaurantId, provider, state, at, isEvent: !isRead })],
    async read({ env }, event) {
      const read = env.stripe && (await openStripeAccounts(env.stripe).read(event.state.account));
      return read?.kind === 'answer' ? { ...event, state: read.value } : null;
    },
  },
};

async function locateAccount(owner: pg.Pool, provider: OnlineProvider, account: string): Promise<Located | null> {
  const { rows } = await owner.query<{ restaurant_id: string }>(
    'SELECT restaurant_id FROM payment_accounts WHERE provider = $1 AND account = $2',
    [provider, account],
  );
  return rows[0] ? { restaurantId: rows[0].restaurant_id } : null;
}

async function withCheckout(
  c: MoneyContext,
  { account }: ProviderEvent,
  { checkoutId }: Located,
  apply: (row: Checkout) => Promise<Outcome>,
): Promise<Outcome> {
  const row = checkoutId === undefined ? null : await findCheckout(c.db, c.restaurantId, checkoutId);
  if (!row) return 'unknown_checkout';
  // Whoever owns an account can name any checkout in it.
  if (account !== null && account !== row.provider_account) return 'other_account';
  return apply(row);
}

/** A checkout that must have been paid: if its own event is late, the provider is asked. */
async function locatePaid(
  services: EventServices,
  { account }: ProviderEvent,
  { provider, now }: Source,
  reference: string | null,
): Promise<CheckoutKey | null> {
  if (reference === null) return null;
  const key = await locateCheckout(services.owner, provider, { reference, checkoutId: null });
  if (key) {
    await readBackCheckout(services, key, now);
    return key;
  }
  // It may name the checkout otherwise than we do.
  const client = clientOf(services.providers, provider);
  const answer = client && account !== null ? await client.readCheckout(account, reference) : null;
  if (answer?.kind !== 'answer') return null;
  const named = await locateCheckout(services.owner, provider, answer.value);
  if (named) await readBackCheckout(services, named, now);
  return named;
}
