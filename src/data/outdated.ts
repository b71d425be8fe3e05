/** Newer code has taken over this database. */
export class OutdatedCode extends Error {}

/** Dexie wraps the cause of a failed opening. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof OutdatedCode || (error as { inner?: unknown } | null)?.inner instanceof OutdatedCode;
