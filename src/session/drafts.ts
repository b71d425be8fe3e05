const PREFIX = 'galley:draft:';

/** Unsent text by chat or form: it stays in this tab, across reloads and other pages, until it is sent. */
export const draftOf = (name: string): string => memory.get(name) ?? stored()?.getItem(PREFIX + name) ?? '';

export function keepDraft(name: string, text: string): void {
  memory.set(name, text);
  if (text === '') stored()?.removeItem(PREFIX + name);
  else stored()?.setItem(PREFIX + name, text);
}

/** The next owner on this device must not read them. */
export function forgetDrafts(): void {
  memory.clear();
  const storage = stored();
  if (!storage) return;
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}

const memory = new Map<string, string>();

function stored(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    // A browser that forbids storage throws on access: memory keeps the drafts until a reload.
    return undefined;
  }
}
