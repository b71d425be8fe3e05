import type pg from 'pg';
import type { Call } from '../../contract/call.ts';
import { needsPin } from '../../contract/kitchen-mode/rules.ts';
import { makeContext } from './context.ts';
import { Refusal, refuse, type SignedIn } from './handler.ts';
import { checkInput, type Input } from './validate.ts';
import type { Services } from './services.ts';
import { isLocked } from '../kitchen-mode/state.ts';
import { describeFault } from '../platform/log.ts';
import { refuseFault } from './refuse-fault.ts';
import { toRefusedResult, toResult, toUnprocessedResult, type CallRequest, type CallResult } from './result.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { countVisit } from '../storefront/guard.ts';
import { executeWrite } from './write.ts';

/** Serves one call: the only way to a handler. Never throws: a fault of ours is logged and answered 500, a busy moment 503. */
export async function handleCall(kernel: Services, asked: CallRequest): Promise<CallResult> {
  try {
    const { call } = asked.handler;
    const barred = admit(call, asked.session);
    if (barred) return toRefusedResult(barred);
    const input = limitToKitchen(call, asked.session, kernel.clock.now()) ?? checkInput(call, asked);
    if (call.options.access === 'storefront') return await serveStorefront(kernel, asked, input);
    if (isOrderedWrite(call)) return await executeWrite(kernel, asked, writerOf(signedIn(asked)), input);
    if (input instanceof Refusal) return toRefusedResult(input);
    if (call.options.access === 'public')
      return toResult(await asked.handler.run(contextOf(kernel, asked, input, null).context));
    if (asked.handler.hasNoTransaction) return await serveOutside(kernel, asked, signedIn(asked), input);
    return await serveTenant(kernel, asked, signedIn(asked), input);
  } catch (fault) {
    return faulty(kernel, asked, fault);
  }
}

/** Writes of the trade: they lock the space, are done once for each key, and move their client on. */
export const isOrderedWrite = (call: Call) =>
  (call.options.access === 'owner' || call.options.access === 'storefront') && isWrite(call);

const isWrite = (call: Call) => call.method !== 'GET' && call.options.offline.kind !== 'read';

function admit(call: Call, session: SignedIn | null): Refusal | null {
  if (call.options.access === 'public' || call.options.access === 'storefront') return null;
  if (!session) return refuse('unauthenticated');
  if (call.options.access === 'owner' && !session.user.isEmailVerified) return refuse('email_unverified');
  return null;
}

/**
 * A kitchen's session before its PIN. Of a queue the refusal is kept like every other, so that what was made behind it goes on.
 */
function limitToKitchen(call: Call, session: SignedIn | null, now: Date): Refusal | null {
  return session && needsPin(call) && isLocked(session, now) ? refuse('pin_needed') : null;
}

/** Reads, and what an owner does before onboarding is finished. */
async function serveTenant(kernel: Services, asked: CallRequest, session: SignedIn, input: Input): Promise<CallResult> {
  const { call } = asked.handler;
  const mode = isWrite(call) ? 'write' : 'read';
  const { served, raised } = await withTransaction(kernel.pools.app, session.restaurantId, mode, async (client) => {
    if (call.options.access === 'owner' && !(await hasProfile(client, session)))
      return { served: toRefusedResult(refuse('profile_incomplete')), raised: null };
    const made = contextOf(kernel, asked, input, client);
    if (mode === 'read') return { served: toResult(await asked.handler.run(made.context)), raised: null };
    await client.query('SAVEPOINT handler');
    const reply = await asked.handler.run(made.context);
    if (!(reply instanceof Refusal)) return { served: toResult(reply), raised: await made.takenVersion() };
    await client.query('ROLLBACK TO SAVEPOINT handler');
    return { served: toRefusedResult(reply), raised: null };
  });
  if (raised !== null) kernel.bus.publish(session.restaurantId, raised);
  return served;
}

/** Push and the stream: they open transactions of their own. */
async function serveOutside(
  kernel: Services,
  asked: CallRequest,
  session: SignedIn,
  input: Input,
): Promise<CallResult> {
  const isReady = await withTransaction(kernel.pools.app, session.restaurantId, 'read', (client) =>
    hasProfile(client, session),
  );
  if (!isReady) return toRefusedResult(refuse('profile_incomplete'));
  return toResult(await asked.handler.run(contextOf(kernel, asked, input, null).context));
}

/** A customer's call: the slug tells the restaurant, and whoever may be signed in does not matter. */
async function serveStorefront(kernel: Services, asked: CallRequest, input: Input | Refusal): Promise<CallResult> {
  const { call } = asked.handler;
  if (input instanceof Refusal) return toRefusedResult(input);
  const { visitedId: restaurantId } = asked;
  if (restaurantId === undefined) throw new Error('A storefront call comes through admitVisitor');
  const over = await countVisit(kernel, call, restaurantId, input);
  if (over) return toRefusedResult(over);
  if (isWrite(call)) return executeWrite(kernel, asked, { restaurantId, session: null }, input);
  return withTransaction(kernel.pools.app, restaurantId, 'read', async (client) => {
    const { context } = contextOf(kernel, { ...asked, session: null }, input, client, restaurantId);
    return toResult(await asked.handler.run(context));
  });
}

const writerOf = (session: SignedIn) => ({ restaurantId: session.restaurantId, session });

async function hasProfile(client: pg.PoolClient, session: SignedIn): Promise<boolean> {
  const { rows } = await client.query('SELECT is_profile_completed FROM restaurants WHERE restaurant_id = $1', [
    session.restaurantId,
  ]);
  return rows[0]?.is_profile_completed === true;
}

function contextOf(
  kernel: Services,
  asked: CallRequest,
  input: Input,
  client: pg.PoolClient | null,
  restaurantId = asked.session?.restaurantId ?? null,
) {
  const { session, requestId, address, key, visit } = asked;
  const mayWrite = isWrite(asked.handler.call);
  const now = kernel.clock.now();
  return makeContext({ kernel, now, requestId, address, session, restaurantId, key, input, client, mayWrite, visit });
}

function signedIn(asked: CallRequest): SignedIn {
  if (!asked.session) throw new Error('admit() lets nobody through without a session');
  return asked.session;
}

function faulty(kernel: Services, asked: CallRequest, fault: unknown): CallResult {
  const fields = { request_id: asked.requestId, call: asked.handler.call.name, ...describeFault(fault) };
  const refusal = refuseFault(kernel, fault);
  if (refusal.error.code === 'internal') kernel.log.error('fault', fields);
  else kernel.log.warn('busy', fields);
  return toUnprocessedResult(refusal);
}
