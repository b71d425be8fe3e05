import { explainServerFault } from '../db/explain-fault.ts';
import { StartError } from '../platform/start-error.ts';

// What the two commands share. Results go to standard output, everything else to standard error.

export function note(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Answers the exit code. */
export function complain(message: string, code: number): number {
  note(message);
  return code;
}

/** An expected failure is its own message; of another one `what` says what it ended. `url`: of the database's server. */
export function messageOf(error: unknown, what: string, url: string | null): string {
  const explained = url === null ? error : explainServerFault(error, url);
  if (explained instanceof StartError) return explained.message;
  return `${what}: ${error instanceof Error ? error.message : String(error)}`;
}

export const count = (number: number): string => number.toLocaleString('en-GB');
