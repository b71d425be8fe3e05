import { and, asc, eq, gt } from 'drizzle-orm';
import { PULL_ROWS } from '../../contract/limits.ts';
import { hello as helloCall, pull as pullCall, SCHEMA, type MutationResult } from '../../contract/sync/calls.ts';
import { mutation_results, spaces, sync_clients } from '../db/schema/sync.ts';
import { viewOf } from '../kitchen-mode/view.ts';
import { defineHandler, refuse, type Context, type Handler } from '../pipeline/handler.ts';
import { compare } from './compare.ts';
import { readDelta } from './delta.ts';
import { readSnapshot } from './snapshot.ts';

/** Maximum number of results that a pull repeats. The device confirms them with its next push. */
const RESULTS_MAX = 200;

/**
 * Rows, tombstones, version, the client's last mutation and results, all of one moment: the pipeline runs it in a REPEATABLE READ
 * transaction.
 */
export const pull = defineHandler(pullCall, async (c) => {
  const space = await readOwnSpace(c);
  const common = {
    epoch: space.epoch,
    from: null,
    to: space.version,
    more: false,
    puts: {},
    dels: {},
    ...(await readClient(c)),
    server_time: c.now.toISOString(),
  };
  const reset = resetReason(c.body, space);
  if (reset) return { ...common, reset };
  const limit = c.body.limit ?? PULL_ROWS;
  const reader = { db: c.db, restaurantId: c.restaurantId, now: c.now, view: viewOf(c.session, c.now) };
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
});

export const hello = defineHandler(helloCall, async (c) => {
  const { epoch, version } = await readOwnSpace(c);
  return { epoch, version, schema: SCHEMA, server_time: c.now.toISOString() };
});

export const routes: Handler[] = [pull, hello];

interface Space {
  epoch: string;
  version: number;
  min_version: number;
}

async function readOwnSpace(c: Context<typeof pullCall> | Context<typeof helloCall>): Promise<Space> {
  const [space] = await c.db.select().from(spaces).where(eq(spaces.restaurant_id, c.restaurantId));
  if (!space) throw new Error('The restaurant has no space');
  return space;
}

/** A cursor ahead of the space means that the database was restored. */
function resetReason(body: Context<typeof pullCall>['body'], space: Space): 'epoch' | 'purged' | 'schema' | null {
  if (body.schema !== SCHEMA) return 'schema';
  const at = body.cursor ?? body.snapshot;
  if (!at) return null;
  if (at.epoch !== space.epoch || at.version > space.version) return 'epoch';
  return at.version < space.min_version ? 'purged' : null;
}

async function readClient(c: Context<typeof pullCall>): Promise<{ last_mid: number; results: MutationResult[] }> {
  const isOwn = and(
    eq(sync_clients.restaurant_id, c.restaurantId),
    eq(sync_clients.client_id, c.body.client_id),
    eq(sync_clients.user_id, c.user.id),
  );
  const [client] = await c.db.select().from(sync_clients).where(isOwn);
  if (!client) return { last_mid: 0, results: [] };
  const { mid, outcome, version, status, error, notice } = mutation_results;
  const rows = await c.db
    .select({ mid, outcome, version, status, error, notice })
    .from(mutation_results)
    .where(
      and(
        eq(mutation_results.restaurant_id, c.restaurantId),
        eq(mutation_results.client_id, client.client_id),
        gt(mutation_results.mid, client.confirmed_mid),
      ),
    )
    .orderBy(asc(mutation_results.mid))
    .limit(RESULTS_MAX);
  const results = rows.map(({ error: refused, notice, ...row }) => ({
    ...row,
    mid: row.mid ?? 0,
    ...(refused && { error: refused }),
    ...(notice && { notice }),
  }));
  return { last_mid: client.last_mid, results };
}
