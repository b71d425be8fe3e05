const PREFIX = 'galley-filled ';

/** What this device remembers of its local database beside it: that it was filled once, and how much of it was not sent. */
export interface Filled {
  waiting: number;
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type CopyState =
  /** As it should be, or never filled yet. */
  | { kind: 'whole' }
  /** It was filled once and is not any more: the browser has emptied it. `lost` changes had not been sent. */
  | { kind: 'emptied'; lost: number };

/** Holds the database as it is now against what is remembered of it, and remembers it anew. A logout forgets it (`forgetCopy`). */
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

/** The database is deleted on purpose: its absence is no surprise. */
export const forgetCopy = (memory: Memory, databaseName: string): void => memory.removeItem(PREFIX + databaseName);
