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
export type OrderChannel = z.infer<typeof OrderChannel>;
