import { DiskTimeout, withDiskTimeout, isFull } from './disk.ts';
import type { UnsavedMutation } from './unsaved-mutations.ts';
import { isOutdated, OutdatedCode } from './outdated.ts';
import { type MutationWrite, MutationRefused, NotLoaded, storeMutation } from './store-mutation.ts';
import { reopen } from './reopen.ts';
import type { Store } from './store.ts';

/** Unsaved mutations on their way to the disk, in order: none overtakes one that the disk refuses. */
export interface WriteQueue {
  /**
   * Resolves when the mutation is stored. Rejects if it cannot be stored for now: `unsavedMutations` lists it, and the queue keeps trying.
   */
  add(change: MutationWrite): Promise<void>;
  /** Retries at once what the disk refused. */
  retry(): void;
}

interface Waiting {
  change: MutationWrite;
  resolve: () => void;
  reject: (error: unknown) => void;
  /** Aborts the running try. */
  abort: () => void;
}

/** Safari loses the connection in the background and can reopen it at once. */
const SOON_MS = [0, 300, 1500];
/** The disk is full or does not answer; that may change at any time. */
const LATER_MS = 5_000;

export function makeWriteQueue(store: Store): WriteQueue {
  const waiting: Waiting[] = [];
  let isWriting = false;
  let wake = () => {};

  async function work(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    for (let faults = 0; waiting[0] && !store.isClosed;) {
      const head = waiting[0];
      try {
        await write(head);
        faults = 0;
      } catch (error) {
        if (!waiting.includes(head)) continue;
        if (error instanceof MutationRefused) {
          forget(head);
          report(head, 'refused', error);
        } else if (isOutdated(error)) for (const each of waiting.splice(0)) report(each, 'outdated', error);
        else await patience(faults++, error);
      }
    }
    // Sealed: the copies of the rest wait for their owner.
    for (const { reject } of waiting.splice(0)) reject(new Error('Sealed'));
    isWriting = false;
  }

  async function write(head: Waiting): Promise<void> {
    // Reopened, the database would let outdated code in again.
    if (store.isOutdated) throw new OutdatedCode();
    const { change } = head;
    const watch = {
      onBegin: (abort: () => void) => void (head.abort = abort),
      onKnown: () => store.overlay.commit(change.entry.key),
    };
    try {
      await withDiskTimeout(store.clock, storeMutation(store.db, change, watch));
    } catch (error) {
      // A try that hangs must not commit after the person has given it up.
      head.abort();
      throw error;
    }
    store.overlay.commit(change.entry.key);
    leave(head);
    head.resolve();
    store.onQueued();
  }

  function leave(item: Waiting): void {
    const index = waiting.indexOf(item);
    if (index !== -1) waiting.splice(index, 1);
    const { key } = item.change.entry;
    store.unsaved.delete(key);
    store.unsavedMutations.remove(key);
  }

  /** Removes the mutation from the screen: the row does not allow it, or the person gave it up. */
  function forget(item: Waiting): void {
    leave(item);
    item.abort();
    store.copies.remove(item.change.entry.key);
    store.overlay.drop(item.change.entry.key);
  }

  /** Waits, then reopens the database. Nothing counts as written before its commit. */
  async function patience(faults: number, error: unknown): Promise<void> {
    const soon = error instanceof DiskTimeout ? undefined : SOON_MS[faults];
    if (soon === undefined) for (const each of waiting) report(each, kindOf(error), error);
    await new Promise<void>((resolve) => {
      store.clock.after(soon ?? LATER_MS, resolve);
      // Do not hurry a connection that is being reopened.
      if (soon === undefined) wake = resolve;
    });
    wake = () => {};
    if (!store.isOutdated && !store.isClosed && kindOf(error) === 'storage') await reopen(store.db, store.clock);
  }

  /** Keeps the mutation on the screen and in memory, and tells the person. */
  function report(item: Waiting, kind: UnsavedMutation['kind'], error: unknown): void {
    const { key, call } = item.change.entry;
    if (kind === 'outdated') store.onOutdated();
    store.unsavedMutations.put({
      key,
      call,
      kind,
      error,
      retry() {
        store.unsavedMutations.remove(key);
        wake();
      },
      discard: () => forget(item),
    });
    item.reject(error);
  }

  return {
    add(change) {
      const { entry, instead } = change;
      store.unsaved.set(entry.key, change);
      store.copies.put({ entry, instead });
      return new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject, abort: () => {} });
        wake();
        void work();
      });
    },
    retry: () => wake(),
  };
}

export const kindOf = (error: unknown): UnsavedMutation['kind'] =>
  isOutdated(error) ? 'outdated' : error instanceof NotLoaded ? 'loading' : isFull(error) ? 'full' : 'storage';
