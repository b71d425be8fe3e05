import * as library from 'libphonenumber-js/max';
import type { testPhoneNumber } from '../../contract/auth/calls.ts';
import { phoneText, type PhoneFields } from '../../contract/auth/phone.ts';
import { createPhoneReader, readPhoneText } from '../../contract/auth/phone-reader.ts';
import type { Reply } from '../../contract/call.ts';

const parse = createPhoneReader(library);

/**
 * Parses a number as typed, for `country` (ISO 3166-1; null: only international ones). `phone_no` is null if it cannot be a number;
 * `is_valid` says whether its range is assigned, as far as the library knows.
 */
export function readNumber(raw: string, country: string | null): Reply<typeof testPhoneNumber> {
  const found = parse(raw, country);
  if (!found) return { phone_no: null, is_valid: false, kind: null };
  const isValid = found.isValid();
  return { phone_no: found.number, is_valid: isValid, kind: isValid ? kindOf(found.getType()) : null };
}

/** A number as E.164, or null if it cannot be read as one. */
export const readPhone = (typed: string, country: string | null): string | null =>
  parse(typed, country)?.number ?? null;

/** What was typed as somebody's number. */
export const readPhoneFields = (typed: string, country: string | null): PhoneFields =>
  readPhoneText((text) => parse(text, country), typed);

/** The same, as it is stored where there is one field for it. */
export const storedPhone = (typed: string, country: string | null): string =>
  phoneText(readPhoneFields(typed, country));

/**
 * A number that a former version stored as E.164. Those put the country's code before whatever was typed without a plus, even if it began
 * with a code: "447700900123" became +44447700900123. Null: it is none.
 */
export function mendPhone(stored: string, country: string | null): string | null {
  const code = country && library.isSupportedCountry(country) ? library.getCountryCallingCode(country) : null;
  const typed = code && stored.startsWith(`+${code}`) ? stored.slice(code.length + 1) : null;
  return readPhone(stored, country) ?? (typed && readPhone(typed, country));
}

function kindOf(type: library.NumberType): 'mobile' | 'fixed_line' | 'fixed_line_or_mobile' | 'other' {
  if (type === 'MOBILE') return 'mobile';
  if (type === 'FIXED_LINE') return 'fixed_line';
  return type === 'FIXED_LINE_OR_MOBILE' ? 'fixed_line_or_mobile' : 'other';
}
