import { vi } from 'vitest';
import { LONGEST_WAIT_MS } from './waits.ts';

/** Repeats `check` until it no longer throws. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: LONGEST_WAIT_MS });
