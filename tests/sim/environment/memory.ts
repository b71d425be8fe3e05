/** The local storage of one device. */
export interface Memory {
  localStorage: {
    getItem(name: string): string | null;
    setItem(name: string, value: string): void;
    removeItem(name: string): void;
    key(index: number): string | null;
    readonly length: number;
  };
  /** Removes everything, or the values of one database. */
  clear(database?: string): void;
}

export function makeMemory(): Memory {
  const values = new Map<string, string>();
  return {
    localStorage: {
      getItem: (name) => values.get(name) ?? null,
      setItem: (name, value) => void values.set(name, value),
      removeItem: (name) => void values.delete(name),
      key: (index) => [...values.keys()][index] ?? null,
      get length() {
        return values.size;
      },
    },
    clear(database = '') {
      for (const name of values.keys()) if (name.includes(database)) values.delete(name);
    },
  };
}
