import { sampleOf, type Sample } from '../sample.ts';
import * as delivery from './calls.ts';

export const samples: Sample[] = [
  sampleOf(delivery.list, () => ({})),
  sampleOf(delivery.create, ({ newId }) => ({
    body: {
      id: newId(),
      name: 'Riverside',
      area: { location_type: 'postcodes', postcodes: ['se1 9', 'SE10'] },
      fee_amount: 250,
      fee_tiers: [{ min_order_amount: 3000, fee_amount: 100 }],
      min_order_amount: 1200,
      free_over_amount: 5000,
    },
  })),
  sampleOf(delivery.edit, ({ deliveryLocationId }) => ({
    path: { id: deliveryLocationId },
    body: { fee_amount: 300, area: { location_type: 'radius', center: { lat: 51.5, lng: -0.1 }, radius_m: 2500 } },
  })),
  sampleOf(delivery.remove, ({ deliveryLocationId }) => ({ path: { id: deliveryLocationId } })),
];
