import { session } from './session.ts';

const PREFIX = 'galley.answer.';
/** A device may be signed in to several restaurants. */
const keyOf = (name: string) => `${PREFIX}${session.restaurant?.id}.${name}`;

/**
 * Answers of the server that are shown offline with their age. Deleted at logout. They hold no secrets and no numbers of accounts; those who use
 * a device in kitchen mode come with what tells their PINs, for this session.
 */
export function keepAnswer(name: string, answer: unknown): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(answer));
  } catch {
    // Without storage, or with a full one, there is nothing to show offline.
  }
}

/** As it was kept, maybe by an older version of the app; null: none. */
export function keptAnswer(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetAnswers(): void {
  if (typeof localStorage === 'undefined') return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
