/** The current time, epoch ms, which advances while it has subscribers. */
export interface Clock {
  now: () => number;
  subscribe: (listener: () => void) => () => void;
}

/** A clock that advances `untilNext` ms after each reading. One timer serves all subscribers, and none runs without them. */
export function clock(untilNext: (now: number) => number): Clock {
  let now = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  // A tablet that slept shows the current time as soon as it wakes.
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
