import { plainDigits } from './phone.ts';

/** A number as typed, in E.164; null: it cannot be read as one. */
export type ReadPhone = (typed: string) => string | null;

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
      return parsed?.isPossible() && !parsed.ext ? [parsed] : [];
    });
    return found.find((parsed) => parsed.isValid()) ?? found[0] ?? null;
  };
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
