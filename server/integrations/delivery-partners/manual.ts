import type { Delivery, DeliveryPartner } from './partner.ts';

/** Own riders, or a partner that is called by phone: everything is noted, and nobody is asked. */
export const manualPartner: DeliveryPartner = {
  check: () => Promise.resolve(null),
  quote: () => Promise.resolve(null),
  create: ({ reference }) => Promise.resolve(noted(reference, 'requested')),
  cancel: (id) => Promise.resolve(noted(id, 'cancelled')),
  track: (id) => Promise.resolve(noted(id, 'unknown')),
  readWebhook: () => null,
};

const noted = (delivery_id: string, status: Delivery['status']): Delivery => ({
  delivery_id,
  status,
  tracking_url: null,
});
