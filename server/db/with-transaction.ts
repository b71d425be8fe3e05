import pg from 'pg';

export type Mode = 'read' | 'write';

/**
 * One transaction. With a restaurant, row-level security shows its rows and no others to the API's role. `read` sees one moment and can
 * write nothing. A throw rolls back and is thrown on; a connection that broke is not used again. `first`: statements without parameters that
 * are sent together with BEGIN; `run` gets the rows of each.
 */
export async function withTransaction<T>(
  pool: pg.Pool,
  restaurantId: string | null,
  mode: Mode,
  run: (client: pg.PoolClient, first: pg.QueryResultRow[][]) => Promise<T>,
  first: readonly string[] = [],
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let isEnding = false;
  try {
    const opening = [begin[mode], ...(restaurantId === null ? [] : [showOnly(restaurantId)]), ...first];
    // One result, or a list of them where there are several statements.
    const opened = [await client.query(opening.join('; '))].flat();
    const result = await run(
      client,
      opened.slice(opened.length - first.length).map(({ rows }) => rows),
    );
    if (mode === 'read') {
      // It has nothing to keep, so nobody waits for its end, only the next one on this connection.
      isEnding = true;
      client.query('COMMIT').then(() => client.release(), release(client));
      return result;
    }
    const ended = await client.query('COMMIT');
    // After a swallowed error PostgreSQL answers COMMIT with a rollback and no error.
    if (ended.command !== 'COMMIT')
      throw new Error('The transaction met an error that nobody reported, and was rolled back');
    return result;
  } catch (fault) {
    broken = await rollBack(client);
    throw fault;
  } finally {
    if (!isEnding) client.release(broken);
  }
}

const release = (client: pg.PoolClient) => (fault: unknown) =>
  client.release(fault instanceof Error ? fault : new Error('The transaction did not end'));

const begin: Record<Mode, string> = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  write: 'BEGIN',
};

/** Until the transaction ends. Nothing is planned for it, as there would be for `SELECT set_config(...)`. */
const showOnly = (restaurantId: string) => `SET LOCAL app.restaurant_id = ${pg.escapeLiteral(restaurantId)}`;

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault : new Error('The roll-back failed');
  }
}
