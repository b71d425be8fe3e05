/** Decimals of a currency: 2 for GBP, 0 for JPY, 3 for KWD. */
export const exponentOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
