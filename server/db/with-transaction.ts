import pg from 'pg';

export type Mode = 'read' | 'write';

/**
 * One transaction of one restaurant under the role that row-level security binds. `read` sees one moment and can write nothing. A throw
 * rolls back and is thrown on; a connection that broke is not used again.
 */
export async function withTransaction<T>(
  pool: pg.Pool,
  restaurantId: string,
  mode: Mode,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(
      `${begin[mode]}; SELECT set_config('app.restaurant_id', ${pg.escapeLiteral(restaurantId)}, true)`,
    );
    const result = await run(client);
    const ended = await client.query('COMMIT');
    // PostgreSQL answers a COMMIT after a swallowed error with a roll-back, and no error.
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

const begin: Record<Mode, string> = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  write: 'BEGIN',
};

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault : new Error('The roll-back failed');
  }
}
