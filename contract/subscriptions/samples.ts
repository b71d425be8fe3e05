import { sampleOf, type Sample } from '../sample.ts';
import * as subscriptions from './calls.ts';

export const samples: Sample[] = [
  sampleOf(subscriptions.listPlans, () => ({})),
  sampleOf(subscriptions.current, () => ({})),
  sampleOf(subscriptions.subscribe, () => ({ body: { plan_id: 'starter_month', return_url: '/restaurant/settings' } })),
  sampleOf(subscriptions.cancel, () => ({ body: {} })),
  sampleOf(subscriptions.resume, () => ({ body: {} })),
  sampleOf(subscriptions.changeCard, () => ({ body: {} })),
  sampleOf(subscriptions.history, () => ({})),
];
