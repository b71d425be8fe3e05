import type { CountryCode, NumberType } from 'libphonenumber-js/max';
import type { testPhoneNumber } from '../../contract/auth/calls.ts';
import type { Reply } from '../../contract/call.ts';

/**
 * Parses a number as typed, for `country` (ISO 3166-1; null: only international ones). `phone_no` is null if it cannot be a number;
 * `is_valid` says whether its range is assigned, as far as the library knows.
 */
export async function readNumber(raw: string, country: string | null): Promise<Reply<typeof testPhoneNumber>> {
  // 0.5 MB of numbering plans, loaded only for this rare call.
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const home: CountryCode | undefined = country && isSupportedCountry(country) ? country : undefined;
  const found = parsePhoneNumberFromString(raw.trim().replace(/^00(?=[1-9])/, '+'), {
    ...(home && { defaultCountry: home }),
    // The whole text must be a number, not just part of it, as in "Call 020 ...".
    extract: false,
  });
  if (!found?.isPossible() || found.ext) return { phone_no: null, is_valid: false, kind: null };
  const isValid = found.isValid();
  return { phone_no: found.number, is_valid: isValid, kind: isValid ? kindOf(found.getType()) : null };
}

function kindOf(type: NumberType): 'mobile' | 'fixed_line' | 'fixed_line_or_mobile' | 'other' {
  if (type === 'MOBILE') return 'mobile';
  if (type === 'FIXED_LINE') return 'fixed_line';
  return type === 'FIXED_LINE_OR_MOBILE' ? 'fixed_line_or_mobile' : 'other';
}
