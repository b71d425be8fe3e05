import { ANSWER_WAIT_MS, PUSH_BYTES, PUSH_ENTRIES } from '../../../contract/limits.ts';
import { SCHEMA } from '../../../contract/sync/calls.ts';
import { instant } from '../../data/clock.ts';
import type { OutboxEntry } from '../../data/db.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { makesRow } from '../recovery/dependents.ts';
import { type Blocked, type Engine, blockedBy, keepNamedWait, rebaseOf, withTimeout } from '../runtime/engine.ts';
import { changeEpoch, renameClient } from './identity.ts';
import { allStores, putSliced, read, write } from './sync-tables.ts';
import { moveToDeadLetters, rebaseRows } from './rebase.ts';
import { finish, noChanges, settle } from './settle.ts';
import type { Answer, PushReply } from './transport.ts';
import { hasPulledSince, noteSend } from './request-order.ts';

export type PushResult =
  | { kind: 'empty' }
  /** Results arrived; look again. */
  | { kind: 'sent'; settled: number }
  /** Another worker is sending. `until`: end of its lease, epoch ms. */
  | { kind: 'busy'; until: number }
  | Blocked;

interface Batch {
  clientId: string;
  /** The device's when it asked; null: it knows none yet. */
  epoch: string | null | undefined;
  confirmUpto: number;
  entries: OutboxEntry[];
  /** When this worker last sent the first entry before; null if it has not. */
  sentBefore: number | null;
}

type Leased = Omit<Batch, 'sentBefore'> & { triedBefore: number | undefined };

export const LEASE_MS = ANSWER_WAIT_MS + 5_000;
/** A lease that ends later than any lease given now was given before the clock was set back. */
export const isHeld = (until: number, now: number): boolean => until > now && until <= now + LEASE_MS;

/** Sends the head of the queue once, in order, and stores the results. */
export async function pushOnce(engine: Engine): Promise<PushResult> {
  const leased = await lease(engine);
  if (!('entries' in leased)) return leased;
  const batch = { ...leased, sentBefore: noteSend(engine, leased.entries[0]!, leased.triedBefore) };
  const sent = engine.transport.push({
    client_id: batch.clientId,
    schema: SCHEMA,
    confirm_upto: batch.confirmUpto,
    mutations: batch.entries.map(({ mid, key, call, ver, path, body, by, approved }) => {
      return { mid: mid!, key, call, ver, path, body, by, approved };
    }),
  });
  const answer = await withTimeout(engine.clock, ANSWER_WAIT_MS, sent);
  return answer.kind === 'ok' ? book(engine, batch, answer.data) : giveBack(engine, batch, answer);
}

/**
 * Leases the head of the queue for one push. An entry gets its mid here, in order, and keeps it: a resend has the same mid, key and bytes.
 * An entry on which the server failed twice is sent alone, to find out which one is to blame.
 */
async function lease(engine: Engine): Promise<Leased | Exclude<PushResult, { kind: 'sent' }>> {
  const { db, clock } = engine;
  return writeTransaction(db, ['outbox', 'sync', 'files'], async () => {
    const now = clock.now();
    const head = await db.outbox
      .orderBy('seq')
      .filter((entry) => entry.state !== 'acked')
      .limit(PUSH_ENTRIES)
      .toArray();
    const held = head.find(({ lease: l }) => l && l.holder !== engine.holder && isHeld(l.until, now));
    if (held && !engine.isLeader()) return { kind: 'busy' as const, until: held.lease!.until };
    const entries = fitting(head, await db.files.where('state').equals('waiting').primaryKeys());
    const first = entries[0];
    if (!first) return { kind: 'empty' as const };
    const triedBefore = first.triedAt;
    const clientId = await read(db, 'clientId');
    if (clientId === undefined) throw new Error('Unprepared');
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
    return { clientId, epoch: await read(db, 'epoch'), confirmUpto: first.mid! - 1, entries, triedBefore };
  });
}

const utf8 = new TextEncoder();

/** As many as one push takes. `waiting`: ids of files that are not at the server; the queue ends before the first entry that names one. */
function fitting(head: OutboxEntry[], waiting: string[]): OutboxEntry[] {
  let bytes = 0;
  return head.filter((entry, index) => {
    const text = JSON.stringify(entry.body);
    const isHeld = waiting.some((id) => text.includes(id)) || (index > 0 && head[0]!.attempts > 1);
    // Ids, names and signatures need less.
    bytes += isHeld ? Infinity : utf8.encode(text).length + 2e3;
    return bytes < (index ? PUSH_BYTES : Infinity);
  });
}

async function book(engine: Engine, batch: Batch, reply: PushReply): Promise<PushResult> {
  const { db } = engine;
  return writeTransaction(db, allStores(db), async () => {
    const epoch = await read(db, 'epoch');
    // Another worker has taken a new client id, so the mids of this answer mean something else now, or has moved to another epoch.
    if ((await read(db, 'clientId')) !== batch.clientId || (epoch !== batch.epoch && epoch !== reply.epoch))
      return { kind: 'sent' as const, settled: 0 };
    const { version, last_mid: lastMid } = reply;
    const isBehind = lastMid < batch.confirmUpto;
    // A server that counts less than it confirmed is of another epoch, even if the epoch's name was restored with the rows. A server that
    // counts nothing does not know this client, which takes a new client id below.
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
    // Nothing is left of the batch: this answer or another worker's settled it.
    if (settled > 0 || unanswered.length === 0) return { kind: 'sent' as const, settled };
    if (isBehind || lastMid >= unanswered[0]!.mid!) {
      // The counts no longer agree. The keys keep processed mutations from being applied again.
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
  const stored = writeTransaction(db, allStores(db), async (): Promise<PushResult> => {
    // The entries have a new client id by now. The time named by the server holds all the same.
    if ((await read(db, 'clientId')) !== batch.clientId) return closed;
    if (closed.code === 'disk_full') {
      // No mutation is to blame for a full disk.
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
  return keepNamedWait(closed, stored);
}

/** Makes entries without a result pending again, with the same mid and key. Returns them. */
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
 * True if this entry, sent alone, blocks the others for good. The server stores a refusal at its second error, so this is for a server that
 * cannot: eight errors over ten minutes, or three times unreadable for the API itself. A pull since the try before last proves that the API
 * is up; it would have brought a lost answer.
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
  const error = answer.error ?? { code: 'internal', message: 'The server refused the change' };
  await moveToDeadLetters(rebase, entry, { reason: 'rejected', error, notice: null });
  // The server never used its mid. Without a new count it would wait for that number.
  await renameClient(engine.db, engine.newId);
  const touches = new Set(entry.touches);
  await rebaseRows(rebase, touches, makesRow(engine.definitions, entry) ? touches : new Set());
}
