import type { BankProvider, HostedProvider } from '../../../contract/payments/providers.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { settingsOf } from '../../platform/setting.ts';
import { openPaystack, paystack } from './paystack.ts';
import type { BankConnectedProvider, PaymentProvider } from './provider.ts';
import { openStripe, stripe } from './stripe.ts';

/** The payment providers that this installation has keys for. */
export type PaymentProviders = {
  [K in HostedProvider]: (K extends BankProvider ? BankConnectedProvider : PaymentProvider) | null;
};

/** Null: no payments through it. */
export const providerSettings = settingsOf({ ...stripe.shape, ...paystack.shape }, (given) => ({
  stripe: stripe.read(given),
  paystack: paystack.read(given),
}));
export type ProviderSettings = ReturnType<typeof providerSettings.read>;

export const openProviders = (settings: ProviderSettings, clock: Clock = systemClock): PaymentProviders => ({
  stripe: settings.stripe && openStripe(settings.stripe),
  paystack: settings.paystack && openPaystack(settings.paystack, clock),
});
