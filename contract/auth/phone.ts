/** Dialling codes of the countries that sign-up supports best. */
const dialling: Record<string, string> = {
  AU: '61',
  BE: '32',
  CA: '1',
  DE: '49',
  FR: '33',
  GB: '44',
  GH: '233',
  IE: '353',
  IN: '91',
  KE: '254',
  NG: '234',
  NL: '31',
  NZ: '64',
  US: '1',
  ZA: '27',
};

/**
 * The text with ASCII digits in place of those of other scripts ("٠٧٧", "０７７"), and without the invisible signs that copied numbers carry.
 * Dashes and spaces of any kind become plain ones.
 */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/\p{Nd}/gu, asciiDigit);

/** A digit of any script. In the basic plane, the ten digits of a script begin at a code point that ends in 0 or 6. */
export function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  const row = point & ~15;
  return point > 0xffff ? digit : String(point - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6));
}

/** Whether somebody can be called on it: the shortest numbers in use have five digits. */
export const isPhone = (raw: string): boolean => plainDigits(raw).replaceAll(/\D/g, '').length >= 5;

/**
 * Numbers of renumbered plans as they are dialled today, by their digits with the country's code. Old lists have the former ones, and so has
 * WhatsApp: Mexico with a 1, Brazil without the ninth digit, Benin, Gabon and Ivory Coast without what was put before all numbers.
 */
const renumbered: [before: RegExp, now: string][] = [
  [/^52(?:1|01|044|045)(\d{10})$/, '52$1'],
  [/^55(\d\d)([6-9]\d{7})$/, '55$19$2'],
  [/^225([04-9][0-3]\d{6})$/, '22501$1'],
  [/^225([04-9][4-6]\d{6})$/, '22505$1'],
  [/^225([04-9][7-9]\d{6})$/, '22507$1'],
  [/^225([23]\d8\d{5})$/, '22521$1'],
  [/^225([23]\d0\d{5})$/, '22525$1'],
  [/^225([23]\d[1-79]\d{5})$/, '22527$1'],
  [/^229(\d{8})$/, '22901$1'],
  [/^2410?([47]\d{6})$/, '2417$1'],
  [/^2410?([256]\d{6})$/, '2416$1'],
];

/** Other ways in which today's number may be stored. Argentina's mobile numbers have a 9 only when called from abroad. */
const alsoWritten: [now: RegExp, other: string][] = [
  [/^52(\d{10})$/, '521$1'],
  [/^54(\d{10})$/, '549$1'],
  [/^55(\d\d)9([6-9]\d{7})$/, '55$1$2'],
  [/^225\d\d(\d{8})$/, '225$1'],
  [/^22901(\d{8})$/, '229$1'],
  [/^241[67](\d{7})$/, '241$1'],
];

const rewritten = (rules: typeof renumbered, digits: string): string[] =>
  rules.flatMap(([from, to]) => (from.test(digits) ? [digits.replace(from, to)] : []));

/** A number in E.164 as it is dialled today. */
export const currentNumber = (phone: string): string =>
  `+${rewritten(renumbered, phone.slice(1))[0] ?? phone.slice(1)}`;

/** Every way to write a number's digits; the first is the same for all of them. */
export function sameDigits(digits: string): [string, ...string[]] {
  const key = (rewritten(renumbered, digits)[0] ?? digits).replace(/^549(?=\d{10}$)/, '54');
  return [key, ...rewritten(alsoWritten, key)];
}

/**
 * An international number as E.164, on a device that waits for the server's reading (phone-reader.ts); null: only the server can read it.
 */
export function readInternational(typed: string): string | null {
  const plain = plainDigits(typed).replaceAll(/[\s().\-/]/g, '');
  const isDialledAtHome = Object.values(dialling).some((code) => plain.startsWith(`+${code}0`));
  return /^\+[1-9]\d{6,14}$/.test(plain) && !isDialledAtHome && !typed.includes('(0)') ? plain : null;
}

/** "+44 7946 012 345": numbers in E.164 in groups, as people read them out; anything else unchanged. `readInternational` parses one. */
export const formatPhone = (text: string): string => text.replaceAll(/\+\d{7,15}\b/g, inGroups);

function inGroups(phone: string): string {
  const code = Object.values(dialling).find((one) => phone.startsWith(`+${one}`));
  if (!code) return phone;
  const rest = phone.slice(code.length + 1);
  const first = rest.length % 3 === 0 ? 3 : 3 + (rest.length % 3);
  return [`+${code}`, rest.slice(0, first), ...(rest.slice(first).match(/\d{3}/g) ?? [])].join(' ');
}

/**
 * What was given as somebody's number. `phone`: the first number, in E.164. `phone_raw`: the whole text with its numbers in E.164, where it
 * says more than that: further numbers, an extension, words; or as typed, where no number could be read.
 */
export interface PhoneFields {
  phone: string | null;
  phone_raw: string | null;
}

/** All of it in one text, as forms show it and as it can be read again. */
export const phoneText = ({ phone, phone_raw: raw }: PhoneFields): string =>
  phone && raw && !raw.includes(phone) ? `${phone} / ${raw}` : (raw ?? phone ?? '');

/** A customer's numbers as people read them out; as they were typed if nobody could read them. */
export const shownPhone = (fields: PhoneFields): string | null => formatPhone(phoneText(fields)) || null;

/** What a telephone is told to dial: the first number of a text, without the words and extensions behind it. */
export const dialled = (text: string): string =>
  (/[+(]*\d[\d\s().-]{3,}/.exec(plainDigits(text))?.[0] ?? '').replaceAll(/[^\d+]/g, '');
