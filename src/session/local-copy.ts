import type { Copies } from '../data/copies.ts';

const PREFIX = 'galley-filled ';

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type CopyState =
  /** As expected, or never filled yet. */
  | { kind: 'whole' }
  /**
   * It was filled and is empty now: the browser has cleared it. `kept` changes were unsent and have a copy. `lost` ones had no room for
   * one, or were refused and nobody had looked at them; null: not known.
   */
  | { kind: 'emptied'; kept: number; lost: number | null };

/**
 * Compares the database with what is remembered of it outside it: that it was filled, and how much of it has no copy. A logout deletes that
 * memory (`forgetCopy`).
 */
export function compareCopy(
  memory: Memory,
  databaseName: string,
  copies: Copies,
  now: { isComplete: boolean; waiting: number; attention: number },
): CopyState {
  const text = memory.getItem(PREFIX + databaseName);
  const kept = copies.read().length;
  if (now.isComplete) {
    const next = String(Math.max(0, now.waiting - kept) + now.attention);
    if (text !== next) memory.setItem(PREFIX + databaseName, next);
    return { kind: 'whole' };
  }
  // Earlier versions of the app wrote something else.
  const lost = /^\d+$/.test(text ?? '') ? Number(text) : null;
  return text === null ? { kind: 'whole' } : { kind: 'emptied', kept, lost };
}

/** The database is deleted on purpose, so its absence is expected. */
export const forgetCopy = (memory: Memory, databaseName: string): void => memory.removeItem(PREFIX + databaseName);
