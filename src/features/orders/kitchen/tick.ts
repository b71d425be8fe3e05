import { useSyncExternalStore } from 'react';
import { useStore } from '../../../data/current.ts';

const TICK_MS = 5_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/**
 * A value of the present time by the server's clock (`deviceNow`: by this device's own). Whoever reads renders again only when its own answer changes: sixty ticking
 * tickets cost sixty comparisons.
 */
export function useTick<T extends string | number | boolean>(read: (now: number, deviceNow: number) => T): T {
  const offset = useStore()?.serverOffsetMs ?? 0;
  const get = () => read(now + offset, now);
  return useSyncExternalStore(subscribe, get);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
    // A tablet that slept shows the present minute as soon as it wakes.
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
