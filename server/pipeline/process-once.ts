import type pg from 'pg';
import { lockingSpace, toSpace, type Space } from '../db/space.ts';
import { isTransientError } from '../db/transient-error.ts';
import { describeFault } from '../platform/log.ts';
import { opIdOf } from './context.ts';
import { Refusal, refuse } from './handler.ts';
import {
  advanceClient,
  hashRequest,
  readingProcessed,
  storeResult,
  toProcessed,
  type ProcessedState,
  type Stored,
} from './processed-mutations.ts';
import { toRefusedResult, toResult, toUnprocessedResult, type CallRequest, type CallResult } from './result.ts';
import { runHandler, SAVEPOINT } from './run-handler.ts';
import type { Services } from './services.ts';
import { changeOf, storeChange } from './changes.ts';
import { openReply, sealReply } from './stored-reply.ts';
import type { Input } from './validate.ts';

export interface Write {
  services: Services;
  request: CallRequest;
  /** A refusal: the input is invalid, or the guard refused the call. A queued mutation stores it like the handler's own. */
  input: Input | Refusal;
  client: pg.PoolClient;
  /** What the statements of openingOf read. */
  opened: pg.QueryResultRow[][];
}

/** Sent with BEGIN: locks the space, then reads what is processed already. */
export const openingOf = (request: CallRequest, input: Input | Refusal): string[] => {
  const { restaurantId } = writerOf(request);
  const named = nameKey(request, input);
  const key = named instanceof Refusal ? request.key : named;
  return [...lockingSpace(restaurantId), readingProcessed(restaurantId, key, request.mutationId)];
};

/**
 * Processes a write once, under the space's lock: what was processed is replayed, a gap in the queue waits, and a refusal is stored like a
 * success. `version`: what the rows that it wrote carry; null where nothing has to be poked.
 */
export async function processOnce(write: Write): Promise<{ result: CallResult; version: number | null }> {
  const { request, client } = write;
  const { mutationId, now } = request;
  const { restaurantId, userId } = writerOf(request);
  const named = nameKey(request, write.input);
  const input = named instanceof Refusal ? named : write.input;
  const key = named instanceof Refusal ? request.key : named;
  // Without a mutation id there is no queue to advance, so the refusal is not stored.
  if (input instanceof Refusal && !mutationId) return { result: toRefusedResult(input), version: null };

  const [, locked, found] = write.opened;
  const space = toSpace(locked?.[0]);
  if (!space) throw new Error('The restaurant has no space');
  const processed = toProcessed(found?.[0]);
  const unchanged = (result: CallResult) => ({ result: { version: space.version, ...result }, version: null });
  if (!processed.isProfileCompleted) return unchanged(toUnprocessedResult(refuse('profile_incomplete')));
  if (mutationId && processed.client && processed.client.user_id !== userId)
    return unchanged(toUnprocessedResult(refuse('not_found')));

  const hash = hashRequest(request.handler.call.name, request.path, request.bodyAsSent ?? request.body);
  const lastMid = processed.client?.last_mid ?? 0;
  const stay = (result: CallResult) => unchanged({ ...result, position: positionAt(space, lastMid) });
  const outOfOrder = () => stay(toUnprocessedResult(refuse('out_of_order', { current: { last_mid: lastMid } })));
  // A used mutation id with an unknown key means that the device was cloned or restored. It must take a new client id (R32), and nothing
  // may be reported as done. Keys of devices are never forgotten, so their age does not matter.
  const isUnseen = mutationId !== null && mutationId.mid <= lastMid && !processed.byKey;
  if (isUnseen || (mutationId && mutationId.mid > lastMid + 1)) return outOfOrder();
  if (mutationId && mutationId.mid <= lastMid) return stay(replayOf(write, processed.byKey!, hash));
  const moveOn = async () => {
    if (mutationId) await advanceClient(client, restaurantId, userId!, mutationId, now);
  };
  const positionAfter = (version: number) => positionAt({ ...space, version }, mutationId?.mid ?? lastMid);
  if (processed.byKey) {
    await moveOn();
    return unchanged({ ...replayOf(write, processed.byKey, hash), position: positionAfter(space.version) });
  }

  const outcome =
    input instanceof Refusal ? { reply: input, version: null } : await runOnce({ ...write, input }, key, processed);
  const version = outcome.version ?? space.version;
  const result = { version, ...toResult(outcome.reply) };
  if (result.error && isTransientStatus(result.status)) return stay({ ...result, isUnprocessed: true });
  const change = input instanceof Refusal ? null : changeOf(request, input, result);
  if (key) {
    const stored = { request_hash: hash, ...toStored(write, key, result) };
    await Promise.all([storeResult(client, restaurantId, mutationId, stored, now, change), moveOn()]);
  } else if (change) await storeChange(client, restaurantId, change);
  return { result: { ...result, position: positionAfter(version) }, version: outcome.version };

  function positionAt({ epoch, version: at }: Space, mid: number) {
    return { epoch, version: at, last_mid: mid };
  }
}

/** Runs the handler. A mutation that fails for the second time is refused for good, so that the queue continues. */
async function runOnce(
  write: Write & { input: Input },
  key: string | null,
  processed: ProcessedState,
): Promise<{ reply: unknown; version: number | null }> {
  const { services, request, client } = write;
  try {
    return await runHandler(write);
  } catch (fault) {
    const isSecondTry = request.mutationId !== null && processed.client?.failed_mid === request.mutationId.mid;
    if (!isSecondTry || isTransientError(fault)) throw fault;
    await client.query(`ROLLBACK TO SAVEPOINT ${SAVEPOINT}`);
    services.log.error('mutation_poisoned', {
      request_id: request.requestId,
      call: request.handler.call.name,
      key,
      ...describeFault(fault),
    });
    return { reply: refuse('internal'), version: null };
  }
}

/** The request's key: header and body must agree. */
function nameKey({ key }: CallRequest, input: Input | Refusal): string | null | Refusal {
  const inBody = input instanceof Refusal ? undefined : opIdOf(input.body);
  if (key && inBody && key !== inBody)
    return refuse('invalid_fields', { field_errors: { op_id: 'Differs from the Idempotency-Key' } });
  return key ?? inBody ?? null;
}

function replayOf({ services, request }: Write, stored: Stored, hash: string): CallResult {
  if (stored.request_hash !== hash) return toRefusedResult(refuse('key_reused'));
  const replyKey = { restaurantId: writerOf(request).restaurantId, key: stored.key };
  return {
    status: stored.status,
    version: stored.version,
    isReplay: true,
    ...(stored.error
      ? { error: stored.error }
      : { data: openReply(request.handler.call, services.env, replyKey, stored.reply) }),
    ...(stored.notice ? { notice: stored.notice } : {}),
  };
}

const toStored = (
  { services, request }: Write,
  key: string,
  result: CallResult,
): Omit<Stored, 'client_id' | 'mid' | 'request_hash'> => ({
  key,
  outcome: result.error ? 'rejected' : 'applied',
  status: result.status,
  version: result.version ?? 0,
  error: result.error ?? null,
  notice: result.notice ?? null,
  reply: result.error
    ? null
    : sealReply(request.handler.call, services.env, { restaurantId: writerOf(request).restaurantId, key }, result.data),
});

/** Whose restaurant and whose outbox; a customer has none. */
function writerOf({ caller, mutationId }: CallRequest): { restaurantId: string; userId: string | null } {
  const { restaurantId, session } = caller;
  if (restaurantId === null) throw new Error('A write is about a restaurant');
  if (mutationId && !session) throw new Error('A customer has no outbox');
  return { restaurantId, userId: session?.user.id ?? null };
}

/** Refusals that say "not now": they are not stored. */
const isTransientStatus = (status: number) => status === 429 || status === 503;
