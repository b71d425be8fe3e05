import type { BankProvider, HostedProvider } from '../../../contract/payments/providers.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { openPaystack, type PaystackSettings } from './paystack.ts';
import type { BankConnectedProvider, PaymentProvider } from './provider.ts';
import { openStripe, type StripeSettings } from './stripe.ts';

/** The payment providers that this installation has keys for. */
export type PaymentProviders = {
  [K in HostedProvider]: (K extends BankProvider ? BankConnectedProvider : PaymentProvider) | null;
};

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
