import { ANSWER_WAIT_MS } from '../../../contract/limits.ts';
import { instant } from '../../data/clock.ts';
import { measureOffset, updateOffset } from '../protocol/clock-offset.ts';
import { type Blocked, type Engine, blockedBy, withTimeout } from '../runtime/engine.ts';
import { read } from '../protocol/sync-tables.ts';
import type { PullResult } from '../protocol/pull.ts';
import { notePullAnswer, nextMoment } from '../protocol/request-order.ts';
import type { ServerProtocol } from '../runtime/server-protocol.ts';
import type { Ask } from './api.ts';
import { collections, isAbsent, type Collection, type Failed } from './collections.ts';
import { pushOverRest } from './push.ts';
import { releaseRows } from './apply.ts';
import { inSteps } from './steps.ts';
import { beginReading, writeSyncValue, type Reading, type RestAdapter } from './adapter.ts';

/** A visible page reports itself this often, and its lists are read as often. */
const SHOWN_MS = 14_000;
/** Interval for all other lists while some page is visible. Otherwise nothing is read. */
const REST_MS = 5 * 60_000;
const FRESH_MS = 20_000;
/** The queue may be blocked between two pages of a list. */
const STALE_MS = 2 * 60_000;

export type RestProtocol = ServerProtocol & Required<Pick<ServerProtocol, 'look'>>;

/** A running reading of a collection. */
interface Run {
  collection: Collection;
  reading: Reading;
  isLoading: boolean;
  isFull: boolean;
  /** By the device's clock, epoch ms. */
  startedAt: number;
  /** In the order of this worker's requests. */
  moment: number;
  pausedAt: number;
  step: ReturnType<typeof inSteps<Failed | null>>;
}

/** The REST adapter: mutations are sent one by one, and lists are read repeatedly. */
export function restProtocol(engine: Engine, api: Ask): RestProtocol {
  const { db, clock } = engine;
  const world: RestAdapter = { engine, ask: timed };
  const looks = new Map<string, number>();
  const startedAt = new Map<Collection, number>();
  const fullAt = new Map<Collection, number>();
  /** Collections tried since everything was last up to date. */
  let tried = new Set<Collection>();
  let fault: Blocked | null = null;
  let paused: Run | null = null;

  /** Measures the clock offset by the Date header, accurate to a second. */
  async function timed(call: Parameters<Ask>[0]) {
    const sentAt = clock.now();
    const answer = await withTimeout(clock, ANSWER_WAIT_MS, api(call));
    if (answer.kind !== 'ok' || answer.data.at === null) return answer;
    const ahead = measureOffset(answer.data.at, sentAt, clock.now(), 1000);
    const known = (await read(db, 'serverOffsetMs')) ?? 0;
    const distance = updateOffset(known, ahead);
    if (distance !== known) {
      await writeSyncValue(db, 'serverOffsetMs', distance);
      await writeSyncValue(db, 'lastPullAt', instant(clock.now()));
    }
    return answer;
  }

  /** Works even if the clock was changed meanwhile. */
  const elapsed = (since: number) => Math.abs(clock.now() - since);
  const pathsNow = () => [...looks].filter(([, at]) => elapsed(at) < FRESH_MS).map(([path]) => path);

  function isDue(collection: Collection, waiting: Set<string>): boolean {
    const last = startedAt.get(collection);
    if (last === undefined || collection.tables.some((table) => waiting.has(table))) return true;
    const paths = pathsNow();
    if (paths.length === 0) return false;
    const isShown = paths.some((path) => collection.screens.test(path.replace(/^\/restaurant\/?/, '')));
    return elapsed(last) >= (isShown ? SHOWN_MS : REST_MS);
  }

  /** One request per pull, so that new mutations are sent between two pages and a long list does not run into the disk timeout. */
  async function pull(): Promise<PullResult> {
    const run = resumed() ?? (await begin());
    if (!run) return rest();
    const { collection, reading, isLoading, startedAt: at, isFull } = run;
    const ended = await run.step();
    if (!ended) {
      paused = { ...run, pausedAt: clock.now() };
      return { kind: 'more', isLoading, rows: 0 };
    }
    const failed = ended.value;
    if (failed && !isAbsent(failed)) {
      const closed = closedBy(failed);
      if (closed.gate !== 'backoff') return end(closed);
      fault = closed;
      return { kind: 'more', isLoading, rows: 0 };
    }
    // A list that this server does not have counts as empty: the rest of the app works, and nothing waits for it.
    if (failed) await releaseRows(world, collection.tables, reading);
    else notePullAnswer(engine, run.moment);
    startedAt.set(collection, at);
    if (isFull) fullAt.set(collection, at);
    await note();
    return { kind: 'more', isLoading, rows: 1 };
  }

  /** The paused reading. After a long pause its pages do not fit together, so it starts again. */
  function resumed(): Run | null {
    const run = paused;
    paused = null;
    if (!run || elapsed(run.pausedAt) < STALE_MS) return run;
    tried.delete(run.collection);
    return null;
  }

  async function begin(): Promise<Run | null> {
    const acked = await db.outbox.where('state').equals('acked').toArray();
    const waiting = new Set(acked.flatMap((entry) => entry.touches).map((touch) => touch.slice(0, touch.indexOf(':'))));
    const next = collections.find((collection) => !tried.has(collection) && isDue(collection, waiting));
    if (!next) return null;
    tried.add(next);
    const now = clock.now();
    const isFull = elapsed(fullAt.get(next) ?? -Infinity) >= REST_MS;
    const reading = await beginReading(world);
    const wanted = { acked, paths: pathsNow(), isFull };
    const step = inSteps(timed, (ask) => next.read({ engine, ask }, reading, wanted));
    return {
      collection: next,
      reading,
      isLoading: !startedAt.has(next),
      startedAt: now,
      moment: nextMoment(engine),
      isFull,
      step,
      pausedAt: now,
    };
  }

  function rest(): PullResult {
    return end(fault ?? { kind: 'caught_up', rows: 0 });
  }

  function end<R extends PullResult>(result: R): R {
    tried = new Set();
    fault = null;
    return result;
  }

  async function note(): Promise<void> {
    const last = await read(db, 'lastPullAt');
    if (!last || Math.abs(clock.now() - Date.parse(last)) > 30_000)
      await writeSyncValue(db, 'lastPullAt', instant(clock.now()));
    if (startedAt.size === collections.length && !(await read(db, 'isComplete')))
      await writeSyncValue(db, 'isComplete', true);
  }

  return {
    kind: 'plain',
    push: () => pushOverRest(world),
    pull,
    look: (path) => void looks.set(path, clock.now()),
  };
}

/** A 403 to /auth/user means an incomplete profile (specification, section 2). */
const closedBy = (failed: Failed): Blocked =>
  failed.kind === 'status' && failed.status === 403
    ? { kind: 'closed', gate: 'onboarding', retryAfterMs: null, requestId: null }
    : blockedBy(failed);
