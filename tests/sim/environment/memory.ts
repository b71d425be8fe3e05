/** The local storage of one device, and pages with their pagehide event. */
export interface Memory {
  page(): {
    localStorage: {
      getItem(name: string): string | null;
      setItem(name: string, value: string): void;
      removeItem(name: string): void;
      key(index: number): string | null;
      readonly length: number;
    };
    addEventListener(type: 'pagehide' | 'pageshow', listener: () => void): void;
    removeEventListener(type: 'pagehide' | 'pageshow', listener: () => void): void;
    hide(): void;
  };
  /** Removes everything, or the values of one database. */
  clear(database?: string): void;
}

export function makeMemory(): Memory {
  const values = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    key: (index: number) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
  return {
    clear(database = '') {
      for (const name of values.keys()) if (name.includes(database)) values.delete(name);
    },
    page() {
      const listeners = new Set<() => void>();
      return {
        localStorage,
        addEventListener: (type, listener) => void (type === 'pagehide' && listeners.add(listener)),
        removeEventListener: (_, listener) => void listeners.delete(listener),
        hide() {
          for (const listener of listeners) listener();
        },
      };
    },
  };
}
