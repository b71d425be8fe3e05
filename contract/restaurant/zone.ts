// Wall time in a time zone, by Intl alone. A "wall" is milliseconds since 1970 as if the local clock showed UTC, for plain arithmetic; a
// "day" is a wall divided by 24 hours.

const MINUTE = 60_000;
export const DAY = 86_400_000;

/** The wall time in `timezone` at `at` (epoch ms). Throws RangeError for an unknown zone. */
export function toLocalParts(at: number, timezone: string): number {
  return at + offset(at, timezone);
}

/**
 * The instant (epoch ms) of a wall time in `timezone`. A time skipped by a clock change moves by what was skipped; of a repeated time the
 * first counts.
 */
export function fromLocalParts(localTime: number, timezone: string): number {
  const before = offset(localTime - DAY, timezone);
  const after = offset(localTime + DAY, timezone);
  if (before === after) return localTime - before;
  const hits = [localTime - before, localTime - after].filter((at) => toLocalParts(at, timezone) === localTime);
  return hits.length > 0 ? Math.min(...hits) : localTime - before;
}

export const dayOfLocalParts = (localTime: number) => Math.floor(localTime / DAY);
/** "2026-11-20" → its day. */
export const dayOfDate = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY;
/** A day → "2026-11-20". */
export const dateOfDay = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
/** 0 = Sunday. 1970-01-01 was a Thursday. */
export const weekdayOfDay = (day: number) => (((day + 4) % 7) + 7) % 7;
/** "19:30" → ms since midnight. */
export const msOfTime = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * MINUTE;

/** Wall minus UTC, ms. Cached per day, because Intl takes microseconds and lists need thousands of rows. */
function offset(at: number, timezone: string): number {
  let zone = zones.get(timezone);
  if (!zone) zones.set(timezone, (zone = { format: formatter(timezone), days: new Map() }));
  const day = Math.floor(at / DAY);
  let known = zone.days.get(day);
  if (known === undefined) {
    const start = readOffset(zone.format, day * DAY);
    known = start === readOffset(zone.format, (day + 1) * DAY) ? start : null;
    if (zone.days.size >= KNOWN_DAYS) zone.days.clear();
    zone.days.set(day, known);
  }
  // null: the clocks change on this day
  return known ?? readOffset(zone.format, at);
}

const KNOWN_DAYS = 20_000;
const zones = new Map<string, { format: Intl.DateTimeFormat; days: Map<number, number | null> }>();

const formatter = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const parts: Record<string, number> = {};
  for (const part of format.formatToParts(at)) parts[part.type] = Number(part.value);
  const localTime = Date.UTC(
    parts.year ?? 0,
    (parts.month ?? 1) - 1,
    parts.day,
    parts.hour,
    parts.minute,
    parts.second,
  );
  return localTime - Math.floor(at / 1000) * 1000;
}
