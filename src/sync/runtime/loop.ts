import type { Cursor } from '../../../contract/sync/calls.ts';
import { makeCooldown, waitMs } from './backoff.ts';
import type { Blocked, Engine } from './engine.ts';
import { DiskTimeout, withDiskTimeout, isFull } from '../../data/disk.ts';
import { isOutdated } from '../../data/outdated.ts';
import { reopen } from '../../data/reopen.ts';
import { prepare } from '../protocol/identity.ts';
import { read } from '../protocol/sync-tables.ts';
import type { PushResult } from '../protocol/push.ts';
import { makeStatus, type StatusLine } from './status.ts';
import { trimOrders } from '../protocol/remove-stale-rows.ts';
import { syncProtocol, type ServerProtocol } from './server-protocol.ts';

export interface Loop {
  /** Resolves when the loop has ended: by `stop`, or because newer code has taken the database over. */
  run(): Promise<void>;
  stop(): void;
  /** Something is in the outbox. A running back-off is respected. */
  kick(): void;
  /** The person, the connection or the screen came back: try at once. */
  now(): void;
  /** The server stands at this version. */
  poke(epoch: string, version: number): void;
  /** The stream is broken or silent: the server may be gone. */
  doubt(): void;
  /** A hint only: offline, the loop tries rarely; it never trusts it to be true. */
  setOnline(isOnline: boolean): void;
}

/** A poke may be lost: look anyway. */
const SAFETY_MS = 60_000;
/** The browser says "offline", which is a hint and may be wrong for hours: try all the same. */
const OFFLINE_TRY_MS = 15_000;
const AGAIN_MS = 1000;
/** A server that is asked whether it is there, and does not answer for this long, counts as gone until it does. */
const DOUBT_MS = 4_000;
/** One step asks the server a few times at most, and the disk. Whatever lasts longer hangs. */
const STEP_MS = 3 * 60_000;

const isFault = ({ gate, retryAfterMs }: Blocked): boolean => gate === 'backoff' && retryAfterMs === null;

/**
 * One loop: push until the queue is empty, pull until caught up, wait for a poke, a kick or the timer. A gate loses nothing: offline and
 * back-off open by time, `auth`, `onboarding` and `upgrade` by a new token or new code, or when the server says yes to the try of once a
 * minute. After a fault of a push the news is still fetched.
 */
export function makeLoop(
  engine: Engine,
  onReached: (way: ServerProtocol) => void = () => {},
  findWay: (isNew: boolean) => Promise<ServerProtocol | Blocked> = async () => syncProtocol(engine),
): Loop {
  const { db, clock, random } = engine;
  let status = makeStatus(db, clock);
  let hasStopped = false;
  let isOnline = true;
  let failures = 0;
  /** Not to be disturbed by kicks before this has passed. */
  const quiet = makeCooldown(clock);
  /** The server has named this time; other devices' news does not hurry it. */
  const named = makeCooldown(clock);
  let wake = () => {};
  let isWoken = false;
  let isTrimmed = false;
  /** The pages have been told that the disk is in trouble. */
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
        // Again in each cycle: the browser may throw the database away under a living page.
        const isNew = !isPrepared || (await withDiskTimeout(clock, read(db, 'made'))) === undefined;
        if (isNew) {
          await withDiskTimeout(clock, prepare(db, engine.newId));
          status = makeStatus(db, clock);
        }
        isPrepared = true;
        wait = await cycle(isNew);
        faults = 0;
        if (isTold) engine.onDisk?.('well');
        isTold = false;
      } catch (error) {
        if (hasStopped || isOutdated(error)) return;
        // Not by its status: that is in the database.
        const trouble = isFull(error) ? 'full' : error instanceof DiskTimeout || faults > 2 ? 'stuck' : null;
        if (trouble) engine.onDisk?.(trouble);
        isTold ||= trouble !== null;
        await mend(error);
        // The server's patience is not the disk's: what was to be waited for before is waited for.
        wait = Math.max(Math.min(AGAIN_MS * 2 ** faults++, SAFETY_MS), quiet.left());
      }
      if (!isWoken || quiet.isOn()) await rest(wait);
    }
  }

  /** Answers how long to wait, ms, if nothing happens. */
  async function cycle(isNew: boolean): Promise<number> {
    if (!isOnline) {
      // Before the disk is waited for: the browser may say "online" meanwhile.
      isOnline = true;
      quiet.begin(OFFLINE_TRY_MS);
      await tell('offline');
      return OFFLINE_TRY_MS;
    }
    const way = await withDiskTimeout(clock, findWay(isNew), STEP_MS);
    // Of the token that is about to be used: another one may be here when the answer comes.
    const session = engine.session?.();
    const closed = way.kind === 'closed' ? { ...way, isDown: true } : await exchange(way);
    endDoubt();
    status.phase('idle');
    if (hasStopped) return 0;
    if (!closed) {
      failures = 0;
      quiet.end();
      // The server takes calls again, sooner than it said.
      named.end();
      await tell('open');
      if (way.kind !== 'closed') onReached(way);
      // Once a start: between two of them no restaurant takes more than the slack.
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

  /** `isDown`: not even news come through. */
  async function exchange(
    way: ServerProtocol,
  ): Promise<(Blocked & { isDown?: boolean }) | { kind: 'busy'; until: number } | null> {
    /** The server failed on what was sent: no more is sent this time. */
    let fault: Blocked | null = null;
    for (;;) {
      if (hasStopped) return null;
      const sent: PushResult = fault ?? (await withDiskTimeout(clock, way.push(), STEP_MS));
      if (sent.kind === 'sent') {
        endDoubt();
        status.phase('pushing');
        continue;
      }
      if (sent.kind === 'closed') {
        if (!isFault(sent)) return sent;
        // The news comes all the same; and that it comes is the proof that the fault lies in the change.
        fault = sent;
      }
      const pulled = await withDiskTimeout(clock, way.pull(), STEP_MS);
      if (pulled.kind === 'closed') return { ...pulled, isDown: true };
      endDoubt();
      // Whoever is answered has a way through, whatever went wrong before. Of many lists those that fail bring no rows.
      if (!fault && (pulled.kind === 'caught_up' || pulled.rows > 0)) failures = 0;
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

  /** The connection to the database was lost, or the disk is full: nothing counts as written; open it again. */
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
      // Somebody answers: whatever the queue was waiting for is worth a try.
      const wasQuiet = quiet.isOn();
      quiet.end();
      failures = 0;
      if (wasQuiet) return ring();
      void db.sync
        .get('cursor')
        .then((row) => {
          const cursor = row?.value as Cursor | null | undefined;
          // Mostly the echo of one's own push, which the pull after it has brought already.
          if (cursor && cursor.epoch === epoch && cursor.version >= version) return;
          ring();
        })
        .catch(ring);
    },
    doubt() {
      // It is known to be gone, and the next try is on its way.
      if (hasStopped || quiet.isOn()) return;
      endDoubt();
      endDoubt = clock.after(DOUBT_MS, () => {
        // A disk in trouble is told by the loop itself.
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
