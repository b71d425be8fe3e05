import { existsSync, statfsSync } from 'node:fs';
import type { Clock } from './clock.ts';
import { rootOf, type Log } from './log.ts';

/** Below this PostgreSQL cannot continue: it writes its log in files of 16 MB and stops if the next one does not fit. */
export const NEEDED_BYTES = 64 * 1024 * 1024;
/** A remote database server shows a full disk only by failed writes; between two of them it counts as full for this long. */
const SEEN_FOR_MS = 60_000;

export interface Disk {
  /** True if a full disk caused this error. Reports it to the operator now and then. */
  isCauseOf(fault: unknown): boolean;
  isFull(): boolean;
}

export interface DiskOptions {
  clock: Clock;
  log: Log;
  /** Free bytes where this process and its database write; null if unknown. */
  free: () => number | null;
}

/** Tells a full disk from a database that is down: with the embedded database, the first causes the second. */
export function watchDisk({ clock, log, free }: DiskOptions): Disk {
  let seenAt = -Infinity;
  let reportedAt = -Infinity;
  const isShort = () => (free() ?? Infinity) < NEEDED_BYTES;

  function report() {
    const now = clock.now().getTime();
    if (now - reportedAt < SEEN_FOR_MS) return;
    reportedAt = now;
    const message =
      'The disk is full or nearly full, so writing may fail: free space where DATA_DIR or the database server is';
    log.error('disk_full', { message, free_bytes: free() });
  }

  return {
    isCauseOf(fault) {
      const isReported = isDiskFullError(fault);
      if (isReported) seenAt = clock.now().getTime();
      if (!isReported && !isShort()) return false;
      report();
      return true;
    },
    isFull() {
      const isFull = isShort() || clock.now().getTime() - seenAt < SEEN_FOR_MS;
      if (isFull) report();
      return isFull;
    },
  };
}

/** Free bytes of the folder's file system; null if the folder does not exist. */
export function freeBytes(folder: string): number | null {
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Reported by the database or the file system. */
function isDiskFullError(fault: unknown): boolean {
  const { code } = (rootOf(fault) ?? {}) as { code?: unknown };
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}
