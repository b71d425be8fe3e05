const formats = new Map<string, Intl.NumberFormat>();

/** `amount` in minor units, formatted for people: 3840 GBP → "£38.40". */
export function money(amount: number, currency: string, locale = 'en-GB'): string {
  return formatOf(currency, locale).format(amount / 10 ** exponentOf(currency));
}

/** Decimal digits of a currency: GBP 2, JPY 0, KWD 3. */
export function exponentOf(currency: string): number {
  return formatOf(currency, 'en-GB').resolvedOptions().maximumFractionDigits ?? 2;
}

/** Minor units as a plain decimal, for a form or a spreadsheet: 1150 GBP → "11.50". */
export function decimal(amount: number, currency: string): string {
  const exponent = exponentOf(currency);
  return (amount / 10 ** exponent).toFixed(exponent);
}

/** An amount to show beside a field, as it may be typed there: "11.50", "1150", "11.500". */
export const exampleAmount = (currency: string, units = 11.5): string => {
  const exponent = exponentOf(currency);
  return decimal(exponent === 0 ? units * 100 : units * 10 ** exponent, currency);
};

/** Typed text in minor units; null if it is not an amount of this currency. A comma counts as the decimal point. */
export function parseMoney(text: string, currency: string): number | null {
  const exponent = exponentOf(currency);
  const match = /^\p{Sc}?\s*(\d{1,7})(?:[.,](\d*))?$/u.exec(text.trim());
  if (!match) return null;
  const [, whole = '', part = ''] = match;
  if (part.length > exponent) return null;
  return Number(whole) * 10 ** exponent + Number(part.padEnd(exponent, '0') || 0);
}

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    formats.set(key, format);
  }
  return format;
}
