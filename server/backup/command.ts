import { explainServerFault } from '../db/explain-fault.ts';
import { StartError } from '../platform/start-error.ts';

// Shared by both commands. Results go to stdout, everything else to stderr.

export function note(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Prints the message and returns the exit code. */
export function complain(message: string, code: number): number {
  note(message);
  return code;
}

/** The message of an expected failure; for others, `what` names what failed. `url`: of the database server. */
export function messageOf(error: unknown, what: string, url: string | null): string {
  const explained = url === null ? error : explainServerFault(error, url);
  if (explained instanceof StartError) return explained.message;
  return `${what}: ${error instanceof Error ? error.message : String(error)}`;
}

export const count = (number: number): string => number.toLocaleString('en-GB');
