import type { Wallet } from './calls.ts';

/** What a withdrawal of `amount` costs, minor units, rounded up; never more than the amount. */
export const feeOf = (
  amount: number,
  { fee_fixed_amount, fee_bp }: Pick<Wallet, 'fee_fixed_amount' | 'fee_bp'>,
): number => Math.min(amount, fee_fixed_amount + Math.ceil((amount * fee_bp) / 10_000));
