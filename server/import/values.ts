/** A value, or why there is none, as text for the report. */
export type Read<T> = { value: T } | { wrong: string };

const MAX_PRICE = 100_000_000;
const MAX_QUANTITY = 10_000;

/** Trims the text and collapses spaces. */
export const squeeze = (text: string | undefined) => (text ?? '').replace(/[\s\u00a0]+/g, ' ').trim();

export function readQuantity(text: string): Read<number> {
  const parts = /^(\d+)(?:[.,]0+)?\s*x?$/i.exec(text);
  const value = Number(parts?.[1]);
  if (!parts || value < 1) return { wrong: `the quantity "${text}" is not a whole number of 1 or more` };
  return value > MAX_QUANTITY ? { wrong: `the quantity ${value} is more than ${MAX_QUANTITY}` } : { value };
}

/**
 * "£1,234.50", "12,95 €" or "0.8" in minor units. The last point or comma is the decimal separator, except in "1,234". Ignores currency
 * signs, codes and spaces.
 */
export function readPrice(text: string, exponent: number): Read<number> {
  const bare = text.replace(/^(\p{Sc}|[a-z]{3}\b)|(\p{Sc}|\b[a-z]{3})$/giu, '').replace(/[\s\u00a0'’]/g, '');
  if (!/^-?\d[\d.,]*$|^-?[.,]\d+$/.test(bare)) return { wrong: `the price "${text}" is not an amount` };
  if (bare.startsWith('-')) return { wrong: `the price "${text}" is negative` };
  const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const tail = at < 0 ? '' : bare.slice(at + 1);
  const isThousands = tail.length === 3 && exponent !== 3 && /^[1-9]\d*(,\d{3})+$|^[1-9]\d*(\.\d{3}){2,}$/.test(bare);
  const whole = (isThousands || at < 0 ? bare : bare.slice(0, at)).replace(/[.,]/g, '');
  const decimals = isThousands ? '' : tail.replace(/0+$/, '');
  if (decimals.length > exponent) return { wrong: `the price "${text}" has more than ${exponent} decimals` };
  const value = Number(`${whole}${decimals.padEnd(exponent, '0')}`);
  return value > MAX_PRICE ? { wrong: `the price "${text}" is too high` } : { value };
}
