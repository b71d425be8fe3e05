/** A tap that could not be kept. It stays here, in memory, until it is tried again or given up: nothing is lost in silence. */
export interface FailedTap {
  key: string;
  call: string;
  /**
   * `refused`: the change is not possible on the row; `outdated`: newer code has taken over, reload; `full`: the disk has no room, `storage`:
   * it does not answer, `loading`: its row is still to be loaded again, and these are tried again. `cleared` is no tap: the browser has
   * thrown away what the device had stored.
   */
  kind: 'refused' | 'outdated' | 'full' | 'storage' | 'loading' | 'cleared';
  error: unknown;
  retry: () => void;
  discard: () => void;
}

export interface FailedTaps {
  list(): readonly FailedTap[];
  put(tap: FailedTap): void;
  remove(key: string): void;
  subscribe(listener: () => void): () => void;
}

export function makeFailedTaps(): FailedTaps {
  let taps: readonly FailedTap[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly FailedTap[]) => {
    taps = next;
    for (const listener of listeners) listener();
  };
  return {
    list: () => taps,
    put: (tap) => set([...taps.filter((t) => t.key !== tap.key), tap]),
    remove: (key) => set(taps.filter((t) => t.key !== key)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
