import { sampleOf, type Sample } from '../sample.ts';
import * as account from './calls.ts';

export const samples: Sample[] = [
  sampleOf(account.getStorage, () => ({})),
  sampleOf(account.getDeletion, () => ({})),
  // Nothing is to be cancelled, which is fine.
  sampleOf(account.cancelDeletion, () => ({})),
];
