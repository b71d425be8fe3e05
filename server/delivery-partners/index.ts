import { area } from '../area.ts';
import { deliveryPartnerJobs } from './check-job.ts';
import { routes } from './routes.ts';
import { partnerSecretsLocation } from './secrets.ts';

export const deliveryPartners = area({
  name: 'delivery-partners',
  handlers: routes,
  jobs: ({ env }) => deliveryPartnerJobs(env),
  sealed: [
    {
      table: 'delivery_partners',
      key: ['restaurant_id', 'id'],
      column: 'secrets_sealed',
      location: ({ restaurant_id, id }) => partnerSecretsLocation({ restaurantId: restaurant_id!, id: id! }),
      set: `secrets_sealed = $1,
            has_api_key = has_api_key AND $1::text IS NOT NULL,
            has_webhook_secret = has_webhook_secret AND $1::text IS NOT NULL`,
    },
  ],
  tables: {
    delivery_partners: {
      key: 'id',
      leftOut: ['secrets_sealed', 'api_key_last4', 'has_api_key', 'has_webhook_secret'],
      isImported: false,
    },
  },
});
