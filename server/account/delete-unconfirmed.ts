import type pg from 'pg';
import type { FileStore } from '../platform/files/file-store.ts';
import { deleteAccount } from './delete-account.ts';

const DAY = 86_400_000;
const KEPT_DAYS = 90;
/** A round, so that a flood of sign-ups is no flood of deletions. */
const ACCOUNTS = 50;

/**
 * Deletes accounts whose address nobody confirmed in 90 days. Without that, a restaurant cannot be set up, so there is nothing of it.
 * Returns how many.
 */
export async function deleteUnconfirmed(owner: pg.Pool, store: FileStore, now: Date): Promise<number> {
  const { rows } = await owner.query<{ restaurant_id: string }>(
    `SELECT restaurant_id FROM users u JOIN restaurants r USING (restaurant_id)
      WHERE NOT is_email_verified AND u.created_at < $1 AND NOT is_profile_completed ORDER BY u.created_at LIMIT ${ACCOUNTS}`,
    [new Date(now.getTime() - KEPT_DAYS * DAY).toISOString()],
  );
  let count = 0;
  for (const { restaurant_id: id } of rows) {
    const deleted = await deleteAccount(owner, store, id, async (client) => {
      const { rowCount } = await client.query('SELECT 1 FROM users WHERE restaurant_id = $1 AND is_email_verified', [
        id,
      ]);
      return rowCount === 0;
    });
    if (deleted !== null) count++;
  }
  return count;
}
