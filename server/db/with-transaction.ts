import pg from 'pg';

export type Mode = 'read' | 'write';

/** What the statements that were sent together with BEGIN read: the rows of each. */
export type FirstRows = Promise<pg.QueryResultRow[][]>;

/**
 * One transaction. With a restaurant, row-level security shows its rows and no others to the API's role. `read` sees one moment and can
 * write nothing. A throw rolls back and is thrown on; a connection that broke is not used again. `first`: statements without parameters that
 * are sent together with BEGIN. A `read` does not wait for their answer before `run` sends its own.
 */
export async function withTransaction<T>(
  pool: pg.Pool,
  restaurantId: string | null,
  mode: Mode,
  run: (client: pg.PoolClient, first: FirstRows) => Promise<T>,
  first: readonly string[] = [],
): Promise<T> {
  const client = await pool.connect();
  const opening = [begin[mode], ...(restaurantId === null ? [] : [showOnly(restaurantId)]), ...first].join('; ');
  // One result, or a list of them where there are several statements.
  const opened = client.query(opening).then((answer) => {
    const results = [answer].flat();
    return results.slice(results.length - first.length).map(({ rows }) => rows as pg.QueryResultRow[]);
  });
  return mode === 'read' ? read(client, opened, run) : write(client, opened, run);
}

async function write<T>(
  client: pg.PoolClient,
  opened: FirstRows,
  run: (client: pg.PoolClient, first: FirstRows) => Promise<T>,
): Promise<T> {
  let broken: Error | undefined;
  try {
    await opened;
    const result = await run(client, opened);
    const ended = await client.query('COMMIT');
    // After a swallowed error PostgreSQL answers COMMIT with a rollback and no error.
    if (ended.command !== 'COMMIT')
      throw new Error('The transaction met an error that nobody reported, and was rolled back');
    return result;
  } catch (fault) {
    broken = await rollBack(client);
    throw fault;
  } finally {
    client.release(broken);
  }
}

/** Where BEGIN failed, what `run` has sent meanwhile belongs to no restaurant and sees nothing; its result is dropped. */
async function read<T>(
  client: pg.PoolClient,
  opened: FirstRows,
  run: (client: pg.PoolClient, first: FirstRows) => Promise<T>,
): Promise<T> {
  const [opening, ended] = await Promise.allSettled([opened, run(client, opened)]);
  const failed = [opening, ended].find(({ status }) => status === 'rejected');
  if (ended.status === 'rejected' || failed) {
    client.release(await rollBack(client));
    throw (failed as PromiseRejectedResult).reason;
  }
  // It has nothing to keep, so nobody waits for its end, only the next one on this connection.
  client.query('COMMIT').then(() => client.release(), release(client));
  return ended.value;
}

const release = (client: pg.PoolClient) => (fault: unknown) =>
  client.release(fault instanceof Error ? fault : new Error('The transaction did not end'));

const begin: Record<Mode, string> = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  write: 'BEGIN',
};

const showOnly = (restaurantId: string) =>
  `SELECT set_config('app.restaurant_id', ${pg.escapeLiteral(restaurantId)}, true)`;

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault : new Error('The roll-back failed');
  }
}
