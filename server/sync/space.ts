import type pg from 'pg';

export interface Space {
  epoch: string;
  version: number;
  min_version: number;
}

/** Locks the restaurant's row of `spaces` until the end of the transaction: first of all locks, in every transaction that writes. */
export async function lockSpace(client: pg.ClientBase, restaurantId: string): Promise<Space | null> {
  const { rows } = await client.query(
    'SELECT epoch, version, min_version FROM spaces WHERE restaurant_id = $1 FOR UPDATE',
    [restaurantId],
  );
  return toSpace(rows[0]);
}

export async function readSpace(client: pg.ClientBase, restaurantId: string): Promise<Space | null> {
  const { rows } = await client.query('SELECT epoch, version, min_version FROM spaces WHERE restaurant_id = $1', [
    restaurantId,
  ]);
  return toSpace(rows[0]);
}

/** Raises the version; the rows that this transaction writes carry the answer. The counter rolls back with its transaction. */
export async function raiseVersion(client: pg.ClientBase, restaurantId: string): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version',
    [restaurantId],
  );
  if (!rows[0]) throw new Error('A restaurant without a space cannot be written');
  return Number(rows[0].version);
}

// int8 arrives as text.
const toSpace = (row: { epoch: string; version: string; min_version: string } | undefined): Space | null =>
  row ? { epoch: row.epoch, version: Number(row.version), min_version: Number(row.min_version) } : null;
