import type { Clock } from '../../data/clock.ts';
import type { Channel } from './channel.ts';

/** Messages between the leader and the workers that wait. */
export type LeaderMessage =
  /** Asks whether the leader is alive. */
  'ask' | 'alive';

/** Interval at which waiting workers ask. */
export const HEARTBEAT_MS = 5_000;
/** A leader silent for this long counts as frozen. Together with HESITATE_MS it is replaced within five seconds after the question. */
const ANSWER_MS = 4_000;
/** Random delay, so that one of several waiting workers takes the lead and the others notice. */
const HESITATE_MS = 800;
const AGAIN_MS = 1000;

/** What a leader does. `run` ends after `stop`, or when there is nothing to lead. */
export interface Work {
  run(): Promise<void>;
  stop(): void;
}

export interface LeadershipOptions {
  databaseName: string;
  /** Absent on plain HTTP: every worker runs, and leases and the server's count keep that harmless. */
  locks: Pick<LockManager, 'request'> | undefined;
  channel: Channel<LeaderMessage>;
  clock: Clock;
  random: () => number;
  /** Begins a term. `isLeader` turns false when the lock is stolen. */
  begin: (isLeader: () => boolean) => Work;
}

export interface Leadership {
  /** Resolves when there is nothing to lead any more. */
  run(): Promise<void>;
  /** Ends for good: newer code owns the database. */
  end(): void;
}

/**
 * One worker leads: it holds the lock, and the others queue for it. There is no probe, since two probes could both be told "you lead". A
 * frozen leader (a frozen tab, a hanging worker) does not release its lock, so waiting workers ask, and steal the lock from one that does
 * not answer. When it wakes up, it learns that it lost the lock and queues again; leases and the server's count make its running work
 * harmless.
 */
export function makeLeadership({ databaseName, locks, channel, clock, random, begin }: LeadershipOptions): Leadership {
  const lock = `${databaseName}:leader`;
  let hasEnded = false;
  let isLeading = false;
  let stopTerm = () => {};
  let onAlive = () => {};

  channel.onHint((word) => {
    if (word === 'alive') onAlive();
    else if (isLeading) channel.post('alive');
  });

  /** One term under the lock. True if the work ended by itself; false if the lock was stolen or never granted. */
  async function lead(options: LockOptions, onGranted: () => void): Promise<boolean> {
    let isOurs = false;
    let work: Work | null = null;
    try {
      await locks!.request(lock, options, async () => {
        onGranted();
        if (hasEnded) return;
        isOurs = true;
        isLeading = true;
        channel.post('alive');
        work = begin(() => isOurs);
        stopTerm = work.stop;
        await work.run();
      });
      return true;
    } catch (error) {
      // Stolen, or given up while waiting. Other errors are the work's own, and the next term may succeed.
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

  /** Calls `onSilent` once if the leader does not answer in time. Returns a function to stop. */
  function watchLeader(onSilent: () => void): () => void {
    let cancel = () => {};
    const ask = () => {
      const askedAt = clock.now();
      cancel = clock.after(ANSWER_MS + random() * HESITATE_MS, () => {
        // This worker itself was frozen, and the answer may be in its task queue: ask again.
        const isLate = Math.abs(clock.now() - askedAt) > 2 * ANSWER_MS;
        if (isLate) ask();
        else onSilent();
      });
      channel.post('ask');
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
        // Wait before queueing again, so that failing work is not restarted at once.
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
