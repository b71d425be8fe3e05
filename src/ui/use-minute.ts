import { useSyncExternalStore } from 'react';

let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The present time, epoch ms, moved on once a minute: for ages and due times. One timer serves all who ask. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    tick();
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

// A tablet that slept shows the present minute as soon as it wakes.
function tick(): void {
  now = Date.now();
  clearTimeout(timer);
  timer = setTimeout(tick, 60_000 - (now % 60_000) + 20);
  for (const listener of listeners) listener();
}
