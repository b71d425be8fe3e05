import { DAY, dayOfLocalParts, toLocalParts } from '../../contract/restaurant/zone.ts';
import { exponentOf } from './currency.ts';

const LOCALE = 'en-GB';

/** 3840 GBP → "£38.40". */
export function money(amount: number, currency: string): string {
  let known = formats.get(currency);
  if (!known) {
    const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency });
    formats.set(currency, (known = { format, unit: 10 ** exponentOf(currency) }));
  }
  return known.format.format(amount / known.unit);
}

const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>();

/** "18:30" on the restaurant's clock. */
export const timeOf = (at: string | number, timezone: string): string =>
  new Date(toLocalParts(new Date(at).getTime(), timezone)).toISOString().slice(11, 16);

/** "today", "tomorrow", "on Monday", "on Monday 30 November". */
export function dayOf(at: string | number, timezone: string, now: Date): string {
  const day = dayOfLocalParts(toLocalParts(new Date(at).getTime(), timezone));
  const ahead = day - dayOfLocalParts(toLocalParts(now.getTime(), timezone));
  if (ahead === 0) return 'today';
  if (ahead === 1) return 'tomorrow';
  const format = ahead > 1 && ahead < 7 ? weekdayFormat : dateFormat;
  return `on ${format.format(day * DAY)}`;
}

const weekdayFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });
const dateFormat = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** "Monday 30 November". */
export const dateLabel = (date: string): string => dateFormat.format(Date.parse(`${date}T00:00:00Z`));

/** "20 November 2026, 18:56". */
export const dateTimeLabel = (at: string, timezone: string): string =>
  `${fullDateFormat.format(toLocalParts(Date.parse(at), timezone))}, ${timeOf(at, timezone)}`;

const fullDateFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "tomorrow at 12:00". */
export const whenOf = (at: string | number, timezone: string, now: Date): string =>
  `${dayOf(at, timezone, now)} at ${timeOf(at, timezone)}`;
