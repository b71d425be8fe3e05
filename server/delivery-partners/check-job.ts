import type { Env } from '../env.ts';
import { openHttpPartner } from '../integrations/delivery-partners/generic-http.ts';
import { manualPartner } from '../integrations/delivery-partners/manual.ts';
import type { DeliveryPartner } from '../integrations/delivery-partners/partner.ts';
import { publicReach, type Reach } from '../integrations/safe-request.ts';
import type { JobRun } from '../jobs/jobs.ts';
import type { PartnerRow } from './routes.ts';
import { openPartnerSecrets } from './secrets.ts';

/** The client of a restaurant's delivery partner, as it was set up. */
function openPartner(env: Env, row: PartnerRow, reach: Reach = publicReach): DeliveryPartner {
  if (row.adapter === 'manual' || row.base_url === null) return manualPartner;
  const secrets = openPartnerSecrets(env, { restaurantId: row.restaurant_id, id: row.id }, row.secrets_sealed);
  return openHttpPartner(
    {
      baseUrl: row.base_url,
      apiKey: secrets.api_key,
      healthPath: row.health_path,
      webhookSecret: secrets.webhook_secret,
    },
    reach,
  );
}

/** Asks the partner's health path once. `verified` says that it answers, no more. */
export const deliveryPartnerJobs = (env: Env, reach: Reach = publicReach): Record<string, JobRun> => ({
  'delivery.check': async ({ restaurant_id: restaurantId }, { owner, clock }) => {
    const { rows } = await owner.query<PartnerRow>(
      "SELECT * FROM delivery_partners WHERE restaurant_id = $1 AND partner = 'renda'",
      [restaurantId],
    );
    const [row] = rows;
    if (!row) return;
    const isThere = await openPartner(env, row, reach)
      .check()
      // Neither a name that leads into a private network nor one that does not answer is tried again by itself.
      .catch(() => false);
    if (isThere === null) return;
    await owner.query(
      'UPDATE delivery_partners SET status = $3, checked_at = $4 WHERE restaurant_id = $1 AND id = $2 AND secrets_sealed = $5',
      [row.restaurant_id, row.id, isThere ? 'verified' : 'not_reached', clock.now().toISOString(), row.secrets_sealed],
    );
  },
});
