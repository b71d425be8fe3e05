import type pg from 'pg';
import type { Call } from '../contract/call.ts';
import type { ErrorBody, Meta, Notice } from '../contract/errors.ts';
import { makeContext, opIdOf } from './context.ts';
import { isBusy } from './errors.ts';
import { Answer, Refusal, refuse, type Handler, type SignedIn } from './handle.ts';
import { checkInput, type Input, type RawInput } from './input.ts';
import type { Kernel } from './kernel.ts';
import { describeFault } from './log.ts';
import {
  advance,
  hashRequest,
  noteFailure,
  readLedger,
  storeResult,
  type ClientMark,
  type Ledger,
  type Stored,
} from './sync/ledger.ts';
import { lockSpace } from './sync/space.ts';
import { inTenant } from './tenant.ts';

/** One call as it came in, through whichever door. */
export interface Asked extends RawInput {
  handler: Handler;
  session: SignedIn | null;
  requestId: string;
  address: string;
  /** Idempotency-Key. */
  key: string | null;
  /** Of a device's queue. */
  mark: ClientMark | null;
}

/** What goes out. `error` is there exactly when the call was refused. */
export interface Served {
  status: number;
  data?: unknown;
  meta?: Meta;
  notice?: Notice;
  headers?: Record<string, string>;
  error?: ErrorBody;
  /** Of a write: the space's version once it was processed. */
  version?: number;
  /** It had been processed before; the answer is the first one. */
  isReplay?: boolean;
  /** Nothing of it was kept: the same request may be sent again. */
  isUnprocessed?: boolean;
}

/** Serves one call: the only way to a handler. Never throws: a fault of ours is logged and answered 500, a busy moment 503. */
export async function serve(kernel: Kernel, asked: Asked): Promise<Served> {
  try {
    const { call } = asked.handler;
    const barred = admit(call, asked.session);
    if (barred) return refused(barred);
    const input = checkInput(call, asked);
    if (isLedgered(call)) return await serveWrite(kernel, asked, signedIn(asked), input);
    if (input instanceof Refusal) return refused(input);
    if (call.options.access === 'public')
      return shape(await asked.handler.run(contextOf(kernel, asked, input, null, false).context));
    if (asked.handler.isOutside) return await serveOutside(kernel, asked, signedIn(asked), input);
    return await serveTenant(kernel, asked, signedIn(asked), input);
  } catch (fault) {
    return faulty(kernel, asked, fault);
  }
}

/** Writes of the trade: they lock the space, are done once for each key, and move their client on. */
export const isLedgered = (call: Call) =>
  call.method !== 'GET' && call.options.access === 'owner' && call.options.offline.kind !== 'read';

function admit(call: Call, session: SignedIn | null): Refusal | null {
  if (call.options.access === 'public') return null;
  if (!session) return refuse('unauthenticated');
  if (call.options.access === 'owner' && !session.user.isEmailVerified) return refuse('email_unverified');
  return null;
}

/** Reads, and what an owner does before onboarding is finished. */
async function serveTenant(kernel: Kernel, asked: Asked, session: SignedIn, input: Input): Promise<Served> {
  const { call } = asked.handler;
  const mayWrite = call.method !== 'GET' && call.options.offline.kind !== 'read';
  let version: number | null = null;
  const served = await inTenant(kernel.pools.app, session.restaurantId, mayWrite ? 'write' : 'read', async (client) => {
    if (call.options.access === 'owner' && !(await hasProfile(client, session)))
      return refused(refuse('profile_incomplete'));
    const made = contextOf(kernel, asked, input, client, mayWrite);
    if (mayWrite) await client.query('SAVEPOINT handler');
    const reply = await asked.handler.run(made.context);
    if (mayWrite && reply instanceof Refusal) await client.query('ROLLBACK TO SAVEPOINT handler');
    else version = await made.takenVersion();
    return shape(reply);
  });
  if (version !== null) kernel.bus.publish(session.restaurantId, version);
  return served;
}

async function serveOutside(kernel: Kernel, asked: Asked, session: SignedIn, input: Input): Promise<Served> {
  const isReady = await inTenant(kernel.pools.app, session.restaurantId, 'read', (client) =>
    hasProfile(client, session),
  );
  if (!isReady) return refused(refuse('profile_incomplete'));
  return shape(await asked.handler.run(contextOf(kernel, asked, input, null, false).context));
}

async function hasProfile(client: pg.PoolClient, session: SignedIn): Promise<boolean> {
  const { rows } = await client.query('SELECT is_profile_completed FROM restaurants WHERE restaurant_id = $1', [
    session.restaurantId,
  ]);
  return rows[0]?.is_profile_completed === true;
}

async function serveWrite(kernel: Kernel, asked: Asked, session: SignedIn, input: Input | Refusal): Promise<Served> {
  const named = nameKey(asked, input);
  if (named instanceof Refusal) input = named;
  const key = named instanceof Refusal ? asked.key : named;
  // Without a place in a queue there is nothing to move on: a request that cannot be read is refused and forgotten.
  if (input instanceof Refusal && !asked.mark) return refused(input);
  let raised: number | null = null;
  try {
    const served = await inTenant(kernel.pools.app, session.restaurantId, 'write', async (client) => {
      const write = { kernel, asked, session, input, key, client };
      const done = await processOnce(write);
      raised = done.raised;
      return done.served;
    });
    if (raised !== null) kernel.bus.publish(session.restaurantId, raised);
    return served;
  } catch (fault) {
    if (asked.mark && !isBusy(fault)) await keepFailure(kernel, session, asked.mark);
    throw fault;
  }
}

interface Write {
  kernel: Kernel;
  asked: Asked;
  session: SignedIn;
  input: Input | Refusal;
  key: string | null;
  client: pg.PoolClient;
}

/** Under the space's lock: what was done stays done, a gap waits, and a refusal is kept like a success. */
async function processOnce({
  kernel,
  asked,
  session,
  input,
  key,
  client,
}: Write): Promise<{ served: Served; raised: number | null }> {
  const { restaurantId } = session;
  const { mark } = asked;
  const now = kernel.clock.now();
  const space = await lockSpace(client, restaurantId);
  if (!space) throw new Error('The restaurant has no space');
  const ledger = await readLedger(client, restaurantId, key, mark);
  const unchanged = (served: Served) => ({ served: { version: space.version, ...served }, raised: null });
  if (!ledger.isProfileCompleted) return unchanged(unprocessed(refuse('profile_incomplete')));
  if (mark && ledger.client && ledger.client.user_id !== session.user.id)
    return unchanged(unprocessed(refuse('not_found')));

  const hash = hashRequest(asked.handler.call.name, asked.path, asked.body);
  const lastMid = ledger.client?.last_mid ?? 0;
  if (mark && mark.mid <= lastMid) return unchanged(past(ledger, hash, space.version));
  if (mark && mark.mid > lastMid + 1)
    return unchanged(unprocessed(refuse('out_of_order', { current: { last_mid: lastMid } })));
  const moveOn = async () => {
    if (mark) await advance(client, restaurantId, session.user.id, mark, now);
  };
  if (ledger.byKey) {
    await moveOn();
    return unchanged(ledger.byKey.request_hash === hash ? replay(ledger.byKey) : refused(refuse('key_reused')));
  }

  let outcome: { reply: unknown; version: number | null };
  if (input instanceof Refusal) outcome = { reply: input, version: null };
  else outcome = await runOnce({ kernel, asked, session, input, key, client }, ledger);
  const served = { version: outcome.version ?? space.version, ...shape(outcome.reply) };
  if (served.error && isPassing(served.status)) return unchanged({ ...served, isUnprocessed: true });
  if (key) {
    await storeResult(client, restaurantId, mark, { key, request_hash: hash, ...toStored(served) }, now);
    await moveOn();
  }
  return { served, raised: outcome.version };
}

/** Runs the handler so that a refusal takes back whatever it wrote. */
async function runOnce(
  write: Write & { input: Input },
  ledger: Ledger,
): Promise<{ reply: unknown; version: number | null }> {
  const { kernel, asked, client, input } = write;
  const made = contextOf(kernel, { ...asked, key: write.key }, input, client, true);
  await client.query('SAVEPOINT handler');
  try {
    const reply = await asked.handler.run(made.context);
    if (!(reply instanceof Refusal)) return { reply, version: await made.takenVersion() };
    await client.query('ROLLBACK TO SAVEPOINT handler');
    return { reply, version: null };
  } catch (fault) {
    const isSecondTry = asked.mark !== null && ledger.client?.failed_mid === asked.mark.mid;
    if (!isSecondTry || isBusy(fault)) throw fault;
    await client.query('ROLLBACK TO SAVEPOINT handler');
    kernel.log.error('mutation_poisoned', {
      request_id: asked.requestId,
      call: asked.handler.call.name,
      ...describeFault(fault),
    });
    return { reply: refuse('internal'), version: null };
  }
}

/** The key of the request: the header's and the body's are the same one. */
function nameKey(asked: Asked, input: Input | Refusal): string | null | Refusal {
  const inBody = input instanceof Refusal ? undefined : opIdOf(input.body);
  if (asked.key && inBody && asked.key.toLowerCase() !== inBody)
    return refuse('invalid_fields', { field_errors: { op_id: 'Differs from the Idempotency-Key' } });
  return asked.key?.toLowerCase() ?? inBody ?? null;
}

/** A mutation at or before the client's last one. Its result may be confirmed and gone; that it was processed is kept for ever. */
function past(ledger: Ledger, hash: string, version: number): Served {
  const found = ledger.byKey ?? ledger.byMid;
  if (!found) return { status: 200, data: null, version, isReplay: true };
  // Another write under a number that is taken: it never took effect, and its device has to say so.
  const isSame = ledger.byKey !== null && ledger.byKey.request_hash === hash;
  return isSame ? replay(ledger.byKey!) : refused(refuse('key_reused'));
}

const replay = (stored: Stored): Served => ({
  status: stored.status,
  version: stored.version,
  isReplay: true,
  ...(stored.error ? { error: stored.error } : { data: stored.reply }),
  ...(stored.notice ? { notice: stored.notice } : {}),
});

const toStored = (served: Served): Omit<Stored, 'key' | 'client_id' | 'mid' | 'request_hash'> => ({
  outcome: served.error ? 'rejected' : 'applied',
  status: served.status,
  version: served.version ?? 0,
  error: served.error ?? null,
  notice: served.notice ?? null,
  reply: served.error ? null : served.data,
});

/** Refusals that say "not now": they are not kept. */
const isPassing = (status: number) => status === 429 || status === 503;

async function keepFailure(kernel: Kernel, session: SignedIn, mark: ClientMark): Promise<void> {
  await inTenant(kernel.pools.app, session.restaurantId, 'write', async (client) => {
    await lockSpace(client, session.restaurantId);
    await noteFailure(client, session.restaurantId, session.user.id, mark, kernel.clock.now());
  });
}

function contextOf(kernel: Kernel, asked: Asked, input: Input, client: pg.PoolClient | null, mayWrite: boolean) {
  const { session, requestId, address, key } = asked;
  return makeContext({ kernel, now: kernel.clock.now(), requestId, address, session, key, input, client, mayWrite });
}

function signedIn(asked: Asked): SignedIn {
  if (!asked.session) throw new Error('admit() lets nobody through without a session');
  return asked.session;
}

function shape(reply: unknown): Served {
  if (reply instanceof Refusal) return refused(reply);
  if (!(reply instanceof Answer)) return { status: 200, data: reply };
  const { data, status, meta, notice, headers } = reply;
  return { status, data, ...(meta && { meta }), ...(notice && { notice }), ...(headers && { headers }) };
}

export function refused(refusal: Refusal): Served {
  const seconds = refusal.error.retry_after_seconds;
  return {
    status: refusal.status,
    error: refusal.error,
    ...(seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } }),
  };
}

const unprocessed = (refusal: Refusal): Served => ({ ...refused(refusal), isUnprocessed: true });

function faulty(kernel: Kernel, asked: Asked, fault: unknown): Served {
  const fields = { request_id: asked.requestId, call: asked.handler.call.name, ...describeFault(fault) };
  if (isBusy(fault)) {
    kernel.log.warn('busy', fields);
    return unprocessed(refuse('unavailable', { retry_after_seconds: 1 }));
  }
  kernel.log.error('fault', fields);
  return unprocessed(refuse('internal'));
}
