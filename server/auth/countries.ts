/** True for an IANA time zone such as "Europe/London". Offsets such as "+01:00" are not accepted, since they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    // Intl throws a RangeError for unknown zones.
    return false;
  }
}

export const isCurrency = (code: string): boolean => currencies.has(code);

const currencies = new Set(Intl.supportedValuesOf('currency'));
