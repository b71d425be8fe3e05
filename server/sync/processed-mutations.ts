import { createHash } from 'node:crypto';
import type pg from 'pg';
import { canonical } from '../../contract/sync/canonical.ts';
import type { ErrorBody, Notice } from '../../contract/errors.ts';

/** One queued write of one device: `mid` is contiguous per client. */
export interface MutationId {
  id: string;
  mid: number;
  schema: number;
}

/** What became of a write the first time. */
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

/** What is known of this key and this client. Read after the space's lock, so that two senders of one key see each other. */
export async function readProcessed(
  client: pg.ClientBase,
  restaurantId: string,
  key: string | null,
  mark: MutationId | null,
): Promise<ProcessedState> {
  const { rows } = await client.query(
    `SELECT (SELECT is_profile_completed FROM restaurants WHERE restaurant_id = $1) AS is_profile_completed,
            (SELECT to_jsonb(c) FROM sync_clients c WHERE c.restaurant_id = $1 AND c.client_id = $3) AS client,
            (SELECT to_jsonb(m) FROM mutation_results m WHERE m.restaurant_id = $1 AND m.key = $2) AS by_key`,
    [restaurantId, key, mark?.id ?? null],
  );
  const row = rows[0] as {
    is_profile_completed: boolean | null;
    client: ProcessedState['client'];
    by_key: Stored | null;
  };
  return {
    isProfileCompleted: row.is_profile_completed === true,
    client: row.client,
    byKey: row.by_key,
  };
}

/** Keeps what became of a write. `advance` moves its client on, in the same transaction. */
export async function storeResult(
  client: pg.ClientBase,
  restaurantId: string,
  mark: MutationId | null,
  result: Omit<Stored, 'client_id' | 'mid'>,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO mutation_results (restaurant_id, key, client_id, mid, request_hash, outcome, status, version, error, notice, reply, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      restaurantId,
      result.key,
      mark?.id ?? NIL,
      mark?.mid ?? null,
      result.request_hash,
      result.outcome,
      result.status,
      result.version,
      jsonb(result.error),
      jsonb(result.notice),
      jsonb(result.reply),
      now.toISOString(),
    ],
  );
}

/** The client's last processed mutation is `mark.mid` from now on; kept for ever. */
export async function advanceClient(
  client: pg.ClientBase,
  restaurantId: string,
  userId: string,
  mark: MutationId,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO sync_clients (restaurant_id, client_id, user_id, last_mid, schema, seen_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (restaurant_id, client_id) DO UPDATE SET last_mid = $4, schema = $5, seen_at = $6, failed_mid = NULL`,
    [restaurantId, mark.id, userId, mark.mid, mark.schema, now.toISOString()],
  );
}

/** Remembers that this mutation met a fault of ours: when it does so again it is refused for good, so that the queue behind it moves. */
export async function noteFailure(
  client: pg.ClientBase,
  restaurantId: string,
  userId: string,
  mark: MutationId,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO sync_clients (restaurant_id, client_id, user_id, last_mid, schema, seen_at, failed_mid) VALUES ($1, $2, $3, 0, $4, $5, $6)
     ON CONFLICT (restaurant_id, client_id) DO UPDATE SET failed_mid = $6
       WHERE sync_clients.last_mid = $6 - 1 AND sync_clients.user_id = $3`,
    [restaurantId, mark.id, userId, mark.schema, now.toISOString(), mark.mid],
  );
}

/**
 * The client holds its results up to `upTo` for good: pulls do not repeat them. Their replies go at once, the rest after 30 days (see
 * purge). Every push does this under the space's lock, so it looks at what is newly confirmed and not at all that ever was.
 */
export async function confirm(
  client: pg.ClientBase,
  restaurantId: string,
  userId: string,
  clientId: string,
  upTo: number,
): Promise<void> {
  const { rows } = await client.query<{ before: string; present: string }>(
    `UPDATE sync_clients c SET confirmed_mid = LEAST($4::bigint, c.last_mid) FROM sync_clients f
      WHERE c.restaurant_id = $1 AND c.client_id = $2 AND c.user_id = $3 AND c.confirmed_mid < LEAST($4::bigint, c.last_mid)
        AND f.restaurant_id = c.restaurant_id AND f.client_id = c.client_id
      RETURNING f.confirmed_mid AS before, c.confirmed_mid AS present`,
    [restaurantId, clientId, userId, upTo],
  );
  if (!rows[0]) return;
  await client.query(
    `UPDATE mutation_results SET reply = NULL
      WHERE restaurant_id = $1 AND client_id = $2 AND mid > $3 AND mid <= $4 AND reply IS NOT NULL`,
    [restaurantId, clientId, rows[0].before, rows[0].present],
  );
}

/** The same request gives the same hash, whatever the order of its keys. */
export function hashRequest(call: string, path: Record<string, string>, body: unknown): string {
  return createHash('sha256')
    .update(canonical([call, path, body ?? null]))
    .digest('hex');
}

const jsonb = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
