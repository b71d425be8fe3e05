import type { Clock } from './clock.ts';

/** The disk has not answered for so long that nobody waits for it any longer. */
export class DiskTimeout extends Error {}

/** A disk that answers at all answers sooner. */
const HANG_MS = 10_000;

/**
 * What the disk does, or a rejection when it does not end in time: browsers let a transaction, or the opening of a database, hang for
 * ever now and then. What hangs may end later all the same.
 */
export function withDiskTimeout<T>(clock: Clock, work: PromiseLike<T>, ms = HANG_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = () => {};
    const wait = () => {
      const startedAt = clock.now();
      cancel = clock.after(ms, () => {
        // This tab stood still itself, and the answer may lie in its queue.
        if (Math.abs(clock.now() - startedAt) > 2 * ms) wait();
        else reject(new DiskTimeout('The disk does not answer'));
      });
    };
    wait();
    const end = () => cancel();
    work.then(resolve, reject);
    work.then(end, end);
  });
}

/** Dexie wraps what made a transaction end, and lists what made a write of many rows fail. */
export function isFull(error: unknown): boolean {
  const { name, inner, failures = [] } = (error ?? {}) as { name?: string; inner?: unknown; failures?: unknown[] };
  return (
    name === 'QuotaExceededError' || [inner, ...failures].some((cause) => cause && cause !== error && isFull(cause))
  );
}
