import type { StoredFile, SyncStatus } from '../data/db.ts';
import { isOutdated } from '../data/outdated.ts';
import type { Store } from '../data/store.ts';
import { follow } from '../data/watch.ts';
import { forgetFiles, planFiles, setFileState, type FilePlan } from './kept-files.ts';

/** `later`: no network, or not now. `fault`: the server failed on it. */
export type Sent = 'stored' | 'refused' | 'later' | 'fault';

export interface UploadOptions {
  store: Store;
  send: (file: StoredFile) => Promise<Sent>;
  /** The queue may move on. */
  onDone: () => void;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** A file on which the server always fails holds up the queue for so many tries, as a mutation does. */
const FAULTS_MAX = 8;

/**
 * Sends the files that pending mutations name, one after the other, beside the sync loop: pulls and earlier mutations do not wait for
 * bytes. Forgets files that no mutation names. Returns `now`, which ends a wait, and `stop`.
 */
export function uploadFiles({ store, send, onDone }: UploadOptions): { now: () => void; stop: () => void } {
  const { db, clock } = store;
  const faults = new Map<string, number>();
  let plan: FilePlan | null = null;
  let isWorking = false;
  let hasStopped = false;
  let failures = 0;
  let cancelWait: (() => void) | null = null;

  async function work(): Promise<void> {
    if (isWorking || cancelWait) return;
    isWorking = true;
    try {
      while (plan && !hasStopped) {
        const next = plan;
        plan = null;
        await act(next);
      }
    } catch (error) {
      if (isOutdated(error) || hasStopped) return;
      console.warn('Files cannot be sent', error);
      wait();
    } finally {
      isWorking = false;
    }
  }

  async function act({ send: ids, again, forget }: FilePlan): Promise<void> {
    for (const id of again) await setFileState(db, id, 'waiting');
    if (forget.length > 0) await forgetFiles(db, clock.now());
    const file = ids[0] === undefined ? undefined : await db.files.get(ids[0]);
    if (!file || hasStopped) return;
    const answer = await send(file);
    if (hasStopped) return;
    const count = (faults.get(file.id) ?? 0) + (answer === 'fault' ? 1 : 0);
    faults.set(file.id, count);
    if (answer === 'later' || (answer === 'fault' && count < FAULTS_MAX)) return wait();
    failures = 0;
    faults.delete(file.id);
    // The server refuses the mutation of a file that it does not have, and says so.
    await setFileState(db, file.id, answer === 'stored' ? 'sent' : 'refused');
    onDone();
  }

  function wait(): void {
    const ms = Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS);
    cancelWait ??= clock.after(ms, now);
  }

  function now(): void {
    cancelWait?.();
    cancelWait = null;
    void planFiles(db, clock.now()).then(
      (next) => {
        plan = next;
        return work();
      },
      // The database is closed, or opens again: the live query then answers.
      () => undefined,
    );
  }

  /** The loop finds out first when the server is back. */
  const readGate = async () => ((await db.sync.get('status'))?.value as SyncStatus | undefined)?.gate ?? 'open';
  let wasOpen = true;
  const leave = follow(store, () => Promise.all([planFiles(db, clock.now()), readGate()]), {
    next([next, gate]) {
      plan = next;
      const isOpen = gate === 'open';
      if (isOpen && !wasOpen) failures = 0;
      if (isOpen && !wasOpen && cancelWait) now();
      else void work();
      wasOpen = isOpen;
    },
  });
  return {
    now,
    stop() {
      hasStopped = true;
      cancelWait?.();
      leave();
    },
  };
}
