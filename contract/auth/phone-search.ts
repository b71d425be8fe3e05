import { plainDigits, sameDigits, type PhoneFields } from './phone.ts';

/** Shorter ones are numbers of orders more often than parts of telephone numbers. */
const SEARCH_DIGITS = 4;
/** With other words beside it, a word may be a shorter part. */
export const TERM_DIGITS = 3;

/** The digits of a stored number, among which numbers are searched. In SQL: `phone_digits`. */
export const phoneDigits = (stored: string | null | undefined): string =>
  (stored ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');

/**
 * What the numbers of a stored text are compared by; none: nobody can be called on it. In SQL, without the other ways to write a number:
 * `phone_numbers`.
 */
export const phoneKeys = (stored: string | null | undefined): string[] => [
  ...new Set(
    plainDigits(stored ?? '')
      .split(/[^\d\s().+/-]+|\s[-/]\s|(?=\+)/)
      .map(phoneDigits)
      .flatMap((digits) => (digits.length < NUMBER_DIGITS ? [] : sameDigits(digits)[0])),
  ),
];
const NUMBER_DIGITS = 5;

export const phoneKeysOf = ({ phone, phone_raw }: PhoneFields): string[] =>
  phone_raw === null ? phoneKeys(phone) : [...new Set([...phoneKeys(phone), ...phoneKeys(phone_raw)])];

/**
 * What a search looks for among the digits of stored numbers; one of them has to occur. Empty: the text is no part of a telephone number.
 * Lists on the device and calls of the API use it, for orders, customers and reservations alike. Words may stand behind a whole number.
 */
export function phoneNeedles(typed: string, atLeast = SEARCH_DIGITS): string[] {
  const text = plainDigits(typed).trim();
  const number = /^[+(]*\d[\d\s().\-/]*/.exec(text)?.[0] ?? '';
  const digits = phoneDigits(number);
  if (digits.length < (number === text ? atLeast : WHOLE_DIGITS)) return [];
  const isAbroad = /^\D*(?:\+|00)/.test(text);
  // "+44 (0)7700 900142": the zero after the country's code is dialled at home only. Codes have one to three digits.
  const without = [1, 2, 3].filter((at) => isAbroad && digits[at] === '0' && digits.length > SEARCH_DIGITS + at);
  // Brazil's ninth digit, without the country's code as well.
  const ninth = /^\d\d[6-9]\d{7}$/.test(digits) ? [`${digits.slice(0, 2)}9${digits.slice(2)}`] : [];
  return [
    ...new Set([
      digits,
      ...without.map((at) => digits.slice(0, at) + digits.slice(at + 1)),
      ...sameDigits(digits),
      ...ninth,
    ]),
  ];
}
const WHOLE_DIGITS = 9;

export const hasNeedle = (stored: string | null | undefined, needles: readonly string[]): boolean =>
  needles.some((needle) => phoneDigits(stored).includes(needle));
