import type Stripe from 'stripe';
import type { AccountState, ProviderResult } from '../provider.ts';
import type { StripeSettings } from '../stripe.ts';
import { toAccountState } from './account-state.ts';
import { requestStripe, isoOf, makeStripe } from './client.ts';

/** Restaurants' own accounts below the platform's. */
export interface StripeAccounts {
  /** Repeated with the same `key`, it is the same account. */
  create(request: { key: string; country: string; email: string; name: string }): Promise<ProviderResult<AccountState>>;
  read(account: string): Promise<ProviderResult<AccountState>>;
  /** A secret for Stripe's embedded components, good for one page, and the page of Stripe's own where the owner enters the details. */
  openSetup(request: { account: string; returnUrl: string }): Promise<ProviderResult<AccountSetup>>;
}

export interface AccountSetup {
  clientSecret: string;
  /** Of the secret, ISO. */
  expiresAt: string;
  onboardingUrl: string;
}

export function openStripeAccounts(settings: StripeSettings): StripeAccounts {
  const stripe = makeStripe(settings);
  return {
    create: ({ key, country, email, name }) =>
      requestStripe(async () => {
        const params: Stripe.AccountCreateParams = {
          country,
          email,
          business_profile: { name },
          // Galley shows payments and pays out, so the platform collects the details and carries losses.
          controller: {
            fees: { payer: 'account' },
            losses: { payments: 'application' },
            requirement_collection: 'application',
            stripe_dashboard: { type: 'none' },
          },
          capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
          settings: { payouts: { schedule: { interval: 'manual' } } },
          metadata: { restaurant_id: key },
        };
        return toAccountState(await stripe.accounts.create(params, { idempotencyKey: `account:${key}` }));
      }),
    read: (account) => requestStripe(async () => toAccountState(await stripe.accounts.retrieve(account))),
    openSetup: ({ account, returnUrl }) =>
      requestStripe(async () => {
        const { client_secret, expires_at } = await stripe.accountSessions.create({
          account,
          components: {
            account_onboarding: { enabled: true },
            notification_banner: { enabled: true },
            payments: { enabled: true },
            payouts: { enabled: true },
          },
        });
        const link = await stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          refresh_url: returnUrl,
          return_url: returnUrl,
        });
        return { clientSecret: client_secret, expiresAt: isoOf(expires_at), onboardingUrl: link.url };
      }),
  };
}
