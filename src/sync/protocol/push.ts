import { ANSWER_WAIT_MS, PUSH_BYTES, PUSH_ENTRIES } from '../../../contract/limits.ts';
import { SCHEMA } from '../../../contract/sync/calls.ts';
import { instant } from '../../data/clock.ts';
import type { OutboxEntry } from '../../data/db.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { makesRow } from '../recovery/dependents.ts';
import { type Blocked, type Engine, blockedBy, rebaseOf, withTimeout } from '../runtime/engine.ts';
import { changeEpoch, renameClient } from './identity.ts';
import { allStores, putSliced, read, write } from './sync-tables.ts';
import { moveToDeadLetters, rebaseRows } from './rebase.ts';
import { finish, noChanges, settle } from './settle.ts';
import type { Answer, PushReply } from './transport.ts';
import { hasPulledSince, noteSend } from './request-order.ts';

export type PushResult =
  | { kind: 'empty' }
  /** Something was answered; look again. */
  | { kind: 'sent'; settled: number }
  /** Another worker is sending; its lease ends then, epoch ms. */
  | { kind: 'busy'; until: number }
  | Blocked;

interface Batch {
  clientId: string;
  confirmUpto: number;
  entries: OutboxEntry[];
  /** When this worker sent the first of them the time before; null: it has not. */
  sentBefore: number | null;
}

type Leased = Omit<Batch, 'sentBefore'> & { triedBefore: number | undefined };

export const LEASE_MS = ANSWER_WAIT_MS + 5_000;
/** A lease that ends later than any lease of this moment was given by a clock that has gone back since. */
export const isHeld = (until: number, now: number): boolean => until > now && until <= now + LEASE_MS;

/** Sends the head of the queue once, in order, and books the answer. */
export async function pushOnce(engine: Engine): Promise<PushResult> {
  const leased = await lease(engine);
  if (!('entries' in leased)) return leased;
  const batch = { ...leased, sentBefore: noteSend(engine, leased.entries[0]!, leased.triedBefore) };
  const sent = engine.transport.push({
    client_id: batch.clientId,
    schema: SCHEMA,
    confirm_upto: batch.confirmUpto,
    mutations: batch.entries.map(({ mid, key, call, ver, path, body }) => ({ mid: mid!, key, call, ver, path, body })),
  });
  const answer = await withTimeout(engine.clock, ANSWER_WAIT_MS, sent);
  return answer.kind === 'ok' ? book(engine, batch, answer.data) : giveBack(engine, batch, answer);
}

/**
 * Takes the head of the queue for one push. An entry gets its mid here, in the order of its tap, and keeps it: a resend carries the same
 * mid, key and bytes. Of an entry that the server has failed on twice only that one goes, so that it is known which one it is.
 */
async function lease(engine: Engine): Promise<Leased | Exclude<PushResult, { kind: 'sent' }>> {
  const { db, clock } = engine;
  return writeTransaction(db, ['outbox', 'sync'], async () => {
    const now = clock.now();
    const head = await db.outbox
      .orderBy('seq')
      .filter((entry) => entry.state !== 'acked')
      .limit(PUSH_ENTRIES)
      .toArray();
    const held = head.find(({ lease: l }) => l && l.holder !== engine.holder && isHeld(l.until, now));
    if (held && !engine.isLeader()) return { kind: 'busy' as const, until: held.lease!.until };
    const entries = fitting(head);
    const first = entries[0];
    if (!first) return { kind: 'empty' as const };
    const triedBefore = first.triedAt;
    const clientId = await read(db, 'clientId');
    if (clientId === undefined) throw new Error('Nothing is prepared yet');
    let nextMid = (await read(db, 'nextMid')) ?? 1;
    for (const entry of entries) {
      entry.mid ??= nextMid++;
      entry.firstTryAt = Math.min(entry.firstTryAt ?? now, now);
      entry.triedAt = now;
      entry.state = 'inflight';
      entry.lease = { holder: engine.holder, until: now + LEASE_MS };
    }
    await putSliced(db.outbox, entries);
    await write(db, 'nextMid', nextMid);
    return { clientId, confirmUpto: first.mid! - 1, entries, triedBefore };
  });
}

const utf8 = new TextEncoder();

function fitting(head: OutboxEntry[]): OutboxEntry[] {
  const end = head[0] && head[0].attempts > 1 ? 1 : head.length;
  let bytes = 0;
  return head.slice(0, end).filter((entry, index) => {
    bytes += utf8.encode(JSON.stringify(entry.body)).length + 500; // the rest of a mutation is ids and names of calls
    return index === 0 || bytes < PUSH_BYTES;
  });
}

async function book(engine: Engine, batch: Batch, reply: PushReply): Promise<PushResult> {
  const { db } = engine;
  return writeTransaction(db, allStores(db), async () => {
    // Another worker has renamed the client meanwhile: this answer is about mids that mean something else now.
    if ((await read(db, 'clientId')) !== batch.clientId) return { kind: 'sent' as const, settled: 0 };
    const epoch = await read(db, 'epoch');
    const { version, last_mid: lastMid } = reply;
    const isBehind = lastMid < batch.confirmUpto;
    // Who counts less than it had said yes to is of another history too, though the name of the old one was restored with the rows. Who
    // counts nothing does not know this client: it gets a new name below.
    const isRestored = isBehind && lastMid > 0;
    if (epoch && (epoch !== reply.epoch || isRestored)) {
      await changeEpoch(db, engine.newId, { epoch: reply.epoch, version, lastMid, at: reply.server_time });
      return { kind: 'sent' as const, settled: 0 };
    }
    if (!epoch) await write(db, 'epoch', reply.epoch);
    const changes = noChanges();
    const rebase = rebaseOf(engine, reply.server_time);
    const settled = await settle(rebase, reply.results, changes);
    const unanswered = await putBack(engine, batch, 0);
    await finish(rebase, changes);
    // Nothing of it waits any more: this answer booked it, or another worker's answer did.
    if (settled > 0 || unanswered.length === 0) return { kind: 'sent' as const, settled };
    if (isBehind || lastMid >= unanswered[0]!.mid!) {
      // The server's count and ours have parted for good. The keys keep what it has seen from happening again.
      await renameClient(db, engine.newId);
      return { kind: 'sent' as const, settled: 0 };
    }
    return { kind: 'closed' as const, gate: 'backoff' as const, retryAfterMs: null, requestId: null };
  });
}

async function giveBack(
  engine: Engine,
  batch: Batch,
  answer: Exclude<Answer<never>, { kind: 'ok' }>,
): Promise<PushResult> {
  const { db } = engine;
  const closed = blockedBy(answer);
  const isFault =
    answer.kind === 'status' && closed.gate === 'backoff' && answer.status !== 429 && answer.status !== 404;
  return writeTransaction(db, allStores(db), async () => {
    // Renamed meanwhile, they wait already under other numbers; what the server says of when to come again stands all the same.
    if ((await read(db, 'clientId')) !== batch.clientId) return closed;
    if (closed.code === 'disk_full') {
      // No change is to blame for it.
      await putBack(engine, batch, 0);
      return closed;
    }
    await putBack(engine, batch, isFault ? 1 : 0);
    if (answer.kind === 'status' && isFault && isPoison(engine, batch, answer)) {
      await quarantine(engine, batch, answer);
      return { kind: 'sent' as const, settled: 1 };
    }
    return closed;
  });
}

/** What was sent and not settled waits again; same mid, same key. Answers those entries. */
async function putBack(engine: Engine, batch: Batch, faults: number): Promise<OutboxEntry[]> {
  const found = await engine.db.outbox.bulkGet(batch.entries.map((entry) => entry.seq));
  const open = found.filter((entry) => entry !== undefined && entry.state !== 'acked') as OutboxEntry[];
  const own = open.filter((entry) => entry.lease?.holder === engine.holder);
  await putSliced(
    engine.db.outbox,
    own.map((entry) => ({ ...entry, state: 'queued' as const, lease: null, attempts: entry.attempts + faults })),
  );
  return open;
}

const POISON_ATTEMPTS = 8;
const POISON_MS = 10 * 60_000;

/**
 * Does this one entry, sent alone, keep the others from moving? The server stores a refusal at its second fault, so this is for a server
 * that cannot: eight faults over ten minutes; or our own API that cannot read it. Since the last try but this one a pull has come: it proves
 * the API to be up, and would have brought the answer that an earlier try lost.
 */
function isPoison(engine: Engine, batch: Batch, answer: Extract<Answer<never>, { kind: 'status' }>): boolean {
  const [entry] = batch.entries;
  if (!entry || batch.entries.length > 1) return false;
  const attempts = entry.attempts + 1;
  if (batch.sentBefore === null || !hasPulledSince(engine, batch.sentBefore)) return false;
  if (answer.status < 500) return [400, 413, 422].includes(answer.status) && answer.error !== null && attempts > 2;
  return attempts >= POISON_ATTEMPTS && engine.clock.now() - (entry.firstTryAt ?? 0) >= POISON_MS;
}

async function quarantine(
  engine: Engine,
  batch: Batch,
  answer: Extract<Answer<never>, { kind: 'status' }>,
): Promise<void> {
  const [entry] = batch.entries;
  if (!entry) return;
  const offset = (await read(engine.db, 'serverOffsetMs')) ?? 0;
  const rebase = rebaseOf(engine, instant(engine.clock.now() + offset));
  const error = answer.error ?? { code: 'internal', message: 'The server fails on it again and again' };
  await moveToDeadLetters(rebase, entry, { reason: 'rejected', error, notice: null });
  // Its mid was never used up at the server: without a new count the next one would wait for it for ever.
  await renameClient(engine.db, engine.newId);
  const touches = new Set(entry.touches);
  await rebaseRows(rebase, touches, makesRow(engine.definitions, entry) ? touches : new Set());
}
