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
    const opened = client.query(opening.join('; ')).then((results) => [results].flat());
    // With nothing to read from it, the first statement of `run` follows at once. It fails if this one does: it sees no restaurant.
    opened.catch(() => undefined);
    const isRead = first.length > 0 || !client.pipeline;
    const rows = isRead ? (await opened).slice(opening.length - first.length).map((one) => one.rows) : [];
    const result = await run(client, rows);
    await opened;
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

/**
 * Statements without parameters in one message, which is a transaction of its own: what the last of them reads is of one moment. With
 * nothing else to send, BEGIN and COMMIT would cost more than they do.
 */
export async function glance(
  pool: pg.Pool,
  restaurantId: string,
  statements: readonly string[],
): Promise<pg.QueryResultRow[][]> {
  const results = [await pool.query([showOnly(restaurantId), ...statements].join('; '))].flat();
  return results.slice(1).map(({ rows }) => rows);
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
