import { untilLabel } from './wall-clock.ts';

/** Who made the change that stands, on which device, and when. */
interface Standing {
  at: string;
  by: { name: string } | null;
  device_name: string | null;
}

/** "Someone changed it first, on Ravi’s phone at 19:10.": `madeAt` is when the person's own change was made, `now` is epoch ms. */
export function standingWords(
  { at, by, device_name }: Standing,
  madeAt: string,
  timezone: string,
  now: number,
): string {
  const who = device_name ? 'Someone' : (by?.name ?? 'Someone');
  const on = device_name ? `, on ${device_name}` : '';
  const when = ` at ${untilLabel(at, timezone, now)}`;
  return at > madeAt ? `${who} changed it later${on}${when}, and that stands.` : `${who} changed it first${on}${when}.`;
}
