/** A tap that could not be kept. It stays here, in memory, until it is tried again or given up: nothing is lost in silence. */
export interface UnsavedMutation {
  key: string;
  call: string;
  /**
   * `refused`: the change is not possible on the row; `outdated`: newer code has taken over, reload; `full`: the disk has no room, `storage`:
   * it does not answer, `loading`: its row is still to be loaded again, and these are tried again. The others are no taps. `cleared`: the
   * browser has thrown away what the device had stored; `unkept`: what the server sends has no room; `stuck`: the worker's disk, or the
   * page's when it opens, does not answer.
   */
  kind: 'refused' | 'outdated' | 'full' | 'storage' | 'loading' | 'cleared' | 'unkept' | 'stuck';
  error: unknown;
  retry: () => void;
  discard: () => void;
}

/** Taps that wait in the memory of the page, and are not saved. */
export const isUnsaved = ({ kind }: UnsavedMutation): boolean =>
  ['outdated', 'full', 'storage', 'loading'].includes(kind);

/** What the disk does, under one key: the newest word stands. */
export function reportDisk(
  taps: UnsavedMutations,
  kind: 'unkept' | 'stuck' | null,
  retry: () => void = () => {},
): void {
  const key = 'disk';
  if (kind) taps.put({ key, call: '', kind, error: null, retry, discard: () => taps.remove(key) });
  else taps.remove(key);
}

export interface UnsavedMutations {
  list(): readonly UnsavedMutation[];
  put(tap: UnsavedMutation): void;
  remove(key: string): void;
  subscribe(listener: () => void): () => void;
}

export function makeUnsavedMutations(): UnsavedMutations {
  let taps: readonly UnsavedMutation[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly UnsavedMutation[]) => {
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
