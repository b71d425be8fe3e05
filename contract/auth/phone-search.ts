import { plainDigits } from './phone.ts';

/** Shorter ones are numbers of orders more often than parts of telephone numbers. */
const SEARCH_DIGITS = 4;
/** With other words beside it, a word may be a shorter part. */
export const TERM_DIGITS = 3;

/** The digits of a stored number, by which numbers are searched and compared. In SQL: `phone_digits`. */
export const phoneDigits = (stored: string | null | undefined): string =>
  (stored ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');

/**
 * What a search looks for among the digits of stored numbers; one of them has to occur. Empty: the text is no part of a telephone number.
 * Lists on the device and calls of the API use it, for orders, customers and reservations alike.
 */
export function phoneNeedles(typed: string, atLeast = SEARCH_DIGITS): string[] {
  const text = plainDigits(typed).trim();
  if (!/^[+(]*\d[\d\s().\-/]*$/.test(text)) return [];
  const digits = phoneDigits(text);
  if (digits.length < atLeast) return [];
  const isAbroad = /^\D*(?:\+|00)/.test(text);
  // "+44 (0)7700 900142": the zero after the country's code is dialled at home only. Codes have one to three digits.
  const without = [1, 2, 3].filter((at) => isAbroad && digits[at] === '0' && digits.length > SEARCH_DIGITS + at);
  return [digits, ...without.map((at) => digits.slice(0, at) + digits.slice(at + 1))];
}

export const hasNeedle = (stored: string | null | undefined, needles: readonly string[]): boolean =>
  needles.some((needle) => phoneDigits(stored).includes(needle));
