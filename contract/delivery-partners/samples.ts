import { sampleOf, type Sample } from '../sample.ts';
import * as deliveryPartners from './calls.ts';

export const samples: Sample[] = [
  sampleOf(deliveryPartners.saveRenda, () => ({
    body: { base_url: 'https://delivery.example', api_key: 'a-key', pickup_location_id: 'kitchen-1' },
  })),
  sampleOf(deliveryPartners.getRenda, () => ({})),
];
