export interface Amount {
  /** In major units, as it was read. */
  value: number;
  symbol: string | null;
  /** Digits behind the point: a menu writes all its prices alike. */
  decimals: number;
  /** 1, or less when a letter had to be taken for a digit or a symbol. */
  trust: number;
}

/** Stands for the sign of a currency that the OCR does not know. */
export const UNKNOWN_SIGN = '¤';

const symbols: Record<string, string | null> = {
  [UNKNOWN_SIGN]: null,
  '£': 'GBP',
  '€': 'EUR',
  $: 'USD',
  '¥': 'JPY',
  '₦': 'NGN',
  '₹': 'INR',
  '₵': 'GHS',
  '₺': 'TRY',
  '₩': 'KRW',
  zł: 'PLN',
  // The OCR knows no ł.
  zt: 'PLN',
  zl: 'PLN',
  kr: 'SEK',
  chf: 'CHF',
  gbp: 'GBP',
  eur: 'EUR',
  usd: 'USD',
  ngn: 'NGN',
  ghs: 'GHS',
  kes: 'KES',
  ksh: 'KES',
  rs: 'INR',
  'rs.': 'INR',
  inr: 'INR',
  aed: 'AED',
  pln: 'PLN',
  zar: 'ZAR',
};
const names = Object.keys(symbols)
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/[$.]/g, String.raw`\$&`))
  .join('|');
const number = String.raw`(\d{1,3}(?:[.,'’]\d{3})+|\d{1,6})(?:[.,·](\d{1,2}))?`;
const whole = new RegExp(`^(${names})?${number}(${names}|[.,]?[-–—]+)?$`, 'i');

/** The currency of a symbol as it stands on a menu, or null. */
export function findCurrency(symbol: string | null): string | null {
  return symbol ? (symbols[symbol.toLowerCase()] ?? null) : null;
}

export function isSymbol(text: string): boolean {
  return text.toLowerCase() in symbols;
}

/** The amount of "£4.50", "4,50 €", "$12", "12.-", "1.250,00" and of what an OCR makes of them; null for what is no price. */
export function parseAmount(text: string): Amount | null {
  const bare = text
    .replace(/\s+/g, '')
    .replace(/^[([{'"‘’“”]+|[)\]}'"‘’“”;:*]+$/g, '')
    // "Oysters – 4"
    .replace(/^[-–—]+(?=[£€$₦]?\d)/, '')
    .replace(/[.,]$/, '');
  if (!/\d/.test(bare) || bare.length > 14) return null;
  const exact = read(bare, 1);
  if (exact) return exact;
  // "E4.50", "f4.50", "S12": the pound, the euro and the dollar, misread. With three digits, so that "E10" stays a word.
  const misread =
    /^([EfFLeC&#]|S|8)(\d{1,3}[.,]\d{2})$/.exec(bare) ??
    /^(S)(\d{1,3})$/.exec(bare) ??
    /^([EfFL])(\d{3,4})$/.exec(bare);
  if (misread)
    return read((misread[1] === 'S' || misread[1] === '8' ? '$' : '£') + misread[2], /[.,]/.test(bare) ? 0.75 : 0.5);
  // "N4,500", "#4,500": a naira without its sign.
  const naira = /^[N#]([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{2,5})$/.exec(bare);
  if (naira) return read(`₦${naira[1]}`, 0.9);
  // "£15:95", "7-45": a point read as something else.
  const point = /^([£€$]?\d{1,3})[:-](\d{2})$/.exec(bare);
  if (point) return read(`${point[1]}.${point[2]}`, 0.55);
  const digits = bare
    .replace(/(?<=[\d.,£€$])[OoQD]|[OoQD](?=[\d.,])/g, '0')
    .replace(/(?<=[\d.,£€$])[lI|!]|[lI|!](?=[\d.,])/g, '1')
    .replace(/(?<=[\d.,£€$])S/g, '5')
    .replace(/(?<=[\d.,£€$])B/g, '8');
  return digits === bare || !/[.,£€$]/.test(digits) ? null : read(digits, 0.6);
}

function read(text: string, trust: number): Amount | null {
  const match = whole.exec(text);
  if (!match) return null;
  const [, before, integer, decimals = '', after] = match;
  if (before && after && isSymbol(after)) return null;
  const value = Number(`${integer!.replace(/\D/g, '')}.${decimals.padEnd(2, '0')}`);
  // A leading nought without a point is a telephone number or a time.
  if (/^0\d/.test(integer!) || value === 0) return null;
  return {
    value,
    symbol: before ?? (after && isSymbol(after) ? after : null),
    decimals: decimals.length,
    trust,
  };
}
