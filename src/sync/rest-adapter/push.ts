import { type Call, upcast } from '../../../contract/call.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { OutboxEntry } from '../../data/db.ts';
import { assertWriteEpoch } from '../../data/store-mutation.ts';
import { blockedBy } from '../runtime/engine.ts';
import { allStores } from '../protocol/sync-tables.ts';
import { isHeld, LEASE_MS, type PushResult } from '../protocol/push.ts';
import { hasPulledSince, noteSend } from '../protocol/request-order.ts';
import type { Answer } from '../protocol/transport.ts';
import { appends, type Append } from './appends.ts';
import { acknowledge, isCreation, applyLocally, moveToFailed } from './settle.ts';
import { type RestRow, rowOf } from './pages.ts';
import { isLocalOnly, isRemoval, toRestCall } from './rest-calls.ts';
import type { RestAdapter } from './adapter.ts';

type Failed = Exclude<Answer<never>, { kind: 'ok' }>;
const sent: PushResult = { kind: 'sent', settled: 1 };

/**
 * Sends the head of the queue, one change a call, in order. A server without keys cannot tell a second try from a second wish: what sets a
 * value is sent again freely, what adds something is looked for first, and is sent again by the person alone.
 */
export async function pushOverRest(world: RestAdapter): Promise<PushResult> {
  const head = await lease(world);
  if (!('entry' in head)) return head;
  const call = world.engine.definitions(head.entry.call)?.call;
  const entry = call && asOfToday(call, head.entry);
  if (!entry)
    return refuse(world, head.entry, { code: 'unsupported_version', message: 'No code here knows this change' });
  if (isLocalOnly(entry)) {
    await applyLocally(world, entry);
    return sent;
  }
  if (call.options.addition)
    return refuse(world, entry, { code: 'not_offered', message: 'This server does not offer it' });
  const append = appends[entry.call];
  if (!append) return sendSet(world, entry, toRestCall(call, entry), noteSend(world.engine, entry, head.triedBefore));
  if (entry.state !== 'queued') return look(world, entry, append);
  return sendOnce(world, entry, append, toRestCall(call, entry));
}

/** As today's code writes it; null: older or newer code meant something that nobody here knows. */
function asOfToday(call: Call, entry: OutboxEntry): OutboxEntry | null {
  try {
    return { ...entry, body: upcast(call, entry.ver, entry.body) };
  } catch {
    return null;
  }
}

/** Takes the head. What sets a value counts as sent from here on; what adds something, when it is known what stood there before. */
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
    const isSent = !(entry.call in appends);
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

/** `sentBefore`: when this worker sent it the time before; null: it has not. */
async function sendSet(
  world: RestAdapter,
  entry: OutboxEntry,
  wire: ReturnType<typeof toRestCall>,
  sentBefore: number | null,
): Promise<PushResult> {
  const answer = await world.ask(wire);
  if (answer.kind === 'ok') return accept(world, entry, rowOf(answer.data));
  if (answer.kind === 'status' && isFinal(answer)) {
    if (isRemoval(entry) && (answer.status === 404 || answer.status === 410)) return accept(world, entry, null);
    const standing = await whereItIs(world, entry, answer);
    if (standing) {
      await acknowledge(world, entry, standing);
      return sent;
    }
    return refuse(world, entry, errorOf(answer));
  }
  return giveBack(world, entry, answer, sentBefore);
}

/**
 * A step that the server refuses may be one that it took before, at a try whose answer was lost: then the order stands where it was wanted.
 */
async function whereItIs(
  { ask }: RestAdapter,
  entry: OutboxEntry,
  { status, error }: Extract<Failed, { kind: 'status' }>,
) {
  if (entry.call !== 'orders.setStatus' || ![400, 409, 422].includes(status)) return null;
  let row = error?.current ? rowOf({ json: { data: error.current }, at: null }) : null;
  if (!row?.['order_status']) {
    const answer = await ask({ method: 'GET', path: `/orders/${encodeURIComponent(entry.path['id'] ?? '')}` });
    row = answer.kind === 'ok' ? rowOf(answer.data, 'order') : null;
  }
  return row && row['order_status'] === entry.body['order_status'] ? row : null;
}

/** Sends what adds something, after having noted what stands there that looks like it. */
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
  // Taken back, or replaced, while it was looked at.
  if (!isMarked) return { kind: 'sent', settled: 0 };
  const answer = await world.ask(wire);
  if (answer.kind === 'ok') {
    const row = append.answered(answer.data, entry);
    return row || !isCreation(entry) ? accept(world, entry, row) : lookFor(world, { ...entry, seenIds }, append);
  }
  if (answer.kind === 'status' && isFinal(answer)) return refuse(world, entry, errorOf(answer));
  // "Too many" and "too early" are said by somebody who did nothing.
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

/** The server took it and did not say under which id: whatever waits for it will name it by that one, so it is looked for. */
async function lookFor(world: RestAdapter, entry: OutboxEntry, append: Append): Promise<PushResult> {
  const answer = await append.look(world.ask, entry);
  const found = answer.kind === 'ok' ? newTo(entry, append, answer.data) : [];
  return accept(world, entry, found.length === 1 ? found[0]! : null);
}

const newTo = (entry: OutboxEntry, append: Append, rows: RestRow[]): RestRow[] =>
  rows.filter((row) => append.isAlike(row, entry) && !entry.seenIds?.includes(row.id));

/** Nobody knows whether it arrived. One like it that was not there before is it; none, or several, and the person decides. */
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
    // What was sent and cannot be looked for is for the person to decide.
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

/** Not for good: the mutation is pending again and blocks the queue. One on which the server always fails becomes a dead letter. */
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

/** With the back-off between them the tries take some minutes, whatever the device's clock says. */
const POISON_ATTEMPTS = 12;

/** A list that was read since the try before proves that the server is up, so the fault lies in this mutation. */
const isPoison = ({ engine }: RestAdapter, attempts: number, sentBefore: number | null): boolean =>
  attempts >= POISON_ATTEMPTS && sentBefore !== null && hasPulledSince(engine, sentBefore);

/** Changes an entry that is still ours to send; false when it is not there any more. */
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

/** The server has decided. What it may yet take is the gates' and the timer's. */
function isFinal({ status, error }: Extract<Failed, { kind: 'status' }>): boolean {
  if (status === 401 || status === 408 || status === 425 || status === 426 || status === 429) return false;
  if (status === 403) return error?.code !== 'email_unverified' && error?.code !== 'profile_incomplete';
  return status < 500 || status === 501;
}

const errorOf = ({ status, error }: Extract<Failed, { kind: 'status' }>): ErrorBody =>
  error ?? { code: status === 404 ? 'not_found' : 'refused', message: `The server answered ${status}` };
