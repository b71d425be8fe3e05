import type pg from 'pg';

/** Rows that an area keeps for a time. Their columns need an index where many are written. */
export interface Retention {
  table: string;
  /** Which are too old; `$1` is the instant `days` ago. */
  where: string;
  /** 0: the row says itself when it ends. */
  days: number;
  /** What is emptied, for rows that stay. `where` must not find such a row again. */
  set?: string;
}

/** At most this many rows in one statement, so that none holds its locks for long. */
export const PORTION = 1000;

/** Deletes or empties what is too old, and returns how many rows. Uses the owner's pool; any number of processes may run it. */
export async function deleteOldRows(
  owner: pg.Pool,
  { table, where, days, set }: Retention,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString();
  const verb = set === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${set}`;
  const statement = `${verb} WHERE (${where}) AND ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${PORTION}))`;
  for (let count = 0; ;) {
    const { rowCount } = await owner.query(statement, [before]);
    count += rowCount ?? 0;
    if ((rowCount ?? 0) < PORTION) return count;
  }
}
