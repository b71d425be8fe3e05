import { sampleOf, type Sample } from '../sample.ts';
import * as dashboard from './calls.ts';

export const samples: Sample[] = [
  sampleOf(dashboard.insights, () => ({})),
  sampleOf(dashboard.soldOutLosses, () => ({})),
  sampleOf(dashboard.ratings, () => ({})),
  sampleOf(dashboard.orders, () => ({})),
];
