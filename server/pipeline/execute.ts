import pg from 'pg';
import { lockSpace, readingSpace, toSpace, type Space } from '../db/space.ts';
import { isTransientError } from '../db/transient-error.ts';
import { glance, withTransaction } from '../db/with-transaction.ts';
import { describeFault } from '../platform/log.ts';
import { makeContext } from './context.ts';
import { guardOf, isProcessedOnce, isWrite, type Caller } from './guard.ts';
import { Refusal, refuse, type Handler } from './handler.ts';
import { makeKeptReply } from './kept-replies.ts';
import { noteFailure, type MutationId } from './processed-mutations.ts';
import { openingOf, processOnce } from './process-once.ts';
import { bodyOf, toRefusedResult, toResult, type CallRequest, type CallResult } from './result.ts';
import { runHandler, SAVEPOINT } from './run-handler.ts';
import type { Services } from './services.ts';
import type { Input } from './validate.ts';

/** Runs a call whose caller is authorized: reads, writes and storefront calls alike. `input` may be a refusal, see processOnce. */
export async function execute(services: Services, request: CallRequest, input: Input | Refusal): Promise<CallResult> {
  const { handler, mutationId } = request;
  const { transaction, needsProfile } = guardOf(services.guards, handler.call);
  // Without a mutation id there is no queue to advance, so the refusal is not stored.
  if (input instanceof Refusal && !mutationId) return toRefusedResult(input);
  // Without a transaction nothing can be stored for a replay: what waits for a provider is idempotent by the provider's keys.
  if (!handler.hasNoTransaction && isProcessedOnce(services.guards, handler.call))
    return executeOnce(services, request, input);
  if (input instanceof Refusal) return toRefusedResult(input);
  if (transaction === 'none' || handler.hasNoTransaction) {
    if (needsProfile && !handler.checksProfile && !(await hasProfile(services, request)))
      return toRefusedResult(refuse('profile_incomplete'));
    const { context } = makeContext({ services, request, input, client: null });
    return toResult(await handler.run(context));
  }
  if (handler.endsAt) return findKept(services, request, input, handler.endsAt);
  const readsProfile = needsProfile && !completed.has(restaurantOf(request.caller));
  const run = async (client: pg.PoolClient, [profile]: pg.QueryResultRow[][]) => {
    if (readsProfile && !isCompleted(profile, request))
      return { result: toRefusedResult(refuse('profile_incomplete')), version: null };
    const { reply, version } = await runHandler({ services, request, input, client });
    return { result: toResult(reply), version };
  };
  return inTransaction(services, request, run, readsProfile ? [readingProfile(request)] : []);
}

/** A reply that may be kept: one statement finds out whether it is that of now. */
async function findKept(
  services: Services,
  request: CallRequest,
  input: Input,
  endsAt: NonNullable<Handler['endsAt']>,
): Promise<CallResult> {
  const { handler, caller, now, requestId } = request;
  const restaurantId = restaurantOf(caller);
  if (guardOf(services.guards, handler.call).needsProfile && !(await hasProfile(services, request)))
    return toRefusedResult(refuse('profile_incomplete'));
  const key = JSON.stringify([restaurantId, handler.call.name, request.path, input.query]);
  const [seen] = await glance(services.pools.app, restaurantId, [readingSpace(restaurantId)]);
  const kept = services.kept.find(key, spaceOf(seen), now);
  if (kept) return { status: 200, kept };
  const read = async (client: pg.PoolClient, [rows]: pg.QueryResultRow[][]) => {
    const { context } = makeContext({ services, request, input, client });
    const [reply, until] = await Promise.all([handler.run(context), endsAt(context)]);
    return { reply, until, space: spaceOf(rows) };
  };
  const { reply, until, space } = await withTransaction(services.pools.app, restaurantId, 'read', read, [
    readingSpace(restaurantId),
  ]);
  const result = toResult(reply);
  if (result.error) return result;
  const made = await makeKeptReply(bodyOf(result, requestId));
  services.kept.keep(key, { reply: made, space, from: now, until });
  return { status: result.status, kept: made };
}

function spaceOf(rows: pg.QueryResultRow[] | undefined): Space {
  const space = toSpace(rows?.[0]);
  if (!space) throw new Error('The restaurant has no space');
  return space;
}

/** A write that is processed once for each key, in the order of its device's queue. */
async function executeOnce(services: Services, request: CallRequest, input: Input | Refusal): Promise<CallResult> {
  try {
    return await inTransaction(
      services,
      request,
      (client, opened) => processOnce({ services, request, input, client, opened }),
      openingOf(request, input),
    );
  } catch (fault) {
    if (request.mutationId && !isTransientError(fault))
      await keepFailure(services, request, request.mutationId).catch((second: unknown) =>
        // Report the first error; log this one.
        services.log.warn('failure_not_kept', { request_id: request.requestId, ...describeFault(second) }),
      );
    throw fault;
  }
}

/** The one transaction of a call. The poke goes out after its commit. */
async function inTransaction(
  services: Services,
  { handler, caller }: CallRequest,
  run: (
    client: pg.PoolClient,
    opened: pg.QueryResultRow[][],
  ) => Promise<{ result: CallResult; version: number | null }>,
  opening: readonly string[] = [],
): Promise<CallResult> {
  const restaurantId = restaurantOf(caller);
  const mode = isWrite(handler.call) ? 'write' : 'read';
  const first = mode === 'write' ? [...opening, `SAVEPOINT ${SAVEPOINT}`] : opening;
  const { result, version } = await withTransaction(services.pools.app, restaurantId, mode, run, first);
  if (version !== null) services.bus.publish(restaurantId, version);
  return result;
}

function hasProfile(services: Services, request: CallRequest): boolean | Promise<boolean> {
  const restaurantId = restaurantOf(request.caller);
  if (completed.has(restaurantId)) return true;
  const run = async (_: pg.PoolClient, [profile]: pg.QueryResultRow[][]) => isCompleted(profile, request);
  return withTransaction(services.pools.app, restaurantId, 'read', run, [readingProfile(request)]);
}

/** Sent with BEGIN. */
const readingProfile = ({ caller }: CallRequest): string =>
  `SELECT is_profile_completed FROM restaurants WHERE restaurant_id = ${pg.escapeLiteral(restaurantOf(caller))}`;

/** Restaurants whose profile is complete. It stays so: no call empties one of its fields. */
const completed = new Set<string>();

function isCompleted(rows: pg.QueryResultRow[] | undefined, { caller }: CallRequest): boolean {
  if (rows?.[0]?.['is_profile_completed'] !== true) return false;
  completed.add(restaurantOf(caller));
  return true;
}

async function keepFailure(services: Services, { caller, now }: CallRequest, mutationId: MutationId): Promise<void> {
  const restaurantId = restaurantOf(caller);
  await withTransaction(services.pools.app, restaurantId, 'write', async (client) => {
    await lockSpace(client, restaurantId);
    await noteFailure(client, restaurantId, userOf(caller), mutationId, now);
  });
}

function restaurantOf({ restaurantId }: Caller): string {
  if (restaurantId === null) throw new Error('A call with a transaction is about a restaurant');
  return restaurantId;
}

function userOf({ session }: Caller): string {
  if (!session) throw new Error('A customer has no outbox');
  return session.user.id;
}
