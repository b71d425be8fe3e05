import { currentNumber, plainDigits, type PhoneFields } from './phone.ts';

export type ReadPhone = (typed: string) => PhoneFields;

interface ParsedPhone {
  number: string;
  ext?: string;
  isPossible(): boolean;
  isValid(): boolean;
}

/** What is needed of libphonenumber. It is passed in, because no page's first load and no worker may hold it. */
interface PhoneLibrary<Country extends string, Parsed extends ParsedPhone> {
  isSupportedCountry(country: string): country is Country;
  getCountryCallingCode(country: Country): string;
  parsePhoneNumberFromString(text: string, options: { defaultCountry?: Country; extract: boolean }): Parsed | undefined;
}

/**
 * The one parser of telephone numbers: with the full plans on the server, with the short ones where a device checks a file. `country`
 * (ISO 3166-1) is where numbers without a country's code are dialled; null: there are none. Null: it cannot be a number, or has an extension.
 */
export function createPhoneReader<Country extends string, Parsed extends ParsedPhone>({
  isSupportedCountry,
  getCountryCallingCode,
  parsePhoneNumberFromString,
}: PhoneLibrary<Country, Parsed>): (typed: string, country: string | null) => Parsed | null {
  return (typed, country) => {
    const home = country && isSupportedCountry(country) ? country : undefined;
    const texts = spellingsOf(typed, home && getCountryCallingCode(home));
    const found = texts.flatMap((text) => {
      // The whole text must be a number, not just part of it, as in "Call 020 ...".
      const parsed = parsePhoneNumberFromString(text, { ...(home && { defaultCountry: home }), extract: false });
      if (!parsed || parsed.ext) return [];
      const now = currentNumber(parsed.number);
      const current = now === parsed.number ? parsed : parsePhoneNumberFromString(now, { extract: false });
      return current?.isPossible() ? [current] : [];
    });
    return found.find((parsed) => parsed.isValid()) ?? found[0] ?? null;
  };
}

/** A piece of a text, and the number that it is, in E.164. */
interface Piece {
  text: string;
  number: string | null;
}
type Parse = (text: string) => Pick<ParsedPhone, 'number' | 'isValid'> | null;

/** Reads what was typed where somebody's number is asked for: "07700 900601 ext 4", "07700 900601 / 07700 900602 (Tom)". */
export function readPhoneText(parse: Parse, typed: string): PhoneFields {
  const plain = plainDigits(typed).trim();
  const whole = parse(plain);
  if (whole) return { phone: whole.number, phone_raw: null };
  // Words, and a plus, stand between numbers.
  const parts = plain.split(/([^\d\s().+/-]+)|(?<!\()(?=\(?\+)/);
  const pieces = parts.flatMap((text) => piecesOf(parse, text ?? ''));
  const phone = pieces.find(({ number }) => number !== null)?.number ?? null;
  if (phone === null) return { phone, phone_raw: plain || null };
  const text = pieces
    .map((piece) => (piece.number === null ? piece.text : piece.text.replace(/[+(]*\d.*\d/s, piece.number)))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { phone, phone_raw: text === phone ? null : text };
}

const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length;
/** A number among words has more digits than an extension, and more than a date if its range is not assigned. */
const NUMBER_DIGITS = 7;
const UNKNOWN_DIGITS = 9;
const EXTENSION_DIGITS = 5;

function piecesOf(parse: Parse, text: string): Piece[] {
  const read = (part: string): string | null => {
    const parsed = digitsIn(part) < NUMBER_DIGITS ? null : parse(part);
    return parsed && (digitsIn(part) >= UNKNOWN_DIGITS || parsed.isValid()) ? parsed.number : null;
  };
  const number = read(text);
  if (number !== null || digitsIn(text) < NUMBER_DIGITS) return [{ text, number }];
  for (const between of [/(\s[-/]\s)/, /(\/)/]) {
    const pieces = between.test(text) ? text.split(between).flatMap((part) => piecesOf(parse, part)) : [];
    if (pieces.some((piece) => piece.number !== null)) return pieces;
  }
  // With a space alone before another number or an extension.
  for (const { index } of [...text.matchAll(/\s+(?=\S)/g)].toReversed()) {
    const [first, more] = [text.slice(0, index), text.slice(index)];
    const found = read(first);
    if (found === null) continue;
    const rest = piecesOf(parse, more);
    if (digitsIn(more) < EXTENSION_DIGITS || rest.some((piece) => piece.number !== null))
      return [{ text: first, number: found }, ...rest];
  }
  return [{ text, number: null }];
}

/** The text as libphonenumber reads it, and what else may be meant by it. */
function spellingsOf(typed: string, code: string | undefined): string[] {
  const text = plainDigits(typed)
    .trim()
    .replace(/^tel:/i, '')
    // "(+34) 612 345 678" and "0034 612 345 678".
    .replace(/^\(\s*(\+|00)\s*(\d+)\s*\)/, '$1$2 ')
    .replace(/^00\s*(?=[1-9])/, '+');
  // Where no zero is dialled at home, "+34 (0)612" has one too many.
  if (text.startsWith('+')) return text.includes('(0)') ? [text, text.replace('(0)', '')] : [text];
  const digits = text.replaceAll(/[\s().\-/]/g, '');
  if (!code || !digits.startsWith(code) || !/^\d+$/.test(digits)) return [text];
  // Spreadsheets drop the plus. A long number is rather one without it than one of an area whose code is the country's.
  return digits.length >= code.length + LONG ? [`+${digits}`, text] : [text, `+${digits}`];
}

/** Digits that a long number has at least, besides the country's code. */
const LONG = 10;
