import type { Compared, CompareRequest, Cursor } from '../../../contract/sync/calls.ts';
import { type Clock, instant } from '../../data/clock.ts';
import type { GalleyDb, SyncStatus } from '../../data/db.ts';
import type { Definitions } from '../../data/apply-pending.ts';
import type { MakeId } from '../../data/ids.ts';
import type { Rebase } from '../protocol/rebase.ts';
import type { Answer, PullReply, Transport } from '../protocol/transport.ts';

/** The environment of one engine. Push, pull and loop use no browser globals. */
export interface Engine {
  db: GalleyDb;
  definitions: Definitions;
  transport: Transport;
  /** Identifies the sign-in of the token; only compared. Absent if nobody signs in again. */
  session?: () => number;
  clock: Clock;
  random: () => number;
  newId: MakeId;
  /** Name of this worker in leases. */
  holder: string;
  /** True while this worker holds the lock: other lease holders are then dead. Without the lock, leases must expire. */
  isLeader: () => boolean;
  /** Tells the pages the state of the disk. A full or hanging disk cannot store a status. */
  onDisk?: (state: 'full' | 'stuck' | 'well') => void;
  memory: EngineMemory;
  /** Compares the mirror with the server. Loaded after the worker leads. */
  comparison?: Comparison;
}

/** What an engine remembers between its steps. In memory only: answers to an earlier worker prove nothing here. */
export interface EngineMemory {
  /** A counter of this worker's requests. */
  moment: number;
  /** By key: when the entry was last sent, as a moment and as stored in the entry. */
  sent: Map<string, { at: number; triedAt: number | undefined }>;
  /** When the newest answered pull was requested. */
  asked: number;
  /** The next page of a snapshot, requested while this one is written. */
  nextPage: (Question & { body: string }) | null;
}

export const makeMemory = (): EngineMemory => ({
  moment: 0,
  sent: new Map(),
  asked: 0,
  nextPage: null,
});

/** `at`: moment of the request; later changes are not in the answer. */
export interface Question {
  at: number;
  /** By the device's clock. */
  sentMs: number;
  answer: Promise<Answer<PullReply>>;
}

export interface Comparison {
  /** The comparison to request with a pull; undefined if none is due. */
  ask(): CompareRequest | undefined;
  /** Whether the mirror at this cursor differs from the server's checksums. If so, everything is loaded afresh. */
  differs(cursor: Cursor, compared: Compared): Promise<boolean>;
}

/** The queue is blocked and loses nothing. `retryAfterMs`: the wait that the server named. */
export interface Blocked {
  kind: 'closed';
  gate: Exclude<SyncStatus['gate'], 'open'>;
  retryAfterMs: number | null;
  requestId: string | null;
  /** The server's error code. */
  code?: string | undefined;
}

/** `at`: the server's time if an answer has it, so that a wrong device clock does not matter. */
export const rebaseOf = ({ db, definitions, clock }: Engine, at = instant(clock.now())): Rebase => ({
  db,
  definitions,
  at,
});

/** How an answer that is not `ok` blocks the queue. */
export function blockedBy(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): Blocked {
  if (answer.kind === 'unanswered') return { kind: 'closed', gate: 'offline', retryAfterMs: null, requestId: null };
  const { status, error, retryAfterMs } = answer;
  const isOnboarding = status === 403 && (error?.code === 'email_unverified' || error?.code === 'profile_incomplete');
  const gate = status === 401 ? 'auth' : status === 426 ? 'upgrade' : isOnboarding ? 'onboarding' : 'backoff';
  return { kind: 'closed', gate, retryAfterMs, requestId: error?.request_id ?? null, code: error?.code };
}

/** A wait that the server named holds even if the disk fails while what it answers is stored: the next try reads everything anew. */
export const keepNamedWait = <T>(closed: Blocked | null, stored: Promise<T>): Promise<T | Blocked> =>
  stored.catch((error: unknown) => {
    if (closed?.retryAfterMs) return closed;
    throw error;
  });

/**
 * Resolves with the answer, or with `unanswered` after `ms`, so that the queue never hangs on one call. HTTP requests are aborted after the
 * same time.
 */
export function withTimeout<T>(clock: Clock, ms: number, answer: Promise<Answer<T>>): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve({ kind: 'unanswered' }));
    void answer.then((value) => {
      cancel();
      resolve(value);
    });
  });
}
