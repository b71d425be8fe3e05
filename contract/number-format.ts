/** What a point or comma means that has exactly three digits behind it, as in "25.000". */
type Meaning = 'decimal' | 'grouping' | 'doubt';

/** How a file, or a person, writes numbers. Only numbers that can be read in two ways need it. */
export interface NumberFormat {
  '.': Meaning;
  ',': Meaning;
}

/** A currency and its decimals: GBP 2, JPY 0, KWD 3. */
export interface AmountUnit {
  currency: string;
  exponent: number;
}

export type AmountFault = 'not_amount' | 'negative' | 'decimals' | 'doubt';
export type ReadAmount = { amount: number } | { fault: AmountFault };

type Sign = keyof NumberFormat;

const inDoubt: NumberFormat = { '.': 'doubt', ',': 'doubt' };

/**
 * How a file writes its numbers. The first group of cells that shows a decimal sign decides ("1.200,00", "8.5"), so the surest comes first;
 * without one, the currency decides. Where cells contradict each other, "6,500" stays in doubt.
 */
export function decideNumberFormat(
  groups: readonly Iterable<string>[],
  unit: AmountUnit,
  otherwise: NumberFormat = usualFormat(unit),
): NumberFormat {
  for (const cells of groups) {
    const shown = { '.': false, ',': false };
    for (const cell of cells) {
      const written = parse(cell);
      // "12.5" is no amount of yen, so it says nothing about how yen are written.
      const isAmount = written && withoutZeros(written.decimals).length <= unit.exponent;
      // Nor does "1.250.000 ₫" say that its writer never sets a comma between thousands.
      const isPlain = written?.decimals === '' && isWhole(unit);
      if (isAmount && !isPlain && !written.open && written.sign) shown[written.sign] = true;
    }
    if (shown['.'] && shown[',']) return inDoubt;
    // Who writes "8.00" does not write 45.000 as "45.000", and there are no thousandths of a rupiah.
    const decimal = isWhole(unit) ? 'doubt' : 'decimal';
    if (shown['.']) return { '.': decimal, ',': 'grouping' };
    if (shown[',']) return { '.': 'grouping', ',': decimal };
  }
  return otherwise;
}

/** What "25.000" and "25,000" are in the countries of the currency, where nothing else tells. */
function usualFormat(unit: AmountUnit): NumberFormat {
  // A thousandth of a dinar is a coin; in Iraq it was one.
  if (unit.currency === 'IQD') return { '.': 'doubt', ',': 'grouping' };
  if (isWhole(unit)) return { '.': 'grouping', ',': 'grouping' };
  if (unit.exponent === 3) return { '.': 'decimal', ',': eitherSign.has(unit.currency) ? 'decimal' : 'doubt' };
  if (eitherSign.has(unit.currency)) return inDoubt;
  return decimalComma.has(unit.currency) ? { '.': 'grouping', ',': 'decimal' } : { '.': 'decimal', ',': 'grouping' };
}

/** Of what a person types into a form, and of our own exports, which write a point and all decimals of the currency. */
export function typedFormat(unit: AmountUnit): NumberFormat {
  if (unit.exponent === 3) return { '.': 'decimal', ',': 'decimal' };
  const usual = usualFormat(unit);
  const asTyped = (meaning: Meaning) => (meaning === 'decimal' ? 'doubt' : meaning);
  return { '.': asTyped(usual['.']), ',': asTyped(usual[',']) };
}

/**
 * "£1,234.50", "12,95 €", "Rp 25.000" or "0.8" in minor units. Ignores signs and codes of currencies. Zeros may follow the currency's
 * decimals.
 */
export function readAmount(text: string, format: NumberFormat, exponent: number): ReadAmount {
  const written = resolve(text, format);
  if ('fault' in written) return written;
  const decimals = withoutZeros(written.decimals);
  if (written.isNegative) return { fault: 'negative' };
  if (decimals.length > exponent) return { fault: 'decimals' };
  return { amount: Number(`${written.whole}${decimals.padEnd(exponent, '0')}`) };
}

/** A number with any decimals, such as a position or a rate. Null: it is none, or stays in doubt. */
export function readNumber(text: string, format: NumberFormat): number | null {
  const written = resolve(text, format);
  if ('fault' in written) return null;
  const value = Number(`${written.whole || '0'}.${written.decimals || '0'}`);
  return written.isNegative ? -value : value;
}

function resolve(text: string, format: NumberFormat): Written | { fault: 'not_amount' | 'doubt' } {
  const written = parse(text);
  if (!written) return { fault: 'not_amount' };
  const meaning = written.open ? format[written.open] : 'decimal';
  if (meaning === 'doubt') return { fault: 'doubt' };
  return meaning === 'decimal' ? written : { ...written, whole: written.whole + written.decimals, decimals: '' };
}

interface Written {
  whole: string;
  decimals: string;
  /** The decimal sign that it shows, be it by having the other one between thousands. */
  sign: Sign | null;
  /** Its only sign has three digits behind it: the decimal sign, or the one of thousands. */
  open: Sign | null;
  isNegative: boolean;
}

const unitName = String.raw`(?:\p{L}{0,3}\p{Sc}|[a-z]{3}|(?:rp|rs|rm|kr|ft|tl|br|fr|sh|zł|zl|kč|лв|р|r|đ)(?!\p{L}))\.?`;
const unitBefore = new RegExp(String.raw`^(-?)\s*${unitName}\s*(?=[-\d.,])`, 'iu');
const unitBehind = new RegExp(String.raw`(?<=[\d.,\-])\s*${unitName}$`, 'iu');

/** Null: no number. */
function parse(text: string): Written | null {
  // Nearly all cells of nearly all files.
  if (/^\d+(?:[.,]\d{1,2})?$/.test(text)) return { ...split(text)!, isNegative: false };
  const latin = text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', "'")
    .replaceAll('\u2212', '-')
    .trim();
  const bare = latin
    .replace(unitBefore, '$1')
    .replace(unitBehind, '')
    // "12.-" is twelve without decimals.
    .replace(/(?<=\d)[.,][-–—]{1,2}$/, '');
  const [, minus = '', inner = bare, behind = ''] = /^(-?)(.*?)(-?)$/.exec(bare)!;
  const bracketed = /^\((.*)\)$/.exec(inner);
  const number = ungroup((bracketed?.[1] ?? inner).trim());
  const parts = number === null ? null : split(number);
  return parts && { ...parts, isNegative: minus + behind !== '' || bracketed !== null };
}

/** Without the spaces and apostrophes between thousands; null: they stand elsewhere. */
function ungroup(text: string): string | null {
  if (!/[\s'’]/.test(text)) return text;
  return /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/.test(text) ? text.replace(/[\s'’]/g, '') : null;
}

const groups = { '.': /^\d{1,3}(?:\.\d{2,3})*\.\d{3}$/, ',': /^\d{1,3}(?:,\d{2,3})*,\d{3}$/ };
const other = (sign: Sign): Sign => (sign === '.' ? ',' : '.');

function split(number: string): Omit<Written, 'isNegative'> | null {
  if (!/^[\d.,]*\d[\d.,]*$/.test(number)) return null;
  const at = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  if (at < 0) return { whole: number, decimals: '', sign: null, open: null };
  const last = number[at] as Sign; // it was found as one
  const [whole, decimals] = [number.slice(0, at), number.slice(at + 1)];
  const [hasLast, hasOther] = [whole.includes(last), whole.includes(other(last))];
  if (hasLast) {
    if (hasOther || !groups[last].test(number)) return null;
    return { whole: number.replaceAll(last, ''), decimals: '', sign: other(last), open: null };
  }
  if (hasOther) {
    if (!groups[other(last)].test(whole)) return null;
    return { whole: whole.replaceAll(other(last), ''), decimals, sign: last, open: null };
  }
  const isOpen = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return { whole, decimals, sign: isOpen ? null : last, open: isOpen ? last : null };
}

const withoutZeros = (decimals: string) => decimals.replace(/0+$/, '');

const isWhole = ({ currency, exponent }: AmountUnit) => exponent === 0 || pricedWhole.has(currency);

const list = (codes: string) => new Set(codes.split(' '));
/** Have decimals on paper only: nobody prices a dish with them. */
const pricedWhole = list('ALL AMD COP CRC HUF IDR IQD IRR KHR KZT LAK LBP MGA MMK MNT MWK RSD SLL SOS SYP TZS UZS YER');
/** Written with a decimal comma where they are used. */
const decimalComma = list(
  'AOA ARS AZN BAM BGN BOB BRL BYN CUP CZK DKK GEL KGS MDL MKD MZN NOK PLN RON RUB SEK TMT TRY UAH UYU',
);
/** Used where a comma is written, and where a point is. */
const eitherSign = list('ANG AWG CAD DZD EUR MAD NAD TND XCG ZAR');
