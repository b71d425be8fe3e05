import type { Wallet } from '../../contract/withdrawals/calls.ts';
import { exponentOf } from '../platform/currency.ts';

type Limits = Pick<Wallet, 'min_withdrawal_amount' | 'max_withdrawal_amount' | 'fee_fixed_amount' | 'fee_bp'>;

/** Smallest and largest amount, and the fee; in whole units of the currency. Others: see `limitsOf`. */
const byCurrency: Record<string, { min: number; max: number; fee: number }> = {
  GBP: { min: 1, max: 250_000, fee: 0 },
  EUR: { min: 1, max: 250_000, fee: 0 },
  USD: { min: 1, max: 250_000, fee: 0 },
  // The fee of Paystack's most expensive step, so that the balance always covers it.
  NGN: { min: 1000, max: 10_000_000, fee: 50 },
  GHS: { min: 20, max: 50_000, fee: 8 },
  KES: { min: 500, max: 1_000_000, fee: 80 },
  ZAR: { min: 50, max: 500_000, fee: 3 },
};
const others = { min: 1, max: 250_000, fee: 0 };
/** Currencies without decimals have small units. */
const othersWithoutDecimals = { min: 100, max: 25_000_000, fee: 0 };

/** What one withdrawal may be and costs; minor units. */
export function limitsOf(currency: string): Limits {
  const exponent = exponentOf(currency);
  const { min, max, fee } = byCurrency[currency] ?? (exponent === 0 ? othersWithoutDecimals : others);
  const minor = 10 ** exponent;
  return {
    min_withdrawal_amount: min * minor,
    max_withdrawal_amount: max * minor,
    fee_fixed_amount: fee * minor,
    fee_bp: 0,
  };
}
