import { unwrapped } from '../../../contract/csv.ts';
import { readAmount, type AmountFault, type NumberFormat } from '../../../contract/number-format.ts';

/** A value, or why there is none, as text for the report. */
export type Read<T> = { value: T } | { wrong: string };

const MAX_PRICE = 100_000_000;
const MAX_QUANTITY = 10_000;

/** Trims the text, collapses spaces and takes off what a spreadsheet wraps a text in. */
export const squeeze = (text: string | undefined) => unwrapped((text ?? '').replace(/[\s\u00a0]+/g, ' '));

/** "2", "2 x", "2.0" or "1,000" by the file's format. */
export function readQuantity(text: string, format: NumberFormat): Read<number> {
  const read = readAmount(text.replace(/(?<=\d)\s*x$|^x\s*(?=\d)/i, ''), format, 0);
  if ('fault' in read && read.fault === 'doubt') return { wrong: inDoubt('quantity', text) };
  const value = 'amount' in read ? read.amount : 0;
  if (value < 1) return { wrong: `the quantity "${text}" is not a whole number of 1 or more` };
  return value > MAX_QUANTITY ? { wrong: `the quantity ${value} is more than ${MAX_QUANTITY}` } : { value };
}

/** In minor units, by the file's format. */
export function readPrice(text: string, format: NumberFormat, exponent: number): Read<number> {
  const read = readAmount(text, format, exponent);
  if ('fault' in read) return { wrong: faults[read.fault](text, exponent) };
  return read.amount > MAX_PRICE ? { wrong: `the price "${text}" is too high` } : { value: read.amount };
}

/** What was taken off, in minor units: an amount with or without a minus, or a share of `total`. */
export function readDiscount(text: string, format: NumberFormat, exponent: number, total: number): Read<number> {
  if (text === '') return { value: 0 };
  const share = /^[-−(]?\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*%\)?$/.exec(text);
  if (share) return { value: Math.round((Math.min(100, Number(share[1]!.replace(',', '.'))) * total) / 100) };
  const read = readAmount(text.replace(/^[-−]\s*|^\((.*)\)$/, '$1'), format, exponent);
  if ('fault' in read) return { wrong: faults[read.fault](text, exponent).replace('price', 'discount') };
  return { value: read.amount };
}

const inDoubt = (what: string, text: string) =>
  `the ${what} "${text}" can be read in two ways, and the file's other numbers do not tell which: write it with decimals, or without the sign`;

const faults: Record<AmountFault, (text: string, exponent: number) => string> = {
  not_amount: (text) => `the price "${text}" is not an amount`,
  negative: (text) => `the price "${text}" is negative`,
  decimals: (text, exponent) => `the price "${text}" has more than ${exponent} decimals`,
  doubt: (text) => inDoubt('price', text),
};
