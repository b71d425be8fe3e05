import { sampleOf, type Sample } from '../sample.ts';
import * as promotions from './calls.ts';

export const samples: Sample[] = [
  sampleOf(promotions.list, () => ({ query: { promotion_status: 'active' } })),
  sampleOf(promotions.get, ({ promotionId }) => ({ path: { id: promotionId } })),
  sampleOf(promotions.create, (rows) => ({
    body: {
      id: rows.newId(),
      name: 'Early bird',
      promotion_type: 'percentage',
      value_bp: 1000,
      code: `E${rows.newId().slice(-10)}`,
    },
  })),
  sampleOf(promotions.edit, ({ promotionId }) => ({ path: { id: promotionId }, body: { min_order_amount: 1500 } })),
  sampleOf(promotions.pause, ({ promotionId }) => ({ path: { id: promotionId }, body: {} })),
  sampleOf(promotions.resume, ({ promotionId }) => ({ path: { id: promotionId }, body: {} })),
  sampleOf(promotions.archive, ({ promotionId }) => ({ path: { id: promotionId }, body: {} })),
  sampleOf(promotions.remove, ({ promotionId }) => ({ path: { id: promotionId }, body: {} })),
];
