import { rootOf } from '../platform/log.ts';

/** Another transaction was in the way, or the database is not there at the moment: the same request may succeed a little later. */
const busyCodes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // the server is shutting down
  '57P02',
  '57P03', // starting up
  '25P03', // idle in transaction
  '25006', // only read, after a failover
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // its socket is gone
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN', // its name is not found out
  'ENOTFOUND',
]);

/** Connections; what runs out (the disk, memory); what the machine under it fails at. */
const busyClasses = ['08', '53', '58'];

const busyMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'Client was closed and is not queryable',
];

/** Is this fault a moment's weakness (503 `unavailable`), rather than a mistake in the code (500 `internal`)? */
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
