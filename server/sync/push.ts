import type pg from 'pg';
import { SCHEMA, push as pushCall, type Mutation, type MutationResult } from '../../contract/sync/calls.ts';
import { type Body, queue, upcast, type Call } from '../../contract/call.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  Refusal,
  refuse,
  type Context,
  type Handler,
} from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { handleCall } from '../pipeline/pipeline.ts';
import type { CallRequest, CallResult, Position } from '../pipeline/result.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { confirm } from '../pipeline/processed-mutations.ts';
import { EPOCH, lockingSpace } from '../db/space.ts';

type PushContext = Context<typeof pushCall>;

/** Push runs each mutation through the pipeline, with the same handler as its own path. */
export function pushRoute(services: Services, handlers: ReadonlyMap<string, Handler>): Handler {
  const run = async (c: PushContext) => {
    if (c.body.schema !== SCHEMA) return refuse('upgrade_required');
    let position = await openPush(services, c);
    if (position instanceof Refusal) return position;
    const results: MutationResult[] = [];
    let stopped: 'out_of_order' | 'unavailable' | undefined;
    for (const mutation of c.body.mutations) {
      const result = await pushOne(services, handlers, c, mutation);
      position = result.position ?? position;
      if (result.isUnprocessed && result.error) {
        stopped = stopReason(result.error.code, results.length);
        if (stopped) break;
        return new Refusal(result.status, result.error);
      }
      results.push(toMutationResult(mutation.mid, result));
    }
    return { ...position, results, ...(stopped && { stopped }), server_time: services.clock.now().toISOString() };
  };
  return defineHandlerWithoutTransaction(pushCall, run, { checksProfile: true });
}

/**
 * The one transaction of a push besides those of its mutations: refuses a restaurant without a profile, stores up to where the device holds
 * its results, and reads where its client stands.
 */
function openPush(services: Services, c: PushContext): Promise<Position | Refusal> {
  const { client_id: clientId, confirm_upto: upTo } = c.body;
  const mode = upTo > 0 ? 'write' : 'read';
  const run = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ is_ready: boolean; epoch: string; version: string; last_mid: string | null }>(
      {
        name: 'push',
        text: `SELECT r.is_profile_completed AS is_ready, ${EPOCH} AS epoch, spaces.version, c.last_mid
         FROM spaces JOIN restaurants r USING (restaurant_id)
         LEFT JOIN sync_clients c ON c.restaurant_id = spaces.restaurant_id AND c.client_id = $2 AND c.user_id = $3
        WHERE spaces.restaurant_id = $1`,
        values: [c.restaurantId, clientId, c.user.id],
      },
    );
    const found = rows[0];
    if (!found) throw new Error('The restaurant has no space');
    if (!found.is_ready) return refuse('profile_incomplete');
    if (mode === 'write') await confirm(client, c.restaurantId, c.user.id, clientId, upTo);
    // int8 arrives as text.
    return { epoch: found.epoch, version: Number(found.version), last_mid: Number(found.last_mid ?? 0) };
  };
  const locking = mode === 'write' ? lockingSpace(c.restaurantId) : [];
  return withTransaction(services.pools.app, c.restaurantId, mode, run, locking);
}

/** For an unknown call: refused for good, so that the queue continues. */
const unknown = (name: string): Handler => {
  const call = {
    name,
    method: 'POST',
    path: '',
    options: { ...pushCall.options, body: undefined, offline: queue('never') },
  } as unknown as Call;
  return defineHandler(call, async () => refuse('unsupported_version'));
};

function pushOne(
  services: Services,
  handlers: ReadonlyMap<string, Handler>,
  c: PushContext,
  mutation: Mutation,
): Promise<CallResult> {
  const found = handlers.get(mutation.call);
  const read = found && asOfToday(found.call, mutation);
  return handleCall(services, {
    ...(read
      ? { handler: found, path: mutation.path, ...read }
      : { handler: unknown(mutation.call), path: {}, body: undefined }),
    query: {},
    // Whose PIN has opened the device since says nothing about who did it.
    caller: { session: { ...c.session, person: null }, restaurantId: c.restaurantId },
    // Each mutation is a call of its own: the last of a long push did not happen when the push arrived.
    now: services.clock.now(),
    requestId: c.requestId,
    address: c.address,
    key: mutation.key.toLowerCase(),
    by: mutation.by,
    approved: mutation.approved,
    mutationId: { id: c.body.client_id.toLowerCase(), mid: mutation.mid, schema: c.body.schema },
  });
}

/** The body in the current version of its call. Null if the call may not be queued or the version is unknown. */
function asOfToday(call: Call, { ver, body }: Mutation): Pick<CallRequest, 'body' | 'bodyAsSent'> | null {
  if (call.options.offline.kind !== 'queue') return null;
  try {
    return { body: upcast(call, ver, body as Body), bodyAsSent: body };
  } catch {
    return null;
  }
}

/** Undefined: the whole push is refused. An error of ours at the first entry is a plain 500; later ones keep the results before them. */
function stopReason(code: string, done: number): 'out_of_order' | 'unavailable' | undefined {
  if (code === 'out_of_order') return 'out_of_order';
  if (code === 'unavailable' || code === 'too_many') return 'unavailable';
  if ((code === 'internal' || code === 'disk_full') && done > 0) return 'unavailable';
  return undefined;
}

function toMutationResult(mid: number, result: CallResult): MutationResult {
  const { status, error, notice, version = 0 } = result;
  const first_outcome = error ? 'rejected' : 'applied';
  return {
    mid,
    outcome: result.isReplay ? 'duplicate' : first_outcome,
    version,
    ...(result.isReplay && { first_outcome }),
    status,
    ...(error && { error }),
    ...(notice && { notice }),
  };
}
