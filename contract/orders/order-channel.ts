import * as z from 'zod/mini';

/** Where an order comes from. */
export const orderChannels = [
  'website',
  'whatsapp',
  'chatbot',
  'phone',
  'walk_in',
  'qr_table',
  'delivery_partner',
  'api',
] as const;
export const OrderChannel = z.enum(orderChannels);
/** Those where the restaurant itself sells: the others bring orders that were placed elsewhere. */
export const ownChannels = ['website', 'qr_table', 'phone', 'walk_in', 'whatsapp', 'chatbot'] as const;
export type OrderChannel = z.infer<typeof OrderChannel>;
