/** "3 min", "2 h", "4 d": an age in minutes. */
export function ageLabel(minutes: number): string {
  if (minutes < 100) return `${Math.max(0, minutes)} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} d`;
}

/** `now`: epoch ms. */
export const minutesSince = (instant: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
