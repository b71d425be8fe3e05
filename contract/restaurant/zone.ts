// Wall time in a time zone, by Intl alone. A "wall" is milliseconds since 1970 as if the wall clock showed UTC, so that plain
// arithmetic works on it; a "day" is a wall divided by 24 hours.

const MINUTE = 60_000;
export const DAY = 86_400_000;

/** What the wall clock in `timezone` shows at `at` (epoch ms). Throws RangeError for a zone that does not exist. */
export function toLocalParts(at: number, timezone: string): number {
  return at + offset(at, timezone);
}

/**
 * The instant (epoch ms) at which the wall clock in `timezone` shows `wall`. A time that a clock change skips is moved on by what was
 * skipped; of a time that comes twice, the first is taken.
 */
export function fromLocalParts(wall: number, timezone: string): number {
  const before = offset(wall - DAY, timezone);
  const after = offset(wall + DAY, timezone);
  if (before === after) return wall - before;
  const hits = [wall - before, wall - after].filter((at) => toLocalParts(at, timezone) === wall);
  return hits.length > 0 ? Math.min(...hits) : wall - before;
}

export const dayOfLocalParts = (wall: number) => Math.floor(wall / DAY);
/** "2026-11-20" → its day. */
export const dayOfDate = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY;
/** A day → "2026-11-20". */
export const dateOfDay = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
/** 0 = Sunday. 1970-01-01 was a Thursday. */
export const weekdayOfDay = (day: number) => (((day + 4) % 7) + 7) % 7;
/** "19:30" → ms since midnight. */
export const msOfTime = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * MINUTE;

/** Wall minus UTC, ms. Kept per day, because Intl takes microseconds and lists ask for thousands of rows. */
function offset(at: number, timezone: string): number {
  let zone = zones.get(timezone);
  if (!zone) zones.set(timezone, (zone = { format: formatter(timezone), days: new Map() }));
  const day = Math.floor(at / DAY);
  let known = zone.days.get(day);
  if (known === undefined) {
    const start = ask(zone.format, day * DAY);
    known = start === ask(zone.format, (day + 1) * DAY) ? start : null;
    if (zone.days.size >= KNOWN_DAYS) zone.days.clear();
    zone.days.set(day, known);
  }
  // null: the clocks change within this day.
  return known ?? ask(zone.format, at);
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

function ask(format: Intl.DateTimeFormat, at: number): number {
  const parts: Record<string, number> = {};
  for (const part of format.formatToParts(at)) parts[part.type] = Number(part.value);
  const wall = Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second);
  return wall - Math.floor(at / 1000) * 1000;
}
