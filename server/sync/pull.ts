import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Reply } from '../../contract/call.ts';
import type { Role } from '../../contract/people/permissions.ts';
import { PULL_ROWS } from '../../contract/limits.ts';
import { hello as helloCall, pull as pullCall, SCHEMA, type MutationResult } from '../../contract/sync/calls.ts';
import { spaces } from '../db/schema/sync.ts';
import { EPOCH, toSpace, type Space } from '../db/space.ts';
import { glance, withTransaction } from '../db/with-transaction.ts';
import { viewOf } from './view.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  type Context,
  type Handler,
  type Outcome,
  type SignedIn,
} from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { compare } from './compare.ts';
import { readDelta } from './delta.ts';
import { readSnapshot } from './snapshot.ts';

/** Maximum number of results that a pull repeats. The device confirms them with its next push. */
const RESULTS_MAX = 200;

type PullContext = Context<typeof pullCall>;

/**
 * Rows, tombstones, version, the client's last mutation and results, all of one moment. Most devices ask when nothing is new, which one
 * statement finds out.
 */
export function pullRoute({ pools }: Services): Handler {
  const run = async (c: PullContext) => {
    const reading = readingState(c);
    const state = toState((await glance(pools.app, c.restaurantId, [reading]))[0], c);
    if (!state.session) return refuse('unauthenticated');
    const reset = resetReason(c.body, state.space, state.session.viewVersion);
    if (reset) return { ...state.common, reset };
    const { cursor, compare: compared } = c.body;
    if (cursor && cursor.version === state.space.version && !compared) return { ...state.common, from: cursor.version };
    return withTransaction(
      pools.app,
      c.restaurantId,
      'read',
      (client, [rows]) => readPage(client, c, toState(rows, c)),
      [reading],
    );
  };
  return defineHandlerWithoutTransaction(pullCall, run);
}

async function readPage(
  client: pg.PoolClient,
  c: PullContext,
  { space, session, common }: State,
): Outcome<typeof pullCall> {
  if (!session) return refuse('unauthenticated');
  const limit = c.body.limit ?? PULL_ROWS;
  const view = viewOf(session, c.now);
  const reader = { client, db: drizzle(client), restaurantId: c.restaurantId, now: c.now, view };
  if (c.body.cursor) {
    const from = c.body.cursor.version;
    const delta = await readDelta({ ...reader, present: space.version }, from, limit);
    const compared = c.body.compare && !delta.more && { compared: await compare(reader, c.body.compare) };
    return { ...common, from, ...delta, ...compared };
  }
  const began = c.body.snapshot?.version ?? space.version;
  const page = await readSnapshot(reader, c.body.snapshot ?? null, limit);
  if (!page) return refuse('invalid_fields', { field_errors: { snapshot: 'Not a position of this server' } });
  const next = page.next && { snapshot: { epoch: space.epoch, version: began, ...page.next } };
  return { ...common, to: began, more: next !== null, puts: page.puts, ...next };
}

export const hello = defineHandler(helloCall, async (c) => {
  const [space] = await c.db
    .select({ epoch: sql<string>`${sql.raw(EPOCH)}`, version: spaces.version })
    .from(spaces)
    .where(eq(spaces.restaurant_id, c.restaurantId));
  if (!space) throw new Error('The restaurant has no space');
  return { epoch: space.epoch, version: space.version, schema: SCHEMA, server_time: c.now.toISOString() };
});

interface State {
  space: Space;
  /**
   * With the role of the same moment as the rows: one that changed since the session was read would send what the role before it may hold,
   * past the version of its change. Null: they belong to the restaurant no more.
   */
  session: SignedIn | null;
  /** What every answer has, of a page without rows. */
  common: Reply<typeof pullCall>;
}

/** The statement that reads where the space and the client stand, and the client's results. See toState. */
function readingState({ restaurantId, body, user }: PullContext): string {
  const [restaurant, client, owner] = [restaurantId, body.client_id, user.id].map((id) => pg.escapeLiteral(id));
  return `SELECT ${EPOCH} AS epoch, version, min_version, c.last_mid, m.role, m.view_version,
      (SELECT json_agg(r) FROM (SELECT mid, outcome, version, status, error, notice FROM mutation_results m
        WHERE m.restaurant_id = ${restaurant} AND m.client_id = c.client_id AND m.mid > c.confirmed_mid
        ORDER BY mid LIMIT ${RESULTS_MAX}) r) AS results
    FROM spaces LEFT JOIN sync_clients c ON c.restaurant_id = ${restaurant} AND c.client_id = ${client} AND c.user_id = ${owner}
    LEFT JOIN memberships m ON m.restaurant_id = ${restaurant} AND m.user_id = ${owner} AND m.suspended_at IS NULL
   WHERE spaces.restaurant_id = ${restaurant}`;
}

function toState(rows: pg.QueryResultRow[] | undefined, { now, session }: PullContext): State {
  const row = rows?.[0];
  const space = toSpace(row);
  if (!row || !space) throw new Error('The restaurant has no space');
  const results = (row['results'] ?? []) as (MutationResult & { notice: MutationResult['notice'] | null })[];
  const common = {
    epoch: space.epoch,
    from: null,
    to: space.version,
    more: false,
    puts: {},
    dels: {},
    // int8 arrives as text.
    last_mid: Number(row['last_mid'] ?? 0),
    results: results.map(({ error, notice, ...result }) => ({
      ...result,
      ...(error && { error }),
      ...(notice && { notice }),
    })),
    server_time: now.toISOString(),
  };
  const role = row['role'] as Role | null;
  return { space, session: role && { ...session, role, viewVersion: Number(row['view_version']) }, common };
}

/** A cursor ahead of the space means that the database was restored. One before a change of role may have rows that the device is not to keep. */
function resetReason(
  body: PullContext['body'],
  space: Space,
  viewVersion: number,
): 'epoch' | 'purged' | 'schema' | null {
  if (body.schema !== SCHEMA) return 'schema';
  const at = body.cursor ?? body.snapshot;
  if (!at) return null;
  if (at.epoch !== space.epoch || at.version > space.version) return 'epoch';
  return at.version < Math.max(space.min_version, viewVersion) ? 'purged' : null;
}
