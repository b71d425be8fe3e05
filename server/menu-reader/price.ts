export interface Amount {
  /** In major units, as it was read. */
  value: number;
  symbol: string | null;
  /** Digits behind the point: a menu writes all its prices alike. */
  decimals: number;
  /** "2.500": either thousands, as `value` has it, or a price with three digits behind the point. See `settleThirds`. */
  hasThirds?: boolean;
  /** 1, or less when a letter had to be taken for a digit or a symbol. */
  trust: number;
}

/** Stands for the sign of a currency that the OCR does not know. */
export const UNKNOWN_SIGN = '¤';

/** In any case. */
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
  '₱': 'PHP',
  '₫': 'VND',
  '฿': 'THB',
  '₪': 'ILS',
  us$: 'USD',
  a$: 'AUD',
  c$: 'CAD',
  s$: 'SGD',
  hk$: 'HKD',
  nt$: 'TWD',
  r$: 'BRL',
  yen: 'JPY',
  kr: 'SEK',
  'kr.': 'DKK',
  ksh: 'KES',
  kshs: 'KES',
  rs: 'INR',
  'rs.': 'INR',
  dhs: 'AED',
  fcfa: 'XOF',
  kč: 'CZK',
  // What the OCR makes of it.
  'k¢': 'CZK',
  ...Object.fromEntries(
    (
      'AED AUD BDT BHD BRL CAD CHF CLP COP CZK DKK EGP EUR GBP GHS HKD HUF IDR ILS INR IQD ISK JOD JPY KES KRW KWD LKR LYD MAD MXN MYR ' +
      'NGN NOK NPR NZD OMR PHP PKR PLN QAR RON RWF SAR SEK SGD THB TND TRY TWD TZS UAH UGX USD VND XAF XOF ZAR'
    )
      .split(' ')
      .map((code) => [code.toLowerCase(), code]),
  ),
};
/** Only as they are written here: they would be words or abbreviations otherwise. */
const exactSymbols: Record<string, string> = {
  KD: 'KWD',
  'K.D.': 'KWD',
  BD: 'BHD',
  'B.D.': 'BHD',
  RO: 'OMR',
  'R.O.': 'OMR',
  JD: 'JOD',
  DT: 'TND',
  QR: 'QAR',
  SR: 'SAR',
  SAR: 'SAR',
  LE: 'EGP',
  TL: 'TRY',
  RM: 'MYR',
  Rp: 'IDR',
  'Rp.': 'IDR',
  Tk: 'BDT',
  Ft: 'HUF',
  R: 'ZAR',
};
const toPattern = (list: object) =>
  Object.keys(list)
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$.]/g, String.raw`\$&`))
    .join('|');
const names = toPattern(symbols);
const exactNames = toPattern(exactSymbols);
const number = String.raw`(\d{1,3}(?:[.,'’]\d{3})+|\d{1,6})(?:[.,·](\d{1,2}))?`;
const whole = new RegExp(`^(${names})?${number}(${names}|[.,:]?/?[-–—]+)?$`, 'i');
const exactWhole = new RegExp(`^(${exactNames})?${number}(${exactNames})?$`);
/** "0.500", "1,250.500": what follows the last sign cannot be thousands. */
const threeDecimals = /^(?<integer>0|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,))[.,](?<decimals>\d{3})$/;

/** The currency of a symbol as it stands on a menu, or null. */
export function findCurrency(symbol: string | null): string | null {
  return symbol ? (exactSymbols[symbol] ?? symbols[symbol.toLowerCase()] ?? null) : null;
}

export function isSymbol(text: string): boolean {
  return text in exactSymbols || text.toLowerCase() in symbols;
}

/** The amount of a currency with `exponent` digits behind the point: in one with three, "2.500" is two and a half. */
export function settleThirds<A extends Amount>(amount: A, exponent: number): A {
  return amount.hasThirds && exponent === 3 ? { ...amount, value: amount.value / 1000, decimals: 3 } : amount;
}

/** The amount of "£4.50", "4,50 €", "$12", "12.-", "1.250,00" and of what an OCR makes of them; null for what is no price. */
export function parseAmount(text: string): Amount | null {
  const bare = text
    .replace(/\s+/g, '')
    .replace(/^[([{'"‘’“”]+|[)\]}'"‘’“”;:*]+$/g, '')
    // "Oysters – 4"
    .replace(/^[-–—]+(?=[£€$₦]?\d)/, '')
    // "12.50pp", "3.20 each"
    .replace(/(?<=\d)(pp|p\.p|ea|each)$/i, '')
    .replace(/[.,/]$/, '');
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
  const naira = /^[N#§]([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{2,5})$/.exec(bare);
  if (naira) return read(`₦${naira[1]}`, 0.9);
  // "Y650", "V1,200": a yen.
  const yen = /^[YV]([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{2,4})$/.exec(bare);
  if (yen) return read(`¥${yen[1]}`, 0.8);
  // "45k", as whole thousands are written.
  const thousands = /^(Rp\.?|IDR|₫)?([1-9]\d{1,2})k$/i.exec(bare);
  if (thousands) return read(`${thousands[1] ?? ''}${thousands[2]}000`, 0.9);
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
  const match = exactWhole.exec(text) ?? whole.exec(text);
  if (!match) return null;
  const [, before, integer, decimals = '', after] = match;
  if (before && after && isSymbol(after)) return null;
  const symbol = before ?? (after && isSymbol(after) ? after : null);
  const fine = decimals === '' ? threeDecimals.exec(integer!)?.groups : undefined;
  const value = fine
    ? Number(`${fine.integer!.replace(/\D/g, '')}.${fine.decimals}`)
    : Number(`${integer!.replace(/\D/g, '')}.${decimals.padEnd(2, '0')}`);
  // A leading nought without a point is a telephone number or a time.
  if ((/^0\d/.test(integer!) && !fine) || value === 0) return null;
  const hasThirds = !fine && decimals === '' && /^\d{1,3}[.,]\d{3}$/.test(integer!);
  return { value, symbol, decimals: fine ? 3 : decimals.length, ...(hasThirds ? { hasThirds } : {}), trust };
}
