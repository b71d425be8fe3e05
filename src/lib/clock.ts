/** The present time, epoch ms, which moves on by itself while somebody looks. */
export interface Clock {
  now: () => number;
  subscribe: (listener: () => void) => () => void;
}

/** A clock whose hand moves `untilNext` ms after each present time. One timer serves all who look, and none runs while nobody does. */
export function clock(untilNext: (now: number) => number): Clock {
  let now = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  // A tablet that slept shows the present time as soon as it wakes.
  function tick(): void {
    now = Date.now();
    clearTimeout(timer);
    timer = setTimeout(tick, untilNext(now));
    for (const listener of listeners) listener();
  }

  return {
    now: () => now,
    subscribe(listener) {
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
    },
  };
}
