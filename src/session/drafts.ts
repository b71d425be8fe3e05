const PREFIX = 'galley:draft:';

/** What somebody began to write, by the chat or form that it is for: it stays in this tab until it is sent, over reloads and other pages. */
export const draftOf = (name: string): string => memory.get(name) ?? stored()?.getItem(PREFIX + name) ?? '';

export function keepDraft(name: string, text: string): void {
  memory.set(name, text);
  if (text === '') stored()?.removeItem(PREFIX + name);
  else stored()?.setItem(PREFIX + name, text);
}

/** The next owner on this device reads none of them. */
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
    // A browser that forbids storage throws at the name itself: memory serves until the reload.
    return undefined;
  }
}
