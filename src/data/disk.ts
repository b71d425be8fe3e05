import type { Clock } from './clock.ts';

/** The disk has not answered within the time limit. */
export class DiskTimeout extends Error {}

/** A working disk answers sooner. */
const HANG_MS = 10_000;

/**
 * Resolves with `work`, or rejects if it takes too long: browsers sometimes let a transaction or the opening of a database hang for ever.
 * Work that hangs may still end later.
 */
export function withDiskTimeout<T>(clock: Clock, work: PromiseLike<T>, ms = HANG_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = () => {};
    const wait = () => {
      const startedAt = clock.now();
      cancel = clock.after(ms, () => {
        // This tab itself was frozen; the answer may be in its task queue.
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

/** True for a full disk. Dexie wraps the cause of an aborted transaction and lists the failures of a bulk write. */
export function isFull(error: unknown): boolean {
  const { name, inner, failures = [] } = (error ?? {}) as { name?: string; inner?: unknown; failures?: unknown[] };
  return (
    name === 'QuotaExceededError' || [inner, ...failures].some((cause) => cause && cause !== error && isFull(cause))
  );
}
