import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explainServerFault } from '../db/explain-fault.ts';
import { StartError } from '../platform/start-error.ts';

// Results of commands go to stdout, everything else to stderr.

/** The file and the options of a command. Null: others than it knows. */
export function readArguments<const Options extends Record<string, { type: 'string' | 'boolean' }>>(options: Options) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [file, ...more] = positionals;
    // npm runs scripts in the project's folder; INIT_CWD is the person's.
    return file && more.length === 0 ? { path: resolve(process.env.INIT_CWD ?? '.', file), values } : null;
  } catch {
    // An unknown option: the usage lists the known ones.
    return null;
  }
}

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
