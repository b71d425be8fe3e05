interface Browser {
  localStorage: Storage;
  addEventListener<T extends 'storage' | 'pageshow'>(type: T, listener: (event: WindowEventMap[T]) => void): void;
}

/** Validators for fields whose initial value does not show what they may contain. */
export type Fits<S> = { [K in keyof S]?: (value: unknown) => boolean };

/**
 * Keeps `state` under `key`: restored at once, written on each change, taken over when another tab writes. Broken stored fields, or
 * those of another type, are reset; the others are kept.
 */
export function persist<S extends object>(
  state: S,
  key: string,
  browser: Browser,
  subscribe: (state: S, listener: () => void, isSync: boolean) => void,
  fits: Fits<S> = {},
): void {
  const initial = JSON.stringify(state);
  let written = read(browser, key);
  restore(state, written ?? initial, fits);
  subscribe(
    state,
    () => {
      const text = JSON.stringify(state);
      // Do not write back what came from another tab: two tabs would answer each other for ever.
      if (text === written) return;
      written = text;
      write(browser, key, text);
    },
    false,
  );
  const takeOver = () => {
    // Read the storage, not the event: two tabs that write at once then end with the same state.
    restore(state, read(browser, key) ?? initial, fits);
    written = JSON.stringify(state);
  };
  browser.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) takeOver();
  });
  // A page from the back/forward cache has received no events: another page may have signed out meanwhile.
  browser.addEventListener('pageshow', (event) => {
    if (event.persisted) takeOver();
  });
}

function restore<S extends object>(state: S, text: string, fits: Fits<S>): void {
  const stored = parse(text);
  if (stored === null) return;
  for (const [name, value] of Object.entries(stored)) {
    if (!Object.hasOwn(state, name)) continue;
    const isFit =
      fits[name as keyof S] ?? ((other: unknown) => isSameKind((state as Record<string, unknown>)[name], other));
    if (isFit(value)) (state as Record<string, unknown>)[name] = value;
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // Somebody else's text or an incomplete one: start empty.
    return null;
  }
}

/** A number never becomes text, nor an object a list or null. */
function isSameKind(own: unknown, value: unknown): boolean {
  if (own === null || value === null) return own === value;
  return typeof own === typeof value && Array.isArray(own) === Array.isArray(value);
}

function read(browser: Browser, key: string): string | null {
  try {
    return browser.localStorage.getItem(key);
  } catch (error) {
    console.warn('The local storage cannot be read; this session ends with the tab', error);
    return null;
  }
}

function write(browser: Browser, key: string, text: string): void {
  try {
    browser.localStorage.setItem(key, text);
  } catch (error) {
    console.warn('The local storage cannot be written; this session ends with the tab', error);
  }
}
