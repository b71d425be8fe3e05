const formats = new Map<string, Intl.DateTimeFormat>();

type Instant = string | number | Date;

/** "19:42" in the restaurant's time zone. */
export function timeOf(instant: Instant, timezone: string): string {
  return format(instant, timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** "2026-11-20", the calendar date in the restaurant's time zone. */
export function dateOf(instant: Instant, timezone: string): string {
  return format(instant, timezone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
}

/** "20 Nov", with the year if it is not the current one. */
export function shortDate(instant: Instant, timezone: string, now: Instant): string {
  const sameYear = dateOf(instant, timezone).slice(0, 4) === dateOf(now, timezone).slice(0, 4);
  return format(instant, timezone, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

/** A day relative to `now`: "today", "tomorrow", "yesterday", a weekday within a week, else "20 Nov". */
export function dayLabel(instant: Instant, timezone: string, now: Instant): string {
  const days = daysBetween(dateOf(now, timezone), dateOf(instant, timezone));
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  if (days > 1 && days < 7) return format(instant, timezone, { weekday: 'short' });
  return shortDate(instant, timezone, now);
}

/** "20:45" today, "tomorrow 12:00", "Mon 12:00" or "20 Nov 12:00" otherwise. */
export function untilLabel(instant: Instant, timezone: string, now: Instant): string {
  const day = dayLabel(instant, timezone, now);
  const time = timeOf(instant, timezone);
  return day === 'today' ? time : `${day} ${time}`;
}

/** "20 Nov 2026, 18:56": what is kept on paper, or read much later. */
export const dateTimeLabel = (instant: Instant, timezone: string): string =>
  `${format(instant, timezone, { day: 'numeric', month: 'short', year: 'numeric' })}, ${timeOf(instant, timezone)}`;

/** "Sat 12:00", or "20:45" today: short enough for a menu's second column. */
export function shortUntil(instant: Instant, timezone: string, now: Instant): string {
  const days = daysBetween(dateOf(now, timezone), dateOf(instant, timezone));
  if (days === 0) return timeOf(instant, timezone);
  const day =
    days > 0 && days < 7 ? format(instant, timezone, { weekday: 'short' }) : shortDate(instant, timezone, now);
  return `${day} ${timeOf(instant, timezone)}`;
}

/** "20 Nov" of a local date "2026-11-20". */
export function dateLabel(date: string, today: string): string {
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  return format(`${date}T12:00:00Z`, 'UTC', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** "20 Nov 2026" of a local date. */
export const fullDate = (date: string): string =>
  format(`${date}T12:00:00Z`, 'UTC', { day: 'numeric', month: 'short', year: 'numeric' });

/** The local date `days` after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

// Creating an Intl format costs about as much as a hundred uses of it, so each is created once.
function format(instant: Instant, timeZone: string, options: Intl.DateTimeFormatOptions, locale = 'en-GB'): string {
  const key = `${locale} ${timeZone} ${Object.entries(options).join(' ')}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(key, made);
  }
  return made.format(new Date(instant));
}
