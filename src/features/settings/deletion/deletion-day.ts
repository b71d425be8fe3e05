/** "20 December 2026", by the restaurant's calendar. */
export const deletionDay = (at: string, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone }).format(Date.parse(at));
