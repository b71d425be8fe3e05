import { area } from '../area.ts';
import { moreEventRules } from '../payments/event-rules.ts';
import { catchUpSubscriptions } from './catch-up.ts';
import { eventRules } from './event-rules.ts';
import { subscriptionRoutes } from './routes.ts';
import { HOUR, MINUTE } from '../jobs/periodic.ts';

export const subscriptions = area({
  name: 'subscriptions',
  handlers: subscriptionRoutes,
  periodic: (services) => [
    {
      name: 'subscriptions',
      everyMs: HOUR,
      firstAfterMs: 5 * MINUTE,
      run: (now) => catchUpSubscriptions({ ...services, owner: services.pools.owner, app: services.pools.app }, now),
    },
  ],
  on: [moreEventRules.add(eventRules)],
  tables: {
    subscriptions: { key: 'id', leftOut: ['provider_customer', 'provider_reference'], isImported: false },
    subscription_invoices: { key: 'id', leftOut: ['provider_reference', 'pdf_url'], isImported: false },
  },
});
