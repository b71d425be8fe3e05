import { rootOf } from '../platform/log.ts';

/** Another transaction was in the way, or the database is unreachable: the same request may succeed later. */
const busyCodes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // the server is shutting down
  '57P02',
  '57P03', // starting up
  '25P03', // idle in transaction
  '25006', // read-only, after a failover
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // its socket is gone
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN', // its name cannot be resolved
  'ENOTFOUND',
]);

/** Connections; logins, which the operator can repair; exhausted resources (disk, memory); system errors of the machine. */
const busyClasses = ['08', '28', '53', '58'];

const busyMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'Client was closed and is not queryable',
];

/** True for a transient error (503 `unavailable`), false for a bug (500 `internal`). */
export function isTransientError(fault: unknown): boolean {
  const root = rootOf(fault);
  if (!(root instanceof Error)) return false;
  const code = (root as { code?: string }).code ?? '';
  return (
    busyCodes.has(code) ||
    busyClasses.includes(code.slice(0, 2)) ||
    busyMessages.some((message) => root.message.includes(message))
  );
}
