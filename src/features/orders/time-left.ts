import { useSyncExternalStore } from 'react';
import { useStore } from '../../data/current.ts';

/** From here on the seconds are shown, and the colour warns. */
export const LAST_MS = 2 * 60_000;

export type TimeLeft =
  | { kind: 'minutes'; minutes: number }
  /** "1:42" */
  | { kind: 'seconds'; words: string }
  | { kind: 'over' };

/** What is left until an instant: whole minutes begun, in the last two minutes the seconds. */
export function timeLeft(until: string, now: number): TimeLeft {
  const ms = Date.parse(until) - now;
  if (ms <= 0) return { kind: 'over' };
  if (ms > LAST_MS) return { kind: 'minutes', minutes: Math.ceil(ms / 60_000) };
  const seconds = Math.ceil(ms / 1000);
  return { kind: 'seconds', words: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` };
}

/** Counts down by the server's clock. Renders again only when its words change. */
export function useTimeLeft(until: string): TimeLeft {
  const offset = useStore()?.serverOffsetMs ?? 0;
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(timeLeft(until, now + offset)));
  return JSON.parse(text) as TimeLeft; // written one line above
}

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, 1000);
    // A tablet that slept shows the present second as soon as it wakes.
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
