import type pg from 'pg';
import { makeContext, opIdOf } from './context.ts';
import { isTransientError } from '../db/transient-error.ts';
import { Refusal, refuse, type SignedIn } from './handler.ts';
import type { Input } from './validate.ts';
import type { Services } from './services.ts';
import { describeFault } from '../platform/log.ts';
import { toRefusedResult, toResult, toUnprocessedResult, type CallRequest, type CallResult } from './result.ts';
import {
  advanceClient,
  hashRequest,
  noteFailure,
  readProcessed,
  storeResult,
  type MutationId,
  type ProcessedState,
  type Stored,
} from '../sync/processed-mutations.ts';
import { lockSpace } from '../sync/space.ts';
import { openReply, sealReply } from '../sync/stored-reply.ts';
import { withTransaction } from '../db/with-transaction.ts';

/** On whose behalf: a session, or a customer of the restaurant, who has no queue. */
export interface Writer {
  restaurantId: string;
  session: SignedIn | null;
}

/** A write of the trade: done once for each key, in the order of its device's queue, and poked after its commit. */
export async function executeWrite(
  kernel: Services,
  asked: CallRequest,
  writer: Writer,
  checked: Input | Refusal,
): Promise<CallResult> {
  const key = nameKey(asked, checked);
  const input = key instanceof Refusal ? key : checked;
  // Without a place in a queue there is nothing to move on: a request that cannot be read is refused and forgotten.
  if (input instanceof Refusal && !asked.mutationId) return toRefusedResult(input);
  try {
    const { served, raised } = await withTransaction(kernel.pools.app, writer.restaurantId, 'write', (client) =>
      processOnce({ kernel, asked, writer, input, client, key: key instanceof Refusal ? asked.key : key }),
    );
    if (raised !== null) kernel.bus.publish(writer.restaurantId, raised);
    return served;
  } catch (fault) {
    if (asked.mutationId && !isTransientError(fault))
      await keepFailure(kernel, writer, asked.mutationId).catch((second: unknown) =>
        // It is the first fault that has to be told.
        kernel.log.warn('failure_not_kept', { request_id: asked.requestId, ...describeFault(second) }),
      );
    throw fault;
  }
}

interface Write {
  kernel: Services;
  asked: CallRequest;
  writer: Writer;
  input: Input | Refusal;
  key: string | null;
  client: pg.PoolClient;
}

/** Under the space's lock: what was done stays done, a gap waits, and a refusal is kept like a success. */
async function processOnce(write: Write): Promise<{ served: CallResult; raised: number | null }> {
  const { kernel, asked, writer, key, client } = write;
  const { restaurantId } = writer;
  const { mutationId } = asked;
  const space = await lockSpace(client, restaurantId);
  if (!space) throw new Error('The restaurant has no space');
  const ledger = await readProcessed(client, restaurantId, key, mutationId);
  const unchanged = (served: CallResult) => ({ served: { version: space.version, ...served }, raised: null });
  if (!ledger.isProfileCompleted) return unchanged(toUnprocessedResult(refuse('profile_incomplete')));
  if (mutationId && ledger.client && ledger.client.user_id !== userOf(writer))
    return unchanged(toUnprocessedResult(refuse('not_found')));

  const hash = hashRequest(asked.handler.call.name, asked.path, asked.bodyAsSent ?? asked.body);
  const lastMid = ledger.client?.last_mid ?? 0;
  const now = kernel.clock.now();
  const outOfOrder = () => unchanged(toUnprocessedResult(refuse('out_of_order', { current: { last_mid: lastMid } })));
  // A used mutation id with an unknown key means that the device was cloned or restored: it has to take a new client id (R32), and nothing
  // of it may be called done. No key of a device is ever forgotten, so no clock is asked how old it is.
  const isUnseen = mutationId !== null && mutationId.mid <= lastMid && !ledger.byKey;
  if (isUnseen || (mutationId && mutationId.mid > lastMid + 1)) return outOfOrder();
  if (mutationId && mutationId.mid <= lastMid) return unchanged(replayOf(write, ledger.byKey!, hash));
  const moveOn = async () => {
    if (mutationId) await advanceClient(client, restaurantId, userOf(writer), mutationId, now);
  };
  if (ledger.byKey) {
    await moveOn();
    return unchanged(replayOf(write, ledger.byKey, hash));
  }

  const outcome = await runOnce(write, ledger);
  const served = { version: outcome.version ?? space.version, ...toResult(outcome.reply) };
  if (served.error && isPassing(served.status)) return unchanged({ ...served, isUnprocessed: true });
  if (key) {
    await storeResult(client, restaurantId, mutationId, { request_hash: hash, ...toStored(write, key, served) }, now);
    await moveOn();
  }
  return { served, raised: outcome.version };
}

/** Runs the handler so that a refusal takes back whatever it wrote. */
async function runOnce(write: Write, ledger: ProcessedState): Promise<{ reply: unknown; version: number | null }> {
  const { kernel, asked, writer, key, client, input } = write;
  if (input instanceof Refusal) return { reply: input, version: null };
  const { requestId, address } = asked;
  const now = kernel.clock.now();
  const made = makeContext({ kernel, now, requestId, address, ...writer, key, input, client, mayWrite: true });
  await client.query('SAVEPOINT handler');
  try {
    const reply = await asked.handler.run(made.context);
    if (!(reply instanceof Refusal)) return { reply, version: await made.takenVersion() };
    await client.query('ROLLBACK TO SAVEPOINT handler');
    return { reply, version: null };
  } catch (fault) {
    const isSecondTry = asked.mutationId !== null && ledger.client?.failed_mid === asked.mutationId.mid;
    if (!isSecondTry || isTransientError(fault)) throw fault;
    await client.query('ROLLBACK TO SAVEPOINT handler');
    kernel.log.error('mutation_poisoned', {
      request_id: requestId,
      call: asked.handler.call.name,
      key,
      ...describeFault(fault),
    });
    return { reply: refuse('internal'), version: null };
  }
}

/** The key of the request: the header's and the body's are the same one. */
function nameKey(asked: CallRequest, input: Input | Refusal): string | null | Refusal {
  const inBody = input instanceof Refusal ? undefined : opIdOf(input.body);
  if (asked.key && inBody && asked.key !== inBody)
    return refuse('invalid_fields', { field_errors: { op_id: 'Differs from the Idempotency-Key' } });
  return asked.key ?? inBody ?? null;
}

function replayOf({ kernel, asked, writer }: Write, stored: Stored, hash: string): CallResult {
  if (stored.request_hash !== hash) return toRefusedResult(refuse('key_reused'));
  const { restaurantId } = writer;
  return {
    status: stored.status,
    version: stored.version,
    isReplay: true,
    ...(stored.error
      ? { error: stored.error }
      : { data: openReply(asked.handler.call, kernel.env, { restaurantId, key: stored.key }, stored.reply) }),
    ...(stored.notice ? { notice: stored.notice } : {}),
  };
}

const toStored = (
  { kernel, asked, writer }: Write,
  key: string,
  served: CallResult,
): Omit<Stored, 'client_id' | 'mid' | 'request_hash'> => ({
  key,
  outcome: served.error ? 'rejected' : 'applied',
  status: served.status,
  version: served.version ?? 0,
  error: served.error ?? null,
  notice: served.notice ?? null,
  reply: served.error
    ? null
    : sealReply(asked.handler.call, kernel.env, { restaurantId: writer.restaurantId, key }, served.data),
});

function userOf({ session }: Writer): string {
  if (!session) throw new Error('A customer has no queue');
  return session.user.id;
}

/** Refusals that say "not now": they are not kept. */
const isPassing = (status: number) => status === 429 || status === 503;

async function keepFailure(kernel: Services, writer: Writer, mark: MutationId): Promise<void> {
  await withTransaction(kernel.pools.app, writer.restaurantId, 'write', async (client) => {
    await lockSpace(client, writer.restaurantId);
    await noteFailure(client, writer.restaurantId, userOf(writer), mark, kernel.clock.now());
  });
}
