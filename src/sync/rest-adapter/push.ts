import { type Call, upcast } from '../../../contract/call.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { OutboxEntry } from '../../data/db.ts';
import type { MutationDefinition } from '../../data/mutation.ts';
import { assertWriteEpoch } from '../../data/store-mutation.ts';
import { blockedBy } from '../runtime/engine.ts';
import { allStores } from '../protocol/sync-tables.ts';
import { isHeld, LEASE_MS, type PushResult } from '../protocol/push.ts';
import { hasPulledSince, noteSend } from '../protocol/request-order.ts';
import type { Answer } from '../protocol/transport.ts';
import { appendOf, type Append } from './appends.ts';
import { acknowledge, applyLocally, moveToFailed } from './settle.ts';
import { type RestRow, rowOf } from './pages.ts';
import { toRestCall } from './rest-calls.ts';
import type { RestAdapter } from './adapter.ts';

type Failed = Exclude<Answer<never>, { kind: 'ok' }>;
const sent: PushResult = { kind: 'sent', settled: 1 };

/**
 * Sends the head of the queue, one mutation per call. A server without idempotency keys cannot tell a retry from a new request: calls that
 * set a value are resent freely; calls that add something are searched for first, and only a person sends them again.
 */
export async function pushOverRest(world: RestAdapter): Promise<PushResult> {
  const head = await lease(world);
  if (!('entry' in head)) return head;
  const definition = world.engine.definitions(head.entry.call);
  const entry = definition && asOfToday(definition.call, head.entry);
  if (!entry)
    return refuse(world, head.entry, { code: 'unsupported_version', message: 'No code here knows this change' });
  if (definition.rest?.isLocal) {
    await applyLocally(world, entry);
    return sent;
  }
  if (definition.call.options.addition)
    return refuse(world, entry, { code: 'not_offered', message: 'This server does not offer it' });
  const append = appendOf(world.engine, entry);
  if (!append) return sendSet(world, entry, definition, noteSend(world.engine, entry, head.triedBefore));
  if (entry.state !== 'queued') return look(world, entry, append);
  return sendOnce(world, entry, append, toRestCall(definition, entry));
}

/** The entry in the current version of its call; null if its version is unknown. */
function asOfToday(call: Call, entry: OutboxEntry): OutboxEntry | null {
  try {
    return { ...entry, body: upcast(call, entry.ver, entry.body) };
  } catch {
    return null;
  }
}

/** Leases the head. A call that sets a value counts as sent from here on; one that adds something, once the existing rows are known. */
async function lease({
  engine,
}: RestAdapter): Promise<
  { entry: OutboxEntry; triedBefore: number | undefined } | Exclude<PushResult, { kind: 'sent' }>
> {
  const { db, clock } = engine;
  return db.transaction('rw', db.outbox, db.sync, async () => {
    await assertWriteEpoch(db);
    const now = clock.now();
    const entry = await db.outbox
      .orderBy('seq')
      .filter(({ state }) => state !== 'acked')
      .first();
    if (!entry) return { kind: 'empty' as const };
    const held = entry.lease;
    if (held && held.holder !== engine.holder && isHeld(held.until, now) && !engine.isLeader())
      return { kind: 'busy' as const, until: held.until };
    const isSent = !appendOf(engine, entry);
    const leased: OutboxEntry = {
      ...entry,
      lease: { holder: engine.holder, until: now + LEASE_MS },
      ...(isSent
        ? { state: 'inflight' as const, firstTryAt: Math.min(entry.firstTryAt ?? now, now), triedAt: now }
        : {}),
    };
    await db.outbox.put(leased);
    return { entry: { ...leased, state: isSent ? leased.state : entry.state }, triedBefore: entry.triedAt };
  });
}

/** `sentBefore`: when this worker last sent it; null if it has not. */
async function sendSet(
  world: RestAdapter,
  entry: OutboxEntry,
  definition: MutationDefinition,
  sentBefore: number | null,
): Promise<PushResult> {
  const answer = await world.ask(toRestCall(definition, entry));
  if (answer.kind === 'ok') return accept(world, entry, rowOf(answer.data));
  if (answer.kind === 'status' && isFinal(answer)) {
    if (definition.effect === 'delete' && (answer.status === 404 || answer.status === 410))
      return accept(world, entry, null);
    const standing = await whereItIs(world, entry, definition, answer);
    if (standing) {
      await acknowledge(world, entry, standing);
      return sent;
    }
    return refuse(world, entry, errorOf(answer));
  }
  return giveBack(world, entry, answer, sentBefore);
}

/** The server may refuse a step that it applied at an earlier try whose answer was lost. The order then already has the wanted status. */
async function whereItIs(
  { ask }: RestAdapter,
  entry: OutboxEntry,
  { rest }: MutationDefinition,
  { status, error }: Extract<Failed, { kind: 'status' }>,
) {
  const field = rest?.stands;
  if (!field || ![400, 409, 422].includes(status)) return null;
  let row = error?.current ? rowOf({ json: { data: error.current }, at: null }) : null;
  if (!row?.[field]) {
    const answer = await ask({ method: 'GET', path: `/orders/${encodeURIComponent(entry.path['id'] ?? '')}` });
    row = answer.kind === 'ok' ? rowOf(answer.data, 'order') : null;
  }
  return row && row[field] === entry.body[field] ? row : null;
}

/** Sends a call that adds something, after noting the existing rows that look the same. */
async function sendOnce(
  world: RestAdapter,
  entry: OutboxEntry,
  append: Append,
  wire: ReturnType<typeof toRestCall>,
): Promise<PushResult> {
  const before = await append.look(world.ask, entry);
  if (before.kind !== 'ok') return lookFailed(world, entry, before);
  const seenIds = before.data.filter((row) => append.isAlike(row, entry)).map(({ id }) => id);
  const isMarked = await mark(world, entry, { state: 'inflight', seenIds });
  // Withdrawn or replaced meanwhile.
  if (!isMarked) return { kind: 'sent', settled: 0 };
  const answer = await world.ask(wire);
  if (answer.kind === 'ok') {
    const row = append.answered(answer.data, entry);
    return row || !append.isNamed ? accept(world, entry, row) : lookFor(world, { ...entry, seenIds }, append);
  }
  if (answer.kind === 'status' && isFinal(answer)) return refuse(world, entry, errorOf(answer));
  // Responses "too many" and "too early" mean that nothing was done.
  if (
    answer.kind === 'status' &&
    (answer.status === 429 || answer.status === 425 || blockedBy(answer).gate !== 'backoff')
  ) {
    await mark(world, entry, { state: 'queued', lease: null });
    return blockedBy(answer);
  }
  await mark(world, entry, { state: 'uncertain', lease: null });
  return answer.kind === 'unanswered' ? blockedBy(answer) : { kind: 'sent', settled: 0 };
}

/** The server created it without naming its id. Pending entries refer to the row, so search for it. */
async function lookFor(world: RestAdapter, entry: OutboxEntry, append: Append): Promise<PushResult> {
  const answer = await append.look(world.ask, entry);
  const found = answer.kind === 'ok' ? newTo(entry, append, answer.data) : [];
  return accept(world, entry, found.length === 1 ? found[0]! : null);
}

const newTo = (entry: OutboxEntry, append: Append, rows: RestRow[]): RestRow[] =>
  rows.filter((row) => append.isAlike(row, entry) && !entry.seenIds?.includes(row.id));

/** Unknown whether it arrived. If exactly one new row looks like it, that is it; otherwise the person decides. */
async function look(world: RestAdapter, entry: OutboxEntry, append: Append): Promise<PushResult> {
  const answer = await append.look(world.ask, entry);
  if (answer.kind !== 'ok') return lookFailed(world, entry, answer);
  const found = newTo(entry, append, answer.data);
  if (found.length === 1) await acknowledge(world, entry, found[0]!);
  else await moveToFailed(world, entry, { reason: 'uncertain', error: lost });
  return sent;
}

const lost: ErrorBody = { code: 'answer_lost', message: 'Nobody knows whether it arrived' };

async function lookFailed(world: RestAdapter, entry: OutboxEntry, answer: Failed): Promise<PushResult> {
  if (answer.kind === 'status' && isFinal(answer)) {
    // It was sent and cannot be searched for, so the person decides.
    if (entry.state !== 'queued') await moveToFailed(world, entry, { reason: 'uncertain', error: lost });
    else return refuse(world, entry, errorOf(answer));
    return sent;
  }
  await mark(world, entry, { lease: null, ...(entry.state === 'queued' ? {} : { state: 'uncertain' as const }) });
  return blockedBy(answer);
}

async function accept(world: RestAdapter, entry: OutboxEntry, row: RestRow | null): Promise<PushResult> {
  await acknowledge(world, entry, row);
  return sent;
}

async function refuse(world: RestAdapter, entry: OutboxEntry, error: ErrorBody): Promise<PushResult> {
  await moveToFailed(world, entry, { reason: 'rejected', error });
  return sent;
}

/** A temporary failure: the entry is pending again and blocks the queue. If the server always fails on it, it becomes a dead letter. */
async function giveBack(
  world: RestAdapter,
  entry: OutboxEntry,
  answer: Failed,
  sentBefore: number | null,
): Promise<PushResult> {
  const closed = blockedBy(answer);
  const isFault = answer.kind === 'status' && closed.gate === 'backoff' && answer.status >= 500;
  const attempts = entry.attempts + (isFault ? 1 : 0);
  await mark(world, entry, { state: 'queued', lease: null, attempts });
  if (!isFault || answer.kind !== 'status' || !isPoison(world, attempts, sentBefore)) return closed;
  return refuse(world, entry, errorOf(answer));
}

/** With backoff the tries take minutes, whatever the device's clock says. */
const POISON_ATTEMPTS = 12;

/** A list read since the previous try proves that the server is up, so the mutation is to blame. */
const isPoison = ({ engine }: RestAdapter, attempts: number, sentBefore: number | null): boolean =>
  attempts >= POISON_ATTEMPTS && sentBefore !== null && hasPulledSince(engine, sentBefore);

/** Changes an entry that this worker still holds; false if it does not. */
async function mark({ engine }: RestAdapter, { seq }: OutboxEntry, change: Partial<OutboxEntry>): Promise<boolean> {
  const { db, clock } = engine;
  return db.transaction('rw', allStores(db), async () => {
    await assertWriteEpoch(db);
    const open = await db.outbox.get(seq);
    if (!open || open.state === 'acked' || open.lease?.holder !== engine.holder) return false;
    const now = clock.now();
    const isSent = change.state === 'inflight';
    await db.outbox.put({
      ...open,
      ...change,
      ...(isSent ? { firstTryAt: Math.min(open.firstTryAt ?? now, now) } : {}),
    });
    return true;
  });
}

/** True if the answer is the server's decision. Others may pass or block the queue. */
function isFinal({ status, error }: Extract<Failed, { kind: 'status' }>): boolean {
  if (status === 401 || status === 408 || status === 425 || status === 426 || status === 429) return false;
  if (status === 403) return error?.code !== 'email_unverified' && error?.code !== 'profile_incomplete';
  return status < 500 || status === 501;
}

const errorOf = ({ status, error }: Extract<Failed, { kind: 'status' }>): ErrorBody =>
  error ?? { code: status === 404 ? 'not_found' : 'refused', message: `The server answered ${status}` };
