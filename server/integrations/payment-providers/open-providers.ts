import type { Env } from '../../env.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { openPaystack, type Paystack } from './paystack.ts';
import type { PaymentProvider } from './provider.ts';
import { openStripe } from './stripe.ts';

/** The payment providers that this installation has keys for. */
export interface PaymentProviders {
  stripe: PaymentProvider | null;
  paystack: Paystack | null;
}

export const openProviders = (
  { stripe, paystack }: Pick<Env, 'stripe' | 'paystack'>,
  clock: Clock = systemClock,
): PaymentProviders => ({
  stripe: stripe && openStripe(stripe),
  paystack: paystack && openPaystack(paystack, clock),
});
