import * as z from 'zod/mini';
import { call, read } from '../call.ts';
import { PULL_ROWS, PUSH_BYTES, PUSH_ENTRIES } from '../limits.ts';
import { ErrorBody, Notice } from '../errors.ts';
import { Id, Instant, text } from '../fields.ts';

/** Raised when the shape of a row or of the protocol changes. For an unknown schema push answers 426, and pull `reset: schema`. */
export const SCHEMA = 1;
/** Hash of every shape on the wire under that number: see tests/spec/wire.test.ts. */
export const WIRE_HASH = '75dcff66c8ec8749';

const version = z.int().check(z.gte(0));

/** Headers for a queued write over its own REST path instead of push; the effect is the same. */
export const syncHeaders = {
  key: 'Idempotency-Key',
  client: 'X-Client-Id',
  mutation: 'X-Mutation-Id',
  /** "id.proof": of a person who approves this one request, which carries a key. */
  approval: 'X-Approval',
} as const;

/** Who did something, or approved it, at a device that several use. `proof`: contract/kitchen-mode/proof.ts. The name is for the device. */
export const Signed = z.strictObject({ person: Id, proof: text(60), name: z.optional(z.string()) });
export type Signed = z.infer<typeof Signed>;

/** One queued mutation. `mid` is contiguous per client; `key` never changes when it is sent again. */
export const Mutation = z.strictObject({
  mid: z.int().check(z.gte(1)),
  key: Id,
  call: text(60),
  ver: z.int().check(z.gte(1)),
  path: z.record(z.string(), z.string()),
  body: z.unknown(),
  /** Absent: whoever is signed in. */
  by: z.optional(Signed),
  approved: z.optional(Signed),
});
export type Mutation = z.infer<typeof Mutation>;

/**
 * The result of one mutation. `applied`: it took effect at `version` (the current version if it changed nothing). `duplicate`: it was
 * processed before; the fields are those of the first time. `rejected`: it changed nothing, for good.
 */
export const MutationResult = z.object({
  mid: z.int(),
  outcome: z.enum(['applied', 'duplicate', 'rejected']),
  version,
  /** The first outcome of a duplicate. */
  first_outcome: z.optional(z.enum(['applied', 'rejected'])),
  status: z.int(),
  error: z.optional(ErrorBody),
  notice: z.optional(Notice),
});
export type MutationResult = z.infer<typeof MutationResult>;

export const push = call('sync.push', 'POST', '/sync/push', {
  access: 'member',
  offline: read,
  body: z.strictObject({
    client_id: Id,
    schema: z.int(),
    /** The client has stored the results up to this mid; the server may delete them. */
    confirm_upto: z.int(),
    mutations: z.array(Mutation).check(z.maxLength(PUSH_ENTRIES)),
  }),
  bodyLimit: PUSH_BYTES,
  reply: z.object({
    last_mid: z.int(),
    version,
    epoch: z.string(),
    results: z.array(MutationResult),
    /** Set if the batch stopped early: the mutation after the last result was not processed. Send again from last_mid + 1. */
    stopped: z.optional(z.enum(['out_of_order', 'unavailable'])),
    server_time: Instant,
  }),
  addition: true,
  summary: 'Process queued writes in order',
});

export const Cursor = z.strictObject({ epoch: text(60), version });
export type Cursor = z.infer<typeof Cursor>;

/** Position of a snapshot: rows of `table` after key `after`. `version`: the space's version when it began. */
export const SnapshotPosition = z.strictObject({
  epoch: text(60),
  version,
  table: text(40),
  after: z.nullable(text(120)),
});
export type SnapshotPosition = z.infer<typeof SnapshotPosition>;

/** Number of rows, and a sum over them independent of their order: contract/sync/checksum.ts. */
export const Sum = z.object({ rows: z.int(), sum: z.int() });
export type Sum = z.infer<typeof Sum>;

/** Requests a comparison of the device's rows with the server's. `page`: where the comparison of contents continues. */
export const CompareRequest = z.strictObject({
  page: z.nullable(z.strictObject({ table: text(40), before: z.nullable(Id) })),
});
export type CompareRequest = z.infer<typeof CompareRequest>;

/**
 * The server's checksums at version `to`. `floors`: for tables of which a device keeps only the newest rows, the instant from which they
 * count. `sums`: by table, which row has which version. `parts`: contents of part of a table, rows with an id below `before` and not below
 * `last`; null: unbounded. `next`: where the comparison of contents continues.
 */
export const Compared = z.object({
  floors: z.record(z.string(), Instant),
  sums: z.record(z.string(), Sum),
  parts: z.array(
    z.object({ table: z.string(), before: z.nullable(Id), last: z.nullable(Id), rows: z.int(), sum: z.int() }),
  ),
  next: z.nullable(z.object({ table: z.string(), before: z.nullable(Id) })),
});
export type Compared = z.infer<typeof Compared>;

/**
 * Rows changed since `cursor`, with tombstones. A null cursor starts a snapshot; its pages have `snapshot`, to be sent back, until it is
 * absent. Each page is applied at once, and the last one sets the cursor. Pages of a delta never split a version. `reset`: the cursor is of
 * another epoch, ahead of the server or behind the tombstones, or the schema is unknown; start again with null and keep the outbox.
 */
export const pull = call('sync.pull', 'POST', '/sync/pull', {
  access: 'member',
  offline: read,
  body: z.strictObject({
    client_id: Id,
    schema: z.int(),
    cursor: z.nullable(Cursor),
    snapshot: z.optional(SnapshotPosition),
    limit: z.optional(z.int().check(z.gte(1), z.lte(PULL_ROWS))),
    /** Answered with the last page of a delta. */
    compare: z.optional(CompareRequest),
  }),
  reply: z.object({
    epoch: z.string(),
    from: z.nullable(version),
    to: version,
    more: z.boolean(),
    snapshot: z.optional(SnapshotPosition),
    reset: z.optional(z.enum(['epoch', 'purged', 'schema'])),
    puts: z.record(z.string(), z.array(z.unknown())),
    dels: z.record(z.string(), z.array(z.string())),
    last_mid: z.int(),
    results: z.array(MutationResult),
    compared: z.optional(Compared),
    server_time: Instant,
  }),
  addition: true,
  summary: 'Changes since a cursor',
});

/** Where the server stands. Pages from before this version ask it on a new database and take a 404 for a server without the protocol. */
export const hello = call('sync.hello', 'GET', '/sync/hello', {
  access: 'member',
  offline: read,
  reply: z.object({ epoch: z.string(), version, schema: z.int(), server_time: Instant }),
  addition: true,
  summary: 'Where this server stands',
});

/**
 * Server-sent events: `hello` {epoch, version} at once, `poke` {version} after each commit (coalesced), `ping` every 4 s, `bye` when the
 * session ends. Declared here for its path and access; it answers text/event-stream.
 */
export const stream = call('sync.stream', 'GET', '/sync/stream', {
  access: 'member',
  offline: read,
  reply: z.unknown(),
  addition: true,
  summary: 'Pokes: server-sent events',
});
