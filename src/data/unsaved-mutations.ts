/**
 * A mutation that could not be stored. It stays in memory until it is stored or given up, or the person has read why it is not possible.
 */
export interface UnsavedMutation {
  key: string;
  call: string;
  /**
   * `refused`: not possible on the row. `outdated`: newer code has taken over, reload. `full`: the disk is full; `storage`: it does not
   * answer; `loading`: the row must be loaded first. These three are tried again. The others are not mutations. `unkept`: no room for
   * what the server sends. `stuck`: the disk of the worker, or of the page when it opens the database, does not answer.
   */
  kind: 'refused' | 'outdated' | 'full' | 'storage' | 'loading' | 'unkept' | 'stuck';
  error: unknown;
  retry: () => void;
  discard: () => void;
}

/** True for mutations that are not in the database. */
export const isUnsaved = ({ kind }: UnsavedMutation): boolean =>
  ['outdated', 'full', 'storage', 'loading'].includes(kind);

/** Reports the state of the disk under one key; the newest replaces the last. */
export function reportDisk(
  mutations: UnsavedMutations,
  kind: 'unkept' | 'stuck' | null,
  retry: () => void = () => {},
): void {
  const key = 'disk';
  if (kind) mutations.put({ key, call: '', kind, error: null, retry, discard: () => mutations.remove(key) });
  else mutations.remove(key);
}

export interface UnsavedMutations {
  list(): readonly UnsavedMutation[];
  put(mutation: UnsavedMutation): void;
  remove(key: string): void;
  subscribe(listener: () => void): () => void;
}

export function makeUnsavedMutations(): UnsavedMutations {
  let mutations: readonly UnsavedMutation[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly UnsavedMutation[]) => {
    mutations = next;
    for (const listener of listeners) listener();
  };
  return {
    list: () => mutations,
    put: (mutation) => set([...mutations.filter((t) => t.key !== mutation.key), mutation]),
    remove: (key) => set(mutations.filter((t) => t.key !== key)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
