import type { Actor } from '../../../contract/fields.ts';
import { type OnlineProvider, providers } from '../../../contract/payments/providers.ts';

/** Who changed a row when a provider reported something. */
export const providerActor = (provider: OnlineProvider): Actor => ({
  kind: 'system',
  id: null,
  name: providers[provider].label,
});
