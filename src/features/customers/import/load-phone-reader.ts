import type { PhoneFields } from '../../../../contract/auth/phone.ts';
import { createPhoneReader, readPhoneText } from '../../../../contract/auth/phone-reader.ts';

/** Reads telephone numbers as the server does. Loaded when a file is checked: numbering plans are too large for any page's first load. */
export async function loadPhoneReader(): Promise<(typed: string, country: string | null) => PhoneFields> {
  const parse = createPhoneReader(await import('libphonenumber-js/min'));
  return (typed, country) => readPhoneText((text) => parse(text, country), typed);
}
