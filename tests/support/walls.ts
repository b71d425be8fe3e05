// Wall times by Intl alone, to check those that the product computes.

const MINUTE = 60_000;

/** From UTC-11 to UTC+14, with clock changes at midnight, by half an hour, in either half of the year, and without. */
export const zones = [
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'America/New_York',
  'America/Havana',
  'America/St_Johns',
  'America/Santiago',
  'Atlantic/Azores',
  'Europe/London',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Africa/Nairobi',
];

/** The wall time of each minute of some days from `from` (epoch ms), by Intl alone, without any offset. */
export function wallsOf(
  zone: string,
  from: number,
  days = 4,
): { at: number; date: string; time: string; weekday: number }[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return Array.from({ length: days * 1440 }, (_, i) => {
    const at = from + i * MINUTE;
    const [date = '', time = ''] = format.format(at).split(' ');
    return { at, date, time, weekday: new Date(`${date}T00:00:00Z`).getUTCDay() };
  });
}
export type Wall = ReturnType<typeof wallsOf>[number];

/** The minute in which the clock first shows a time. A skipped time counts as late as it would be after the last minute before it. */
export function minuteOf(walls: Wall[], date: string, time: string): number {
  const hit = walls.find((wall) => wall.date === date && wall.time === time);
  if (hit) return hit.at;
  const asked = `${date} ${time}`;
  const gap = walls.findIndex((wall, i) => i > 0 && shown(walls[i - 1]!) < asked && shown(wall) > asked);
  if (gap < 0) return NaN;
  const before = walls[gap - 1]!;
  return before.at + (Date.parse(`${date}T${time}Z`) - Date.parse(`${before.date}T${before.time}Z`));
}
const shown = ({ date, time }: Wall) => `${date} ${time}`;
export const dayAfter = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Days with a clock change in the zone, and one without; the UTC midnight before them. */
export function nightsOf(zone: string): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const first = Date.parse('2026-01-01T00:00:00Z');
  const days = Array.from({ length: 365 }, (_, i) => first + i * 86_400_000);
  const changes = days.filter((day) => offset(day) !== offset(day + 86_400_000));
  return [...changes, Date.parse('2026-11-20T00:00:00Z')].map((day) => day - 86_400_000);
}
