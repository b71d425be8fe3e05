import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** Repeats `check` until it no longer throws. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: PATIENCE_MS });
