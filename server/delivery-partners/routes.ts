import { and, eq } from 'drizzle-orm';
import * as contract from '../../contract/delivery-partners/calls.ts';
import { limits } from '../pipeline/limits.ts';
import { take } from '../db/rate-limits.ts';
import { delivery_partners } from '../db/schema/channels.ts';
import { refuseAddress } from '../integrations/safe-request.ts';
import { defineHandler, refuse, type Handler } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { newId } from '../platform/ids.ts';
import { openPartnerSecrets, sealPartnerSecrets } from './secrets.ts';

export type PartnerRow = typeof delivery_partners.$inferSelect;

const getRenda = defineHandler(contract.getRenda, async (c) => {
  const row = await findPartner(c.db, c.restaurantId);
  return row && toPartner(row);
});

/** Nothing is called here: a transaction must not wait for the network. With a health path a job looks whether the partner answers. */
const saveRenda = defineHandler(contract.saveRenda, async (c) => {
  const exceeded = await take(c.accounts, limits.channelEntries, c.restaurantId, c.now);
  if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
  // Nothing of Renda's interface is public, so no field is required.
  const { api_key, webhook_secret, ...given } = c.body ?? {};
  const base_url = given.base_url?.trim().replace(/\/+$/, '') || given.base_url;
  const refusal = base_url ? refuseAddress(base_url) : null;
  if (refusal) return refuse('invalid_fields', { field_errors: { base_url: refusal } });
  const present = await findPartner(c.db, c.restaurantId);
  const id = present?.id ?? newId(c.now);
  const key = { restaurantId: c.restaurantId, id };
  const known = openPartnerSecrets(c.env, key, present?.secrets_sealed ?? null);
  const secrets = {
    api_key: api_key === undefined ? known.api_key : api_key,
    webhook_secret: webhook_secret === undefined ? known.webhook_secret : webhook_secret,
  };
  // A key belongs to its address: whoever changes the address enters the key again, or it would go to a stranger.
  const isElsewhere = present?.base_url != null && base_url !== undefined && base_url !== present.base_url;
  if (isElsewhere && api_key === undefined) secrets.api_key = null;
  const at = c.now.toISOString();
  const fields = {
    ...given,
    ...(base_url !== undefined && { base_url: base_url || null }),
    secrets_sealed: sealPartnerSecrets(c.env, key, secrets),
    api_key_last4: secrets.api_key && secrets.api_key.length > 16 ? secrets.api_key.slice(-4) : '',
    has_api_key: secrets.api_key !== null,
    has_webhook_secret: secrets.webhook_secret !== null,
    status: 'saved_not_verified' as const,
    updated_at: at,
  };
  const [row] = present
    ? await c.db.update(delivery_partners).set(fields).where(own(c.restaurantId)).returning()
    : await c.db
        .insert(delivery_partners)
        .values({ restaurant_id: c.restaurantId, id, partner: 'renda', adapter: 'http', created_at: at, ...fields })
        .returning();
  if (row!.adapter === 'http' && row!.base_url !== null && row!.health_path !== null)
    await c.enqueue('delivery.check', { restaurant_id: c.restaurantId });
  return toPartner(row!);
});

export const routes: Handler[] = [getRenda, saveRenda];

const own = (restaurantId: string) =>
  and(eq(delivery_partners.restaurant_id, restaurantId), eq(delivery_partners.partner, 'renda'));

async function findPartner(db: Tx, restaurantId: string): Promise<PartnerRow | null> {
  const [row] = await db.select().from(delivery_partners).where(own(restaurantId));
  return row ?? null;
}

/** The partners that were saved; today Renda or none. */
export async function listPartners(db: Tx, restaurantId: string): Promise<contract.DeliveryPartner[]> {
  const row = await findPartner(db, restaurantId);
  return row ? [toPartner(row)] : [];
}

const toPartner = ({
  restaurant_id: _,
  secrets_sealed: __,
  created_at: ___,
  updated_at: ____,
  ...row
}: PartnerRow): contract.DeliveryPartner => row;
