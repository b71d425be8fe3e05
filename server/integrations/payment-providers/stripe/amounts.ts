import { exponentOf } from '../../../platform/currency.ts';

// Stripe's minor units are not always ours: it counts forint, krónur or rupiah in hundredths, of which only whole ones are charged
// (https://docs.stripe.com/currencies#special-cases).

/** Those that Stripe counts whole, as we do. */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));

export const stripeExponentOf = (currency: string): number =>
  whole.has(currency.toUpperCase()) ? 0 : Math.max(2, exponentOf(currency));

const factorOf = (currency: string): number => 10 ** (stripeExponentOf(currency) - exponentOf(currency));

export const toStripeAmount = (amount: number, currency: string): number => amount * factorOf(currency);

export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / factorOf(currency));

/** Rounded up: the wallet must not have more than there is. */
export const fromStripeFee = (fee: number, currency: string): number => Math.ceil(fee / factorOf(currency));
