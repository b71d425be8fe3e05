import { ANSWER_WAIT_MS, PULL_ROWS } from '../../../contract/limits.ts';
import { type Cursor, SCHEMA } from '../../../contract/sync/calls.ts';
import type { Row, Table } from '../../../contract/entity.ts';
import { instant } from '../../data/clock.ts';
import type { GalleyDb, Mirrored, SyncValues, Touch } from '../../data/db.ts';
import { touchOf } from '../../data/mutation.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { type ClockOffset, measureOffset, updateOffset } from './clock-offset.ts';
import {
  type Blocked,
  type Engine,
  type Question,
  blockedBy,
  keepNamedWait,
  rebaseOf,
  withTimeout,
} from '../runtime/engine.ts';
import { changeEpoch } from './identity.ts';
import { allStores, deleteSliced, mirrorTables, putSliced, read, write } from './sync-tables.ts';
import { notePullAnswer, nextMoment } from './request-order.ts';
import { finish, noChanges, settle, type Changes } from './settle.ts';
import { removeStaleRows, trimOrders } from './remove-stale-rows.ts';
import type { Answer, PullBody, PullReply } from './transport.ts';

export type PullResult =
  /** `isLoading`: a snapshot is running. `rows`: number of rows received. */
  { kind: 'more'; isLoading: boolean; rows: number } | { kind: 'caught_up'; rows: number } | Blocked;

/** Requests the changes since the cursor and applies them in one transaction. */
export async function pullOnce(engine: Engine): Promise<PullResult> {
  const { db, clock } = engine;
  const asked = await whereWeStand(db);
  const compare = asked.cursor ? engine.comparison?.ask() : undefined;
  const question = ask(engine, { ...bodyOf(asked), ...(compare && { compare }) });
  const answer = await withTimeout(clock, ANSWER_WAIT_MS, question.answer);
  if (answer.kind !== 'ok') return blockedBy(answer);
  const serverMs = Date.parse(answer.data.server_time);
  // Measure before waiting for the other pages.
  const ahead = measureOffset(serverMs, question.sentMs, clock.now());
  askAhead(engine, asked, answer.data);
  const { pages, end } = asked.cursor ? await gather(engine, asked, answer.data) : { pages: [answer.data], end: null };
  const closed = end && blockedBy(end);
  const pulled = await keepNamedWait(closed, take(engine, asked, pages, ahead));
  if (pulled.kind === 'caught_up') notePullAnswer(engine, question.at);
  if (closed) return closed;
  const { epoch, to: version, compared } = answer.data;
  const isOff =
    pulled.kind === 'caught_up' && compared && (await engine.comparison?.differs({ epoch, version }, compared));
  return isOff ? { kind: 'more', isLoading: true, rows: 0 } : pulled;
}

async function take(engine: Engine, asked: Asked, pages: PullReply[], ahead: ClockOffset): Promise<PullResult> {
  const { db } = engine;
  if (await isQuiet(db, asked, pages[0]!)) {
    await writeTransaction(db, ['sync'], () => note(engine, ahead, 0));
    return { kind: 'caught_up', rows: 0 };
  }
  // Must be `async`: Dexie tracks native promises only inside an async function; otherwise the rest is written outside the transaction.
  return writeTransaction(db, allStores(db), async () => apply(engine, asked, pages, ahead));
}

/** A mutation waits for the transaction that applies a delta, so a delta is applied in portions of about this many rows. */
const ROWS_AT_ONCE = 1000;

/**
 * Collects several pages of a delta for one transaction, so that screens read once instead of once per page. If a page fails, the pages
 * before it are complete and are applied; `end` is the failure.
 */
async function gather(
  engine: Engine,
  asked: Asked,
  first: PullReply,
): Promise<{ pages: PullReply[]; end: Exclude<Answer<never>, { kind: 'ok' }> | null }> {
  const pages = [first];
  let rows = rowsOf(first);
  for (let last = first; last.more && !last.reset && rows < ROWS_AT_ONCE;) {
    const body = bodyOf({ ...asked, cursor: { epoch: last.epoch, version: last.to } });
    const answer = await withTimeout(engine.clock, ANSWER_WAIT_MS, engine.transport.pull(body));
    if (answer.kind !== 'ok') return { pages, end: answer };
    if (answer.data.reset || answer.data.epoch !== first.epoch) break;
    last = answer.data;
    pages.push(last);
    rows += rowsOf(last);
  }
  return { pages, end: null };
}

const rowsOf = ({ puts, dels }: PullReply): number =>
  [...Object.values(puts), ...Object.values(dels)].reduce((sum, rows) => sum + rows.length, 0);

const put = (engine: Engine, body: PullBody): Question => ({
  at: nextMoment(engine),
  sentMs: engine.clock.now(),
  answer: engine.transport.pull(body),
});

function ask(engine: Engine, body: PullBody): Question {
  const { nextPage: waiting } = engine.memory;
  engine.memory.nextPage = null;
  return waiting?.body === JSON.stringify(body) ? waiting : put(engine, body);
}

/** Requests the next page of a snapshot while this one is written, which halves the time of a first load. */
function askAhead(engine: Engine, { clientId }: Asked, { snapshot }: PullReply): void {
  if (!snapshot) return;
  const body = bodyOf({ clientId, cursor: null, snapshot: { position: snapshot, gen: 0, mustSweep: false } });
  engine.memory.nextPage = { body: JSON.stringify(body), ...put(engine, body) };
}

type Asked = Pick<SyncValues, 'clientId' | 'cursor' | 'snapshot'>;

async function whereWeStand(db: GalleyDb): Promise<Asked> {
  const [clientId, cursor, snapshot] = await db.sync.bulkGet(['clientId', 'cursor', 'snapshot']);
  return {
    clientId: clientId?.value as string,
    cursor: (cursor?.value as Cursor | null | undefined) ?? null,
    snapshot: (snapshot?.value as SyncValues['snapshot'] | undefined) ?? null,
  };
}

const bodyOf = ({ clientId, cursor, snapshot }: Asked): PullBody => ({
  client_id: clientId,
  schema: SCHEMA,
  cursor,
  ...(cursor === null && snapshot?.position ? { snapshot: snapshot.position } : {}),
  limit: PULL_ROWS,
});

/** True if there is no change and nothing pending, so that no stores need locking and nothing is written. */
async function isQuiet(db: GalleyDb, { cursor }: Asked, reply: PullReply): Promise<boolean> {
  const isSame = cursor?.version === reply.to && cursor.epoch === reply.epoch && !reply.reset && !reply.more;
  return (
    isSame && Object.keys(reply.puts).length + Object.keys(reply.dels).length === 0 && (await db.outbox.count()) === 0
  );
}

/** `pages` are consecutive; there is at least one. */
async function apply(engine: Engine, asked: Asked, pages: PullReply[], ahead: ClockOffset): Promise<PullResult> {
  const { db, newId } = engine;
  const reply = pages.at(-1)!;
  // Another worker has moved on: applying these pages would bring back older rows.
  if (JSON.stringify(await whereWeStand(db)) !== JSON.stringify(asked))
    return { kind: 'more', isLoading: false, rows: 0 };
  const epoch = await read(db, 'epoch');
  // A cursor ahead of the server also means a new epoch, even if the epoch's name was restored with the rows.
  if ((epoch && epoch !== reply.epoch) || reply.reset === 'epoch') {
    await changeEpoch(db, newId, {
      epoch: reply.epoch,
      version: reply.to,
      lastMid: reply.last_mid,
      at: reply.server_time,
    });
    return { kind: 'more', isLoading: true, rows: 0 };
  }
  if (!epoch) await write(db, 'epoch', reply.epoch);
  if (reply.reset) {
    if (asked.cursor === null && asked.snapshot === null)
      return {
        kind: 'closed',
        gate: reply.reset === 'schema' ? 'upgrade' : 'backoff',
        retryAfterMs: null,
        requestId: null,
      };
    await write(db, 'cursor', null);
    await write(db, 'snapshot', null);
    return { kind: 'more', isLoading: true, rows: 0 };
  }

  const changes = noChanges();
  const rebase = rebaseOf(engine, reply.server_time);
  const isSnapshot = asked.cursor === null;
  const run = isSnapshot ? (asked.snapshot ?? (await beginSnapshot(db))) : null;
  let rows = 0;
  const pending = new Set((await db.outbox.orderBy('touches').keys()) as Touch[]);
  for (const page of pages) rows += await applyRows(db, page, run?.gen ?? null, pending, changes);
  // After the rows of all pages: a refused entry leaves the outbox, so a row on a later page would not reach its base row.
  const results = pages.flatMap((page) => page.results);
  await settle(rebase, results, changes);
  if (run && reply.snapshot) await write(db, 'snapshot', { ...run, position: reply.snapshot });
  else await write(db, 'cursor', { epoch: reply.epoch, version: reply.to });
  const isBetweenPages = run === null && reply.more;
  if (((await read(db, 'isBetweenPages')) ?? false) !== isBetweenPages)
    await write(db, 'isBetweenPages', isBetweenPages);
  if (run && !reply.snapshot) {
    if (run.mustSweep) await removeStaleRows(db, run.gen, changes);
    await write(db, 'snapshot', null);
    await write(db, 'isComplete', true);
  }
  await finish(rebase, changes);
  if (run && !reply.snapshot) await trimOrders(db);
  await note(engine, ahead, rows);
  const isMore = reply.more || (run !== null && reply.snapshot !== undefined);
  return isMore ? { kind: 'more', isLoading: run !== null, rows } : { kind: 'caught_up', rows };
}

async function beginSnapshot(db: GalleyDb): Promise<NonNullable<SyncValues['snapshot']>> {
  const gen = ((await read(db, 'gen')) ?? 0) + 1;
  await write(db, 'gen', gen);
  const counts = await Promise.all(mirrorTables.map((table) => db.table(table).count()));
  return { position: null, gen, mustSweep: counts.some((count) => count > 0) };
}

/** Rows without pending mutations go into the mirror; the others become base rows. */
async function applyRows(
  db: GalleyDb,
  reply: PullReply,
  gen: number | null,
  pending: ReadonlySet<Touch>,
  changes: Changes,
): Promise<number> {
  let count = 0;
  for (const table of mirrorTables) {
    const puts = (reply.puts[table] ?? []) as Row[];
    const dels = reply.dels[table] ?? [];
    count += puts.length + dels.length;
    const rows = gen === null ? puts : puts.map((row) => ({ ...row, _gen: gen }));
    const clean = rows.filter((row) => !pending.has(touchOf(table, row.id)));
    // A snapshot wakes every live query anyway.
    if (gen === null) await putSliced(db.table<Mirrored>(table), clean);
    else if (clean.length > 0) await db.table<Mirrored>(table).bulkPut(clean);
    const gone = dels.filter((id) => !pending.has(touchOf(table, id)));
    await deleteSliced(db.table(table), gone);
    for (const row of rows) if (pending.has(touchOf(table, row.id))) await rebaseOn(db, table, row.id, row, changes);
    for (const id of dels) if (pending.has(touchOf(table, id))) await rebaseOn(db, table, id, null, changes);
  }
  return count;
}

async function rebaseOn(db: GalleyDb, table: Table, id: string, base: Row | null, changes: Changes): Promise<void> {
  const touch = touchOf(table, id);
  await db.shadow.put({ touch, base });
  changes.dirty.add(touch);
}

const NOTE_MS = 30_000;

/** Stores the time of the last pull and the clock offset, but only if they changed noticeably. */
async function note(engine: Engine, ahead: ClockOffset, rows: number): Promise<void> {
  const { db, clock } = engine;
  const known = (await read(db, 'serverOffsetMs')) ?? 0;
  const distance = updateOffset(known, ahead);
  if (distance !== known) await write(db, 'serverOffsetMs', distance);
  const last = await read(db, 'lastPullAt');
  if (rows > 0 || distance !== known || !last || Math.abs(clock.now() - Date.parse(last)) > NOTE_MS)
    await write(db, 'lastPullAt', instant(clock.now()));
}
