/** The printer would print something else than the text, so nothing is printed. The message is for the person who prints. */
export class UnprintableError extends Error {}

/** What to do about a ticket that was not printed. */
export const printFault = (error: unknown, advice: string): string =>
  error instanceof UnprintableError ? error.message : advice;
