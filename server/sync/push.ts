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
import type { CallRequest, CallResult } from '../pipeline/result.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { confirm } from './processed-mutations.ts';
import { lockSpace, readSpace } from './space.ts';

type PushContext = Context<typeof pushCall>;

/** Push is a loop over serve: each queued write meets the very handler that its own path would meet. */
export function pushRoute(kernel: Services, handlers: ReadonlyMap<string, Handler>): Handler {
  return defineHandlerWithoutTransaction(pushCall, async (c) => {
    if (c.body.schema !== SCHEMA) return refuse('upgrade_required');
    await keepConfirmed(kernel, c);
    const results: MutationResult[] = [];
    let stopped: 'out_of_order' | 'unavailable' | undefined;
    for (const mutation of c.body.mutations) {
      const served = await serveOne(kernel, handlers, c, mutation);
      if (served.isUnprocessed && served.error) {
        stopped = stopReason(served.error.code, results.length);
        if (stopped) break;
        return new Refusal(served.status, served.error);
      }
      results.push(toResult(mutation.mid, served));
    }
    return {
      ...(await whereItStands(kernel, c)),
      results,
      ...(stopped && { stopped }),
      server_time: c.clock.now().toISOString(),
    };
  });
}

/** The call that is not known: refused for good, so that the queue behind it moves. */
const unknown = (name: string): Handler => {
  const call = {
    name,
    method: 'POST',
    path: '',
    options: { ...pushCall.options, body: undefined, offline: queue('never') },
  } as unknown as Call;
  return defineHandler(call, async () => refuse('unsupported_version'));
};

function serveOne(
  kernel: Services,
  handlers: ReadonlyMap<string, Handler>,
  c: PushContext,
  mutation: Mutation,
): Promise<CallResult> {
  const found = handlers.get(mutation.call);
  const read = found && asOfToday(found.call, mutation);
  return handleCall(kernel, {
    ...(read
      ? { handler: found, path: mutation.path, ...read }
      : { handler: unknown(mutation.call), path: {}, body: undefined }),
    query: {},
    session: c.session,
    requestId: c.requestId,
    address: c.address,
    key: mutation.key.toLowerCase(),
    mutationId: { id: c.body.client_id.toLowerCase(), mid: mutation.mid, schema: c.body.schema },
  });
}

/** The body as this code reads it. Null: no call that may wait in a queue, or a version of it that nobody here knows. */
function asOfToday(call: Call, { ver, body }: Mutation): Pick<CallRequest, 'body' | 'bodyAsSent'> | null {
  if (call.options.offline.kind !== 'queue') return null;
  try {
    return { body: upcast(call, ver, body as Body), bodyAsSent: body };
  } catch {
    return null;
  }
}

/** Undefined: the whole push is refused. A fault of ours at the first entry is a plain 500; later ones leave the results before them. */
function stopReason(code: string, done: number): 'out_of_order' | 'unavailable' | undefined {
  if (code === 'out_of_order') return 'out_of_order';
  if (code === 'unavailable' || code === 'too_many') return 'unavailable';
  if ((code === 'internal' || code === 'disk_full') && done > 0) return 'unavailable';
  return undefined;
}

function toResult(mid: number, served: CallResult): MutationResult {
  const { status, error, notice, version = 0 } = served;
  const first_outcome = error ? 'rejected' : 'applied';
  return {
    mid,
    outcome: served.isReplay ? 'duplicate' : first_outcome,
    version,
    ...(served.isReplay && { first_outcome }),
    status,
    ...(error && { error }),
    ...(notice && { notice }),
  };
}

async function keepConfirmed(kernel: Services, c: PushContext): Promise<void> {
  if (c.body.confirm_upto < 1) return;
  await withTransaction(kernel.pools.app, c.restaurantId, 'write', async (client) => {
    await lockSpace(client, c.restaurantId);
    await confirm(client, c.restaurantId, c.user.id, c.body.client_id, c.body.confirm_upto);
  });
}

function whereItStands(
  kernel: Services,
  c: PushContext,
): Promise<{ last_mid: number; version: number; epoch: string }> {
  return withTransaction(kernel.pools.app, c.restaurantId, 'read', async (client) => {
    const space = await readSpace(client, c.restaurantId);
    if (!space) throw new Error('The restaurant has no space');
    const { rows } = await client.query(
      'SELECT last_mid FROM sync_clients WHERE restaurant_id = $1 AND client_id = $2 AND user_id = $3',
      [c.restaurantId, c.body.client_id, c.user.id],
    );
    return { last_mid: Number(rows[0]?.last_mid ?? 0), version: space.version, epoch: space.epoch };
  });
}
