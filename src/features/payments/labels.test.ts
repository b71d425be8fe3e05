import { expect, test } from 'vitest';
import { disputeText } from './labels.ts';

test('a dispute says who keeps the money and where to answer', () => {
  expect(disputeText({ provider: 'stripe' })).toBe(
    'The customer’s bank disputes this payment. Stripe keeps the money until that is decided. Answer the dispute in your Stripe account before its deadline; the outcome shows here.',
  );
  expect(disputeText({ provider: 'custom' })).toContain('at the provider before its deadline');
});
