const PREFIX = 'galley:draft:';

/** What somebody began to write in a chat: it stays in this tab until it is sent, over reloads and other chats. */
export const draftOf = (chatId: string): string => memory.get(chatId) ?? stored()?.getItem(PREFIX + chatId) ?? '';

export function keepDraft(chatId: string, text: string): void {
  memory.set(chatId, text);
  if (text === '') stored()?.removeItem(PREFIX + chatId);
  else stored()?.setItem(PREFIX + chatId, text);
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
