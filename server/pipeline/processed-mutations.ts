import { createHash } from 'node:crypto';
import pg from 'pg';
import { insertingChange } from './changes.ts';
import { digestOf, replaceFiles } from './received-files.ts';
import { canonical } from '../../contract/sync/canonical.ts';
import type { ErrorBody, Notice } from '../../contract/errors.ts';

/** One queued mutation of a device. `mid` is contiguous per client. */
export interface MutationId {
  id: string;
  mid: number;
  schema: number;
}

/** The stored result of a write. */
export interface Stored {
  key: string;
  client_id: string;
  mid: number | null;
  request_hash: string;
  outcome: 'applied' | 'rejected';
  status: number;
  version: number;
  error: ErrorBody | null;
  notice: Notice | null;
  reply: unknown;
}

export interface ProcessedState {
  isProfileCompleted: boolean;
  client: { user_id: string; last_mid: number; failed_mid: number | null } | null;
  byKey: Stored | null;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * The statement that reads what is stored for this key and this client. It belongs behind the one that locks the space, so that two requests
 * with one key see each other. See toProcessed.
 */
export function readingProcessed(restaurantId: string, key: string | null, mutationId: MutationId | null): string {
  const [restaurant, operation, client] = [restaurantId, key, mutationId?.id ?? null].map((id) =>
    id === null ? 'NULL' : pg.escapeLiteral(id),
  );
  return `SELECT (SELECT is_profile_completed FROM restaurants WHERE restaurant_id = ${restaurant}) AS is_profile_completed,
            (SELECT to_jsonb(c) FROM sync_clients c WHERE c.restaurant_id = ${restaurant} AND c.client_id = ${client}) AS client,
            (SELECT to_jsonb(m) FROM mutation_results m WHERE m.restaurant_id = ${restaurant} AND m.key = ${operation}) AS by_key`;
}

export const toProcessed = (row: pg.QueryResultRow | undefined): ProcessedState => ({
  isProfileCompleted: row?.['is_profile_completed'] === true,
  client: row?.['client'] ?? null,
  byKey: row?.['by_key'] ?? null,
});

/** Stores the result of a write, with what a person changed by it. */
export async function storeResult(
  client: pg.ClientBase,
  restaurantId: string,
  mutationId: MutationId | null,
  result: Omit<Stored, 'client_id' | 'mid'>,
  now: Date,
  change: unknown[] | null,
): Promise<void> {
  const text = `INSERT INTO mutation_results (restaurant_id, key, client_id, mid, request_hash, outcome, status, version, error, notice, reply, at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
  await client.query({
    ...(change
      ? { name: 'store_result_and_change', text: `WITH result AS (${text}) ${insertingChange(13)}` }
      : { name: 'store_result', text }),
    values: [
      restaurantId,
      result.key,
      mutationId?.id ?? NIL,
      mutationId?.mid ?? null,
      result.request_hash,
      result.outcome,
      result.status,
      result.version,
      jsonb(result.error),
      jsonb(result.notice),
      jsonb(result.reply),
      now.toISOString(),
      ...(change ?? []),
    ],
  });
}

/** Sets the client's last processed mutation to `mark.mid`; never forgotten. */
export async function advanceClient(
  client: pg.ClientBase,
  restaurantId: string,
  userId: string,
  mutationId: MutationId,
  now: Date,
): Promise<void> {
  await client.query({
    name: 'advance_client',
    text: `INSERT INTO sync_clients (restaurant_id, client_id, user_id, last_mid, schema, seen_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (restaurant_id, client_id) DO UPDATE SET last_mid = $4, schema = $5, seen_at = $6, failed_mid = NULL`,
    values: [restaurantId, mutationId.id, userId, mutationId.mid, mutationId.schema, now.toISOString()],
  });
}

/** Notes that this mutation met an error of ours. At the second error it is refused for good, so that the queue continues. */
export async function noteFailure(
  client: pg.ClientBase,
  restaurantId: string,
  userId: string,
  mutationId: MutationId,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO sync_clients (restaurant_id, client_id, user_id, last_mid, schema, seen_at, failed_mid) VALUES ($1, $2, $3, 0, $4, $5, $6)
     ON CONFLICT (restaurant_id, client_id) DO UPDATE SET failed_mid = $6
       WHERE sync_clients.last_mid = $6 - 1 AND sync_clients.user_id = $3`,
    [restaurantId, mutationId.id, userId, mutationId.schema, now.toISOString(), mutationId.mid],
  );
}

/**
 * The client has stored its results up to `upTo`, so pulls do not repeat them. Their replies are deleted now, the rest after 30 days
 * (server/sync/index.ts). Runs in every push under the space's lock, so it looks only at newly confirmed results.
 */
export async function confirm(
  client: pg.ClientBase,
  restaurantId: string,
  userId: string,
  clientId: string,
  upTo: number,
): Promise<void> {
  const { rows } = await client.query<{ before: string; present: string }>({
    name: 'confirm',
    text: `UPDATE sync_clients c SET confirmed_mid = LEAST($4::bigint, c.last_mid) FROM sync_clients f
      WHERE c.restaurant_id = $1 AND c.client_id = $2 AND c.user_id = $3 AND c.confirmed_mid < LEAST($4::bigint, c.last_mid)
        AND f.restaurant_id = c.restaurant_id AND f.client_id = c.client_id
      RETURNING f.confirmed_mid AS before, c.confirmed_mid AS present`,
    values: [restaurantId, clientId, userId, upTo],
  });
  if (!rows[0]) return;
  await client.query({
    name: 'forget_replies',
    text: `UPDATE mutation_results SET reply = NULL
      WHERE restaurant_id = $1 AND client_id = $2 AND mid > $3 AND mid <= $4 AND reply IS NOT NULL`,
    values: [restaurantId, clientId, rows[0].before, rows[0].present],
  });
}

/** Hash of a request, independent of the order of its keys. */
export function hashRequest(call: string, path: Record<string, string>, body: unknown): string {
  return createHash('sha256')
    .update(canonical([call, path, replaceFiles(body, digestOf) ?? null]))
    .digest('hex');
}

const jsonb = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
