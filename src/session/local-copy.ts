const PREFIX = 'galley-filled ';

/** What this device remembers about its local database, outside it: that it was filled, and how many changes were unsent. */
export interface Filled {
  waiting: number;
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type CopyState =
  /** As expected, or never filled yet. */
  | { kind: 'whole' }
  /** It was filled and is empty now: the browser has cleared it. `lost` changes were unsent. */
  | { kind: 'emptied'; lost: number };

/** Compares the database with what is remembered of it, and updates the memory. A logout deletes that (`forgetCopy`). */
export function compareCopy(
  memory: Memory,
  databaseName: string,
  now: { isComplete: boolean; waiting: number },
): CopyState {
  const text = memory.getItem(PREFIX + databaseName);
  if (now.isComplete) {
    const next = JSON.stringify({ waiting: now.waiting } satisfies Filled);
    if (text !== next) memory.setItem(PREFIX + databaseName, next);
    return { kind: 'whole' };
  }
  return text === null ? { kind: 'whole' } : { kind: 'emptied', lost: (JSON.parse(text) as Filled).waiting };
}

/** The database is deleted on purpose, so its absence is expected. */
export const forgetCopy = (memory: Memory, databaseName: string): void => memory.removeItem(PREFIX + databaseName);
