/** Newer code has opened this database. */
export class OutdatedCode extends Error {}

/** Dexie wraps what made it refuse to open. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof OutdatedCode || (error as { inner?: unknown } | null)?.inner instanceof OutdatedCode;
