import * as z from 'zod/mini';
import { call, online } from '../call.ts';
import { Instant, operationFields } from '../fields.ts';

/** What a page needs to let an owner enter the details of the restaurant's account at Stripe. */
export const StripeSetup = z.object({
  /** Stripe's id. */
  account: z.string(),
  /** For Stripe's embedded components: short-lived, for one page, never stored. */
  client_secret: z.string(),
  /** Null: embedded components are not offered here. */
  publishable_key: z.nullable(z.string()),
  /** Of the secret. */
  expires_at: Instant,
  /** The same on a page of Stripe's own. */
  onboarding_url: z.string(),
});
export type StripeSetup = z.infer<typeof StripeSetup>;

/**
 * Creates the restaurant's account at Stripe once and opens its set-up; each answer is a new one. 404 `stripe_not_configured`; 422
 * `provider_refused` with Stripe's sentence; 503 `provider_unavailable`.
 */
export const openStripeSetup = call(
  'payments.openStripeSetup',
  'POST',
  '/api/v1/restaurant/payments/setup/stripe/account-session-id',
  {
    access: 'money.move',
    offline: online('provider_setup'),
    isBodyOptional: true,
    body: z.strictObject({ ...operationFields }),
    reply: StripeSetup,
    summary: "Open the set-up of the restaurant's account at Stripe",
  },
);
