import type { Clock } from '../../data/clock.ts';
import type { Channel } from './channel.ts';

/** Of workers that wait for the lead, and the one that has it. */
export type LeaderMessage =
  /** Does the leader live? */
  'ask' | 'alive';

/** So often a worker that waits asks. */
export const HEARTBEAT_MS = 5_000;
/** A leader that says nothing for so long stands still. With the hesitation it is replaced within five seconds of the question. */
const ANSWER_MS = 4_000;
/** Of several that wait the first takes the lead, and the others hear of it. */
const HESITATE_MS = 800;
const AGAIN_MS = 1000;

/** What a leader does. `run` ends when it has been stopped, or when there is nothing to lead any more. */
export interface Work {
  run(): Promise<void>;
  stop(): void;
}

export interface LeadershipOptions {
  databaseName: string;
  /** Absent on plain http: every worker works, and leases and the server's count keep that harmless. */
  locks: Pick<LockManager, 'request'> | undefined;
  channel: Channel<LeaderMessage>;
  clock: Clock;
  random: () => number;
  /** Begins a term. `isLeader` turns false when the lead was taken away. */
  begin: (isLeader: () => boolean) => Work;
}

export interface Leadership {
  /** Resolves when there is nothing to lead any more. */
  run(): Promise<void>;
  /** For good: newer code owns the database. */
  end(): void;
}

/**
 * One worker leads: it holds the lock, the others queue for it. No probe: two probes can both be told "you lead". A lock is not freed by
 * a leader that stands still (a frozen tab, a worker that hangs), so those who wait ask, and take the lock from one that does not answer.
 * When it wakes up it learns that it has lost the lead and queues again; what it still has under way is harmless by lease and count.
 */
export function makeLeadership({ databaseName, locks, channel, clock, random, begin }: LeadershipOptions): Leadership {
  const lock = `${databaseName}:leader`;
  let hasEnded = false;
  let isLeading = false;
  let stopTerm = () => {};
  let onAlive = () => {};

  channel.onHint((word) => {
    if (word === 'alive') onAlive();
    else if (isLeading) channel.tell('alive');
  });

  /** One term under the lock. True: the work has ended by itself; false: somebody has taken the lock meanwhile. */
  async function lead(options: LockOptions, onGranted: () => void): Promise<boolean> {
    let isOurs = false;
    let work: Work | null = null;
    try {
      await locks!.request(lock, options, async () => {
        onGranted();
        if (hasEnded) return;
        isOurs = true;
        isLeading = true;
        channel.tell('alive');
        work = begin(() => isOurs);
        stopTerm = work.stop;
        await work.run();
      });
      return true;
    } catch (error) {
      // Taken from us, or given up while waiting; anything else is the work's own failure, and the next term may do better.
      if (!isAbort(error)) console.warn('The leader failed', error);
      return false;
    } finally {
      if (isOurs) isLeading = false;
      isOurs = false;
      (work as Work | null)?.stop();
    }
  }

  async function queue(): Promise<boolean> {
    const waiting = new AbortController();
    const leave = watchLeader(() => waiting.abort());
    stopTerm = () => waiting.abort();
    const isDone = await lead({ signal: waiting.signal }, leave);
    leave();
    if (isDone || hasEnded || !waiting.signal.aborted) return isDone;
    return lead({ steal: true }, () => {});
  }

  /** Calls `onSilent` once, when the leader has not answered a question in time. Answers how to stop. */
  function watchLeader(onSilent: () => void): () => void {
    let cancel = () => {};
    const ask = () => {
      const askedAt = clock.now();
      cancel = clock.after(ANSWER_MS + random() * HESITATE_MS, () => {
        // This worker stood still itself, and the answer may lie in its queue: it asks once more.
        const isLate = Math.abs(clock.now() - askedAt) > 2 * ANSWER_MS;
        if (isLate) ask();
        else onSilent();
      });
      channel.tell('ask');
    };
    const rest = () => {
      cancel();
      cancel = clock.after(HEARTBEAT_MS, ask);
    };
    onAlive = rest;
    rest();
    return () => {
      onAlive = () => {};
      cancel();
    };
  }

  return {
    async run() {
      if (!locks) {
        const work = begin(() => false);
        stopTerm = work.stop;
        return work.run();
      }
      while (!hasEnded && !(await queue())) {
        // The queue is behind whoever has the lock now; a work that fails at once is not begun again at once.
        await new Promise<void>((resolve) => clock.after(AGAIN_MS, resolve));
      }
    },
    end() {
      hasEnded = true;
      stopTerm();
    },
  };
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
