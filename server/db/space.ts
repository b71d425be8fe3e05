import pg from 'pg';

export interface Space {
  epoch: string;
  version: number;
  min_version: number;
}

/**
 * SQL of the epoch that devices see. After the first timeline of the PostgreSQL server it names the timeline, because a promoted standby or
 * a restore to a point in time can lack changes that devices were told are stored (decision 045). Not for a standby, which writes nothing.
 */
export const EPOCH =
  "spaces.epoch || coalesce('.' || nullif(left(pg_walfile_name(pg_current_wal_lsn()), 8), '00000001'), '')";

/** Locks the restaurant's row of `spaces` until the transaction ends. Every write transaction takes this lock first. */
export async function lockSpace(client: pg.ClientBase, restaurantId: string): Promise<Space | null> {
  const results = [await client.query(lockingSpace(restaurantId).join('; '))].flat();
  return toSpace(results.at(-1)?.rows[0]);
}

/**
 * The statements that lock the space, to be sent together with others. The last one answers; see toSpace. First they wait in a line: who
 * waits for a row that each holder changes has to begin again after each of them, is overtaken, and gives up in the end.
 */
export const lockingSpace = (restaurantId: string): [string, string] => {
  const id = pg.escapeLiteral(restaurantId);
  return [`SELECT pg_advisory_xact_lock(${SPACE_LINES}, hashtext(${id}))`, `${readingSpace(restaurantId)} FOR UPDATE`];
};

/** Names the lines among the advisory locks with two keys. */
const SPACE_LINES = 1;

/** Without a lock, to be sent together with others. See toSpace. */
export const readingSpace = (restaurantId: string): string =>
  `SELECT ${EPOCH} AS epoch, version, min_version FROM spaces WHERE restaurant_id = ${pg.escapeLiteral(restaurantId)}`;

/** Raises the version, which the rows written by this transaction carry. It rolls back with the transaction. */
export async function raiseVersion(client: pg.ClientBase, restaurantId: string): Promise<number> {
  const { rows } = await client.query<{ version: string }>({
    name: 'raise_version',
    text: 'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version',
    values: [restaurantId],
  });
  if (!rows[0]) throw new Error('A restaurant without a space cannot be written');
  return Number(rows[0].version);
}

// int8 arrives as text.
export const toSpace = (row: pg.QueryResultRow | undefined): Space | null =>
  row ? { epoch: row['epoch'], version: Number(row['version']), min_version: Number(row['min_version']) } : null;
