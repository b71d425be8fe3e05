import type Stripe from 'stripe';
import { makeAccount } from './objects.ts';
import { fieldsOf, need, newStripeId, StripeFault } from './request.ts';
import type { Double, Route } from './routes.ts';

const HOUR_SECONDS = 3600;

/** Connected accounts and their set-up. */
export function accountRoutes({ store, webhooks, url }: Double): Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/accounts',
      allowed: [
        'country',
        'email',
        'business_profile.name',
        'controller.fees.payer',
        'controller.losses.payments',
        'controller.requirement_collection',
        'controller.stripe_dashboard.type',
        'capabilities.*.requested',
        'settings.payouts.schedule.interval',
        'metadata.*',
      ],
      run({ params }) {
        const country = need(params, 'country');
        if (!/^[A-Z]{2}$/.test(country))
          throw new StripeFault(400, {
            code: 'country_unsupported',
            message: `Country '${country}' is unknown.`,
            param: 'country',
          });
        const made = makeAccount({
          country,
          email: params.get('email') ?? null,
          metadata: fieldsOf(params, 'metadata'),
        });
        webhooks.emit('account.updated', made.id, store.put(null, made));
        return made;
      },
    },
    {
      method: 'GET',
      path: '/v1/accounts/:id',
      allowed: [],
      run: ({ path }) => store.get(null, path['id']!, 'account'),
    },
    {
      method: 'POST',
      path: '/v1/account_sessions',
      allowed: ['account', 'components.*.enabled'],
      run({ params }) {
        const { id } = store.get(null, need(params, 'account'), 'account');
        return {
          object: 'account_session',
          account: id,
          client_secret: newStripeId('accs_secret'),
          expires_at: store.now() + HOUR_SECONDS,
          livemode: false,
        } satisfies Omit<Stripe.AccountSession, 'components'>;
      },
    },
    {
      method: 'POST',
      path: '/v1/account_links',
      allowed: ['account', 'type', 'refresh_url', 'return_url'],
      run({ params }) {
        const { id } = store.get(null, need(params, 'account'), 'account');
        const back = encodeURIComponent(need(params, 'return_url'));
        const created = store.now();
        const made = { object: 'account_link' as const, created, expires_at: created + HOUR_SECONDS };
        return { ...made, url: `${url()}/onboarding/${id}?back=${back}` } satisfies Stripe.AccountLink;
      },
    },
  ];
}

export type AccountOutcome = 'verified' | 'checking' | 'details_missing' | 'rejected';

/** What comes of the details that the owner entered. */
export function checkAccount({ store, webhooks }: Double, id: string, outcome: AccountOutcome): void {
  const account = store.get<Stripe.Account>(null, id, 'account');
  const isReady = outcome === 'verified';
  const state = isReady ? 'active' : outcome === 'checking' ? 'pending' : 'inactive';
  account.details_submitted = true;
  account.charges_enabled = isReady;
  account.payouts_enabled = isReady;
  account.capabilities = { card_payments: state, transfers: state };
  account.requirements = {
    ...account.requirements!,
    currently_due: outcome === 'details_missing' ? ['individual.verification.document'] : [],
    disabled_reason: isReady ? null : disabledReasons[outcome],
  };
  webhooks.emit('account.updated', id, account);
}

const disabledReasons = {
  checking: 'requirements.pending_verification',
  details_missing: 'requirements.past_due',
  rejected: 'rejected.other',
} as const;
