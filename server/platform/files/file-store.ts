/** Where files lie: pictures of menus and items, uploaded originals. Keys are paths of our own making, never a person's words. */
export interface FileStore {
  /** Writes the whole file or nothing; one with the same key is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null: there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  /** Also fine when it is gone already. */
  remove(key: string): Promise<void>;
  /** Why it did not answer the last time, as far as this process has noticed. Null: it works. */
  fault(): string | null;
}

/** The store is slow or refuses: not the file's fault. */
export class StoreFault extends Error {
  override name = 'StoreFault';
}

/** Throws on a key that could leave the store: they are made of ids and plain words. */
export function checkKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)+$/.test(key) || key.includes('..') || key.length > 300)
    throw new Error(`This cannot be the key of a file: ${key}`);
  return key;
}
