import type { CountryCode, NumberType } from 'libphonenumber-js/max';
import type { testPhoneNumber } from '../../contract/auth/calls.ts';
import type { Reply } from '../../contract/call.ts';

/**
 * A number as a person wrote it, read in `country` (ISO 3166-1, null: unknown, so only an international one can be read). `phone_no` is null when
 * it cannot be a number; `is_valid` says whether its range is given out, as far as the library's data knows.
 */
export async function readNumber(raw: string, country: string | null): Promise<Reply<typeof testPhoneNumber>> {
  // 0.5 MB of the world's numbering plans, for a call that is seldom made.
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const home: CountryCode | undefined = country && isSupportedCountry(country) ? country : undefined;
  const found = parsePhoneNumberFromString(raw.trim().replace(/^00(?=[1-9])/, '+'), {
    ...(home && { defaultCountry: home }),
    // "Call 020 ..." is no number; the whole text has to be one.
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
