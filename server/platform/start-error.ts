/**
 * A start that cannot continue for a reason that the operator can fix. Its message is one sentence that names the setting and the remedy.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** A wrong setting, or several, each of which is named. */
export class SettingsError extends StartError {
  override name = 'SettingsError';
}

/** What to print about a failed start. An unexpected error is ours and keeps its stack. */
export const startFailure = (error: unknown): unknown => (error instanceof StartError ? error.message : error);
