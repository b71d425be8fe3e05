import { type Args, type Call, versionOf } from '../../contract/call.ts';
import type { Table } from '../../contract/entity.ts';
import { instant } from './clock.ts';
import { currentStore } from './current.ts';
import type { OutboxEntry } from './db.ts';
import { argsOf, mutationInfoOf } from './apply-pending.ts';
import { type MutationDefinition, touchOf } from './mutation.ts';
import { signer } from './signer.ts';
import { serverTime, type Store } from './store.ts';

export interface Ticket {
  /** The operation's id: Idempotency-Key and op_id. */
  key: string;
  /** Resolves when the mutation is stored. Rejects if it cannot be stored for now; `unsavedMutations` then lists it. */
  durable: Promise<void>;
}

/**
 * The only way to change a mirrored row, online and offline. Screens show the mutation at once, from memory, while one strict transaction
 * writes the row, its base row and the outbox entry. Throws if the arguments do not match the call.
 */
export const mutate = <C extends Call, T extends Table>(definition: MutationDefinition<C, T>, args: Args<C>): Ticket =>
  mutateIn(currentStore(), definition, args);

/** `instead`: key of the dead letter that the mutation retries. It is deleted in the same transaction. */
export function mutateIn<C extends Call, T extends Table>(
  store: Store,
  definition: MutationDefinition<C, T>,
  args: Args<C>,
  { instead = null }: { instead?: string | null } = {},
): Ticket {
  const entry = makeEntry(store, definition, args);
  const change = (row: Parameters<typeof definition.change>[0]) =>
    definition.change(row, argsOf(definition.call, entry), mutationInfoOf(entry));
  // First, so that the disk works while the screens render.
  const durable = store.writeQueue.add({ definition, entry, instead });
  store.overlay.add({
    key: entry.key,
    table: definition.table,
    ids: definition.rows(args),
    change: change as Parameters<Store['overlay']['add']>[0]['change'], // only rows of its own table reach it
  });
  // Callers need not handle a rejection: `unsavedMutations` lists failures.
  const ended = durable.catch(() => undefined).finally(() => store.running.delete(ended));
  store.running.add(ended);
  return { key: entry.key, durable };
}

export function makeEntry<C extends Call, T extends Table>(
  store: Store,
  definition: MutationDefinition<C, T>,
  args: Args<C>,
): Omit<OutboxEntry, 'seq'> {
  // Mutations within one millisecond, or after the clock was set back, must keep their order, because the newest one wins.
  const last = store.lastMutation.read();
  const key = store.newId(last?.key);
  const atMs = Math.max(serverTime(store), (last?.atMs ?? 0) + 1);
  store.lastMutation.write({ atMs, key });
  const occurredAt = instant(atMs);
  const wasOffline = store.isOffline();
  const deviceName = store.deviceName();
  const { path = {}, body = {} } = args as { path?: Record<string, string>; body?: Record<string, unknown> };
  const operation = { occurred_at: occurredAt, op_id: key, was_offline: wasOffline, device_name: deviceName };
  const done = {
    key,
    call: definition.call.name,
    path,
    body: checked(definition.call, { ...body, ...asked(definition.call, operation) }),
  };
  return {
    mid: null,
    ...done,
    ver: versionOf(definition.call),
    ...signer.sign(done),
    touches: definition.rows(args).map((id) => touchOf(definition.table, id)),
    occurredAt,
    wasOffline,
    deviceName,
    state: 'queued',
    attempts: 0,
    firstTryAt: null,
    lease: null,
    ackVersion: null,
    notice: null,
  };
}

/** The operation fields that the call's body has. */
function asked(call: Call, operation: Record<string, unknown>): Record<string, unknown> {
  const shape = (call.options.body as { def?: { shape?: object } } | undefined)?.def?.shape ?? {};
  return Object.fromEntries(Object.entries(operation).filter(([name]) => name in shape));
}

function checked(call: Call, body: Record<string, unknown>): Record<string, unknown> {
  return (call.options.body ? call.options.body.parse(body) : {}) as Record<string, unknown>;
}
