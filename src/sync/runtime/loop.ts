import type { Cursor } from '../../../contract/sync/calls.ts';
import { makeCooldown, waitMs } from './backoff.ts';
import type { Blocked, Engine } from './engine.ts';
import { DiskTimeout, withDiskTimeout, isFull } from '../../data/disk.ts';
import { isOutdated } from '../../data/outdated.ts';
import { reopen } from '../../data/reopen.ts';
import { prepare } from '../protocol/identity.ts';
import { read } from '../protocol/sync-tables.ts';
import { pullOnce } from '../protocol/pull.ts';
import { pushOnce, type PushResult } from '../protocol/push.ts';
import { makeStatus, type StatusLine } from './status.ts';
import { trimOrders } from '../protocol/remove-stale-rows.ts';

export interface Loop {
  /** Resolves when the loop has ended: after `stop`, or because newer code has taken over the database. */
  run(): Promise<void>;
  stop(): void;
  /** The outbox has a new entry. Does not shorten a running backoff. */
  kick(): void;
  /** The person, the connection or the screen is back: try at once. */
  now(): void;
  /** The server is at this version. */
  poke(epoch: string, version: number): void;
  /** The stream broke or went silent: the server may be gone. */
  doubt(): void;
  /** A hint: while offline the loop tries rarely, but it still tries. */
  setOnline(isOnline: boolean): void;
}

/** Pull at least this often, since a poke may be lost. */
const SAFETY_MS = 60_000;
/** Interval of tries while the browser reports offline, which may be wrong for hours. */
const OFFLINE_TRY_MS = 15_000;
const AGAIN_MS = 1000;
/** A doubted server that does not answer within this time counts as gone until it does. */
const DOUBT_MS = 4_000;
/** A step makes only a few requests and disk operations. If it takes longer, it hangs. */
const STEP_MS = 3 * 60_000;

const isFault = ({ gate, retryAfterMs }: Blocked): boolean => gate === 'backoff' && retryAfterMs === null;

/**
 * The sync loop: push until the queue is empty, pull until caught up, wait for a poke, a kick or the timer. A block loses nothing:
 * `offline` and `backoff` end by time; `auth`, `onboarding` and `upgrade` end with a new token or new code, or when the server accepts the
 * try made once a minute. After a failed push the loop still pulls.
 */
export function makeLoop(engine: Engine, onReached: () => void = () => {}): Loop {
  const { db, clock, random } = engine;
  let status = makeStatus(db, clock);
  let hasStopped = false;
  let isOnline = true;
  let failures = 0;
  /** Until this ends, kicks are ignored. */
  const quiet = makeCooldown(clock);
  /** Wait named by the server. Pokes do not shorten it. */
  const named = makeCooldown(clock);
  let wake = () => {};
  let isWoken = false;
  let isTrimmed = false;
  /** True if the pages were told about trouble with the disk. */
  let isTold = false;
  let endDoubt = () => {};

  const ring = () => {
    isWoken = true;
    wake();
  };

  async function run(): Promise<void> {
    let isPrepared = false;
    for (let faults = 0; !hasStopped;) {
      isWoken = false;
      let wait = AGAIN_MS;
      try {
        // Checked in each cycle: the browser may delete the database under a living page.
        const isNew = !isPrepared || (await withDiskTimeout(clock, read(db, 'made'))) === undefined;
        if (isNew) {
          await withDiskTimeout(clock, prepare(db, engine.newId));
          status = makeStatus(db, clock);
        }
        isPrepared = true;
        wait = await cycle();
        faults = 0;
        if (isTold) engine.onDisk?.('well');
        isTold = false;
      } catch (error) {
        if (hasStopped || isOutdated(error)) return;
        // Not by the status, which is in the database.
        const trouble = isFull(error) ? 'full' : error instanceof DiskTimeout || faults > 2 ? 'stuck' : null;
        if (trouble) engine.onDisk?.(trouble);
        isTold ||= trouble !== null;
        await mend(error);
        // A disk error does not shorten a wait for the server.
        wait = Math.max(Math.min(AGAIN_MS * 2 ** faults++, SAFETY_MS), quiet.left());
      }
      if (!isWoken || quiet.isOn()) await rest(wait);
    }
  }

  /** Runs one cycle. Returns how long to wait, ms, if nothing happens. */
  async function cycle(): Promise<number> {
    if (!isOnline) {
      // Before waiting for the disk, since the browser may report online meanwhile.
      isOnline = true;
      quiet.begin(OFFLINE_TRY_MS);
      await tell('offline');
      return OFFLINE_TRY_MS;
    }
    // The sign-in of the token used now; it may have changed when the answer comes.
    const session = engine.session?.();
    const closed = await exchange();
    endDoubt();
    status.phase('idle');
    if (hasStopped) return 0;
    if (!closed) {
      failures = 0;
      quiet.end();
      // The server accepts calls earlier than it said.
      named.end();
      await tell('open');
      onReached();
      // Once per start: between two starts no restaurant gets more new orders than the slack.
      if (!isTrimmed) await withDiskTimeout(clock, trimOrders(db), STEP_MS);
      isTrimmed = true;
      return SAFETY_MS;
    }
    if (closed.kind === 'busy') return Math.max(0, closed.until - clock.now());
    const isTimed = closed.gate === 'offline' || closed.gate === 'backoff';
    const wait = isTimed ? waitMs(failures++, random, closed.retryAfterMs) : SAFETY_MS;
    quiet.begin(wait);
    named.begin(closed.retryAfterMs ?? 0);
    await tell(closed.gate, {
      nextTryAt: isTimed ? clock.now() + wait : null,
      requestId: closed.requestId,
      ...(closed.gate === 'backoff' && closed.isDown && { isDown: true as const }),
      ...(closed.gate === 'backoff' && closed.code === 'disk_full' && { isDiskFull: true as const }),
      ...(closed.gate === 'auth' && session !== undefined && { session }),
    });
    return wait;
  }

  const tell: StatusLine['gate'] = (...said) => withDiskTimeout(clock, status.gate(...said));

  /** `isDown`: pulls fail, too. */
  async function exchange(): Promise<(Blocked & { isDown?: boolean }) | { kind: 'busy'; until: number } | null> {
    /** The push failed: no more pushes in this cycle. */
    let fault: Blocked | null = null;
    for (;;) {
      if (hasStopped) return null;
      const sent: PushResult = fault ?? (await withDiskTimeout(clock, pushOnce(engine), STEP_MS));
      if (sent.kind === 'sent') {
        endDoubt();
        status.phase('pushing');
        continue;
      }
      if (sent.kind === 'closed') {
        if (!isFault(sent)) return sent;
        // Pull all the same. If that succeeds, the mutation is to blame.
        fault = sent;
      }
      const pulled = await withDiskTimeout(clock, pullOnce(engine), STEP_MS);
      if (pulled.kind === 'closed') return { ...pulled, isDown: true };
      endDoubt();
      // The connection works, whatever failed before.
      if (!fault) failures = 0;
      if (pulled.kind === 'caught_up') return sent.kind === 'empty' ? null : sent;
      status.phase(pulled.isLoading ? 'loading' : 'pulling');
    }
  }

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(ms, resolve);
      wake = () => {
        if (!hasStopped && quiet.isOn()) return;
        cancel();
        resolve();
      };
      if (hasStopped) wake();
    });
  }

  /** Reopens the database after a lost connection or a full disk. Nothing counts as written before its commit. */
  function mend(error: unknown): Promise<void> {
    console.warn('The local database failed', error);
    return reopen(db, clock);
  }

  function stop(): void {
    hasStopped = true;
    endDoubt();
    ring();
  }

  return {
    run,
    stop,
    kick: ring,
    now() {
      quiet.end();
      named.end();
      failures = 0;
      isOnline = true;
      ring();
    },
    poke(epoch, version) {
      if (named.isOn()) return;
      // The server is back, so end the backoff.
      const wasQuiet = quiet.isOn();
      quiet.end();
      failures = 0;
      if (wasQuiet) return ring();
      void db.sync
        .get('cursor')
        .then((row) => {
          const cursor = row?.value as Cursor | null | undefined;
          // Usually the echo of our own push, already pulled.
          if (cursor && cursor.epoch === epoch && cursor.version >= version) return;
          ring();
        })
        .catch(ring);
    },
    doubt() {
      // The server is known to be gone, and the next try is scheduled.
      if (hasStopped || quiet.isOn()) return;
      endDoubt();
      endDoubt = clock.after(DOUBT_MS, () => {
        // The loop itself reports disk errors.
        void tell('offline').catch(() => undefined);
      });
      ring();
    },
    setOnline(next) {
      if (next) {
        quiet.end();
        failures = 0;
      }
      isOnline = next;
      ring();
    },
  };
}
