import type { Actor } from '../../../contract/fields.ts';
import type { OnlineProvider } from '../../db/schema/payments.ts';

export const providerNames: Record<OnlineProvider, string> = {
  stripe: 'Stripe',
  paystack: 'Paystack',
  custom: 'Payment gateway',
};

/** Who changed a row when a provider reported something. */
export const providerActor = (provider: OnlineProvider): Actor => ({
  kind: 'system',
  id: null,
  name: providerNames[provider],
});
