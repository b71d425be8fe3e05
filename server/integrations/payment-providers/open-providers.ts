import { systemClock, type Clock } from '../../platform/clock.ts';
import { openPaystack, type Paystack, type PaystackSettings } from './paystack.ts';
import type { PaymentProvider } from './provider.ts';
import { openStripe, type StripeSettings } from './stripe.ts';

/** The payment providers that this installation has keys for. */
export interface PaymentProviders {
  stripe: PaymentProvider | null;
  paystack: Paystack | null;
}

export interface ProviderSettings {
  /** Null: no payments through Stripe. */
  stripe: StripeSettings | null;
  paystack: PaystackSettings | null;
}

export const openProviders = (
  { stripe, paystack }: ProviderSettings,
  clock: Clock = systemClock,
): PaymentProviders => ({
  stripe: stripe && openStripe(stripe),
  paystack: paystack && openPaystack(paystack, clock),
});
