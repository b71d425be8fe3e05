import { isTransientError } from '../db/transient-error.ts';
import { refuse, type Refusal } from './handler.ts';
import type { Services } from './services.ts';

/** What a fault is answered with: a full disk and a database that is away pass, anything else is a fault of ours. */
export function refuseFault({ disk }: Pick<Services, 'disk'>, fault: unknown): Refusal {
  const mayPass = isTransientError(fault);
  // Only where the database fails: a mistake of ours beside a full disk is still one.
  if ((mayPass || isOfFileSystem(fault)) && disk.isCauseOf(fault))
    return refuse('disk_full', { retry_after_seconds: 10 });
  return mayPass ? refuse('unavailable', { retry_after_seconds: 1 }) : refuse('internal');
}

const isOfFileSystem = (fault: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((fault as { code?: string } | null)?.code ?? '');
