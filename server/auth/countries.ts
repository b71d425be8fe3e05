/** Is it a time zone of the IANA data base, such as "Europe/London"? Offsets such as "+01:00" are not: they know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    // A RangeError is how Intl says no.
    return false;
  }
}

export const isCurrency = (code: string): boolean => currencies.has(code);

const currencies = new Set(Intl.supportedValuesOf('currency'));
