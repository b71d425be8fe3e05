import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { Id, Instant, text, trimmedText } from '../fields.ts';

/** How the restaurant's delivery partner is reached. Secrets are written and never returned. */
export const DeliveryPartner = z.object({
  id: Id,
  partner: z.literal('renda'),
  /** `manual`: couriers are called by phone. `http`: over the partner's own address. */
  adapter: z.enum(['manual', 'http']),
  base_url: z.nullable(z.string()),
  health_path: z.nullable(z.string()),
  pickup_location_id: z.nullable(z.string()),
  has_api_key: z.boolean(),
  api_key_last4: z.string(),
  has_webhook_secret: z.boolean(),
  /** `verified` and `not_reached` only with a health path: nothing else tells whether the address and the key are right. */
  status: z.enum(['saved_not_verified', 'verified', 'not_reached']),
  checked_at: z.nullable(Instant),
});
export type DeliveryPartner = z.infer<typeof DeliveryPartner>;

const secret = z
  .string()
  .check(z.trim(), z.regex(/^[\x21-\x7e]{1,1000}$/, 'One word of at most 1000 letters, digits and signs'));

/** Fields that are left out stay as they are; null clears one. */
export const RendaConfig = z.strictObject({
  adapter: z.optional(z.enum(['manual', 'http'])),
  base_url: z.optional(z.nullable(text(500))),
  health_path: z.optional(z.nullable(z.string().check(z.regex(/^\/[\w\-./~]{0,200}$/, 'A path such as /health')))),
  pickup_location_id: z.optional(z.nullable(trimmedText(200))),
  api_key: z.optional(z.nullable(secret)),
  webhook_secret: z.optional(z.nullable(secret)),
});
export type RendaConfig = z.infer<typeof RendaConfig>;

const path = '/api/v1/restaurant/integrations/renda/config';

export const getRenda = call('deliveryPartners.getRenda', 'GET', path, {
  access: 'chats.setup',
  offline: read,
  reply: z.nullable(DeliveryPartner),
  addition: true,
  summary: 'How Renda is reached; null if nothing was saved',
});

/** An address is https and public; 422 otherwise. */
export const saveRenda = call('deliveryPartners.saveRenda', 'POST', path, {
  access: 'chats.setup',
  offline: online('provider_setup'),
  body: RendaConfig,
  isBodyOptional: true,
  reply: DeliveryPartner,
  summary: 'Save how Renda is reached',
});
