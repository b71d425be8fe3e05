import { clock } from '../../lib/clock.ts';
import { useServerTime } from './server-time.ts';

const seconds = clock(() => 1000);

/** From here on seconds are shown, in a warning colour. */
export const LAST_MS = 2 * 60_000;

export type TimeLeft =
  | { kind: 'minutes'; minutes: number }
  /** "1:42" */
  | { kind: 'seconds'; words: string }
  | { kind: 'over' };

/** The time left until an instant: in minutes, rounded up, and in seconds during the last two minutes. */
export function timeLeft(until: string, now: number): TimeLeft {
  const ms = Date.parse(until) - now;
  if (ms <= 0) return { kind: 'over' };
  if (ms > LAST_MS) return { kind: 'minutes', minutes: Math.ceil(ms / 60_000) };
  const left = Math.ceil(ms / 1000);
  return { kind: 'seconds', words: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` };
}

/** Counts down by the server's clock. Renders again only when its text changes. */
export function useTimeLeft(until: string): TimeLeft {
  const text = useServerTime(seconds, (now) => JSON.stringify(timeLeft(until, now)));
  return JSON.parse(text) as TimeLeft; // written one line above
}
