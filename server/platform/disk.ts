import { existsSync, statfsSync } from 'node:fs';
import type { Clock } from './clock.ts';
import { rootOf, type Log } from './log.ts';

/** Below this PostgreSQL cannot go on: it writes its log in files of 16 MB, and stops when the next one does not fit. */
export const NEEDED_BYTES = 64 * 1024 * 1024;
/** A database server elsewhere tells of its disk only by the writes that fail; between two of them it counts as full for this long. */
const SEEN_FOR_MS = 60_000;

export interface Disk {
  /** Is this fault a full disk's? It is told to the operator, once in a while. */
  isCauseOf(fault: unknown): boolean;
  isFull(): boolean;
}

export interface DiskOptions {
  clock: Clock;
  log: Log;
  /** Bytes that are free where this process and its database write; null: not known. */
  free: () => number | null;
}

/** Tells a full disk from a database that is down: with the embedded database the first leads to the second. */
export function watchDisk({ clock, log, free }: DiskOptions): Disk {
  let seenAt = -Infinity;
  let toldAt = -Infinity;
  const isShort = () => (free() ?? Infinity) < NEEDED_BYTES;

  function tell() {
    const now = clock.now().getTime();
    if (now - toldAt < SEEN_FOR_MS) return;
    toldAt = now;
    const message = 'The disk is full, so nothing can be written: free space where DATA_DIR or the database server is';
    log.error('disk_full', { message, free_bytes: free() });
  }

  return {
    isCauseOf(fault) {
      const isSaid = saysFull(fault);
      if (isSaid) seenAt = clock.now().getTime();
      if (!isSaid && !isShort()) return false;
      tell();
      return true;
    },
    isFull() {
      const isFull = isShort() || clock.now().getTime() - seenAt < SEEN_FOR_MS;
      if (isFull) tell();
      return isFull;
    },
  };
}

/** Free bytes of the file system of this folder; null where there is no such folder. */
export function freeBytes(folder: string): number | null {
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** By the database or by the file system. */
function saysFull(fault: unknown): boolean {
  const { code } = (rootOf(fault) ?? {}) as { code?: unknown };
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}
