import { rootOf } from '../platform/log.ts';

/** Another transaction was in the way: the same request may succeed later. */
const contentionCodes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
]);

/** The database is unreachable. */
const busyCodes = new Set([
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
  const code = codeOf(root);
  return (
    contentionCodes.has(code) ||
    busyCodes.has(code) ||
    busyClasses.includes(code.slice(0, 2)) ||
    busyMessages.some((message) => root.message.includes(message))
  );
}

/** Of one request, unlike an outage, which every request meets. */
export const isContention = (fault: unknown): boolean => contentionCodes.has(codeOf(rootOf(fault)));

const codeOf = (fault: unknown): string => (fault as { code?: string } | null | undefined)?.code ?? '';
