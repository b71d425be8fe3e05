import type { TakenMethod } from '../../../../contract/payments/calls.ts';

/** How money can be taken by hand, the usual one first. */
export const takenMethods: [TakenMethod, string][] = [
  ['cash', 'Cash'],
  ['card', 'Card machine'],
  ['bank_transfer', 'Bank transfer'],
  ['mobile_money', 'Mobile money'],
  ['other', 'Other'],
];
