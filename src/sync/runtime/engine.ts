import type { Compared, CompareRequest, Cursor } from '../../../contract/sync/calls.ts';
import { type Clock, instant } from '../../data/clock.ts';
import type { GalleyDb, SyncStatus } from '../../data/db.ts';
import type { Definitions } from '../../data/apply-pending.ts';
import type { MakeId } from '../../data/ids.ts';
import type { Rebase } from '../protocol/rebase.ts';
import type { Answer, Transport } from '../protocol/transport.ts';

/** The world of one engine. Nothing in push, pull and loop reads a global of the browser. */
export interface Engine {
  db: GalleyDb;
  definitions: Definitions;
  transport: Transport;
  /** Which sign-in the token is of: a number that is only compared. Absent where nobody signs in again. */
  session?: () => number;
  clock: Clock;
  random: () => number;
  newId: MakeId;
  /** This worker, in leases. */
  holder: string;
  /** True while the lock is held: whoever else holds a lease is dead then. Without it leases run out by themselves. */
  isLeader: () => boolean;
  /** Tells the pages how the disk does: with a full one, or one that hangs, nothing can be said through the database. */
  onDisk?: (state: 'full' | 'stuck' | 'well') => void;
  /** Compares the mirror with the server; the worker loads it when it leads already. */
  comparison?: Comparison;
}

export interface Comparison {
  /** What a pull asks for; undefined: it is not time yet. */
  ask(): CompareRequest | undefined;
  /** Does the mirror at this cursor differ from the server's sums? Then everything is loaded afresh. */
  differs(cursor: Cursor, compared: Compared): Promise<boolean>;
}

/** The queue stops here and loses nothing. `retryAfterMs`: the server named a time. */
export interface Blocked {
  kind: 'closed';
  gate: Exclude<SyncStatus['gate'], 'open'>;
  retryAfterMs: number | null;
  requestId: string | null;
  /** The server's error code. */
  code?: string | undefined;
}

/** `at`: the server's present time where an answer tells it; a wrong clock of the device does not touch it. */
export const rebaseOf = ({ db, definitions, clock }: Engine, at = instant(clock.now())): Rebase => ({
  db,
  definitions,
  at,
});

/** What an answer that is not a yes means for the whole queue. */
export function blockedBy(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): Blocked {
  if (answer.kind === 'unanswered') return { kind: 'closed', gate: 'offline', retryAfterMs: null, requestId: null };
  const { status, error, retryAfterMs } = answer;
  const isOnboarding = status === 403 && (error?.code === 'email_unverified' || error?.code === 'profile_incomplete');
  const gate = status === 401 ? 'auth' : status === 426 ? 'upgrade' : isOnboarding ? 'onboarding' : 'backoff';
  return { kind: 'closed', gate, retryAfterMs, requestId: error?.request_id ?? null, code: error?.code };
}

/**
 * The answer, or `unanswered` after `ms`: a queue must not hang on one call. What asks over HTTP takes its question back by then as well.
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
