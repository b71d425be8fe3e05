import { isTransientError } from '../db/transient-error.ts';
import { refuse, type Refusal } from './handler.ts';
import type { Services } from './services.ts';

/** The refusal for an error: a full disk and an unreachable database are transient; anything else is an error of ours. */
export function refuseFault({ disk }: Pick<Services, 'disk'>, fault: unknown): Refusal {
  const mayPass = isTransientError(fault);
  // Only for errors of the database or file system: a bug stays a bug even when the disk is full.
  if ((mayPass || isOfFileSystem(fault)) && disk.isCauseOf(fault))
    return refuse('disk_full', { retry_after_seconds: 10 });
  return mayPass ? refuse('unavailable', { retry_after_seconds: 1 }) : refuse('internal');
}

const isOfFileSystem = (fault: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((fault as { code?: string } | null)?.code ?? '');
