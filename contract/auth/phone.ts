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

/** In the basic plane, the ten digits of a script begin at a code point that ends in 0 or 6. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  const row = point & ~15;
  return point > 0xffff ? digit : String(point - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6));
}

/** Whether somebody can be called on it: the shortest numbers in use have five digits. */
export const isPhone = (raw: string): boolean => plainDigits(raw).replaceAll(/\D/g, '').length >= 5;

/**
 * An international number as E.164, on a device that waits for the server's reading (phone-reader.ts); null: only the server can read it.
 */
export function readInternational(typed: string): string | null {
  const plain = plainDigits(typed).replaceAll(/[\s().\-/]/g, '');
  const isDialledAtHome = Object.values(dialling).some((code) => plain.startsWith(`+${code}0`));
  return /^\+[1-9]\d{6,14}$/.test(plain) && !isDialledAtHome && !typed.includes('(0)') ? plain : null;
}

/** "+44 7946 012 345": an E.164 number in groups, as people read it out; anything else unchanged. `readInternational` parses it. */
export function formatPhone(phone: string): string {
  const code = Object.values(dialling).find((one) => phone.startsWith(`+${one}`));
  if (!code || !/^\+\d{7,15}$/.test(phone)) return phone;
  const rest = phone.slice(code.length + 1);
  const first = rest.length % 3 === 0 ? 3 : 3 + (rest.length % 3);
  return [`+${code}`, rest.slice(0, first), ...(rest.slice(first).match(/\d{3}/g) ?? [])].join(' ');
}

/** A customer's number as people read it out; as it was typed if nobody could read it. */
export const shownPhone = ({ phone, phone_raw }: { phone: string | null; phone_raw: string | null }): string | null =>
  phone === null ? phone_raw : formatPhone(phone);
