/** A start that cannot go on, for a reason that the operator can mend: its message is one sentence that names the setting and the remedy. */
export class StartError extends Error {
  override name = 'StartError';
}

/** What to print about a start that failed. Whatever nobody foresaw is a fault of ours and keeps its stack. */
export const startFailure = (error: unknown): unknown => (error instanceof StartError ? error.message : error);
