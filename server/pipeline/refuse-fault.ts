import { isContention, isTransientError } from '../db/transient-error.ts';
import { StoreFault } from '../platform/files/file-store.ts';
import { describeFault } from '../platform/log.ts';
import { refuse, type Refusal } from './handler.ts';
import type { Services } from './services.ts';

interface Faulty {
  requestId: string;
  call: string | null;
}

/**
 * Logs the error of a request, and returns its refusal. An outage is one line per cause and minute: the line names no request, so that the
 * log counts its repeats.
 */
export function refuseFault(
  services: Pick<Services, 'disk' | 'log'>,
  fault: unknown,
  { requestId, call }: Faulty,
): Refusal {
  const { log } = services;
  const refusal = toRefusal(services, fault);
  const fields = describeFault(fault);
  const named = { request_id: requestId, call, ...fields };
  if (refusal.error.code === 'internal') log.error('fault', named);
  else log.warn('busy', isContention(fault) ? named : fields);
  return refusal;
}

/** A full disk, an unreachable database and a bucket that does not work are transient; anything else is an error of ours. */
function toRefusal({ disk }: Pick<Services, 'disk'>, fault: unknown): Refusal {
  if (fault instanceof StoreFault) return refuse('files_down', { retry_after_seconds: 10 });
  const mayPass = isTransientError(fault);
  // Only for errors of the database or file system: a bug stays a bug even when the disk is full.
  if ((mayPass || isOfFileSystem(fault)) && disk.isCauseOf(fault))
    return refuse('disk_full', { retry_after_seconds: 10 });
  return mayPass ? refuse('unavailable', { retry_after_seconds: 1 }) : refuse('internal');
}

const isOfFileSystem = (fault: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((fault as { code?: string } | null)?.code ?? '');
