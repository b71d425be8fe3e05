import type pg from 'pg';
import { sweepSignIns } from './sign-in-history.ts';
import { latestEndOfAny } from '../pipeline/limits.ts';

/** Deletes expired sessions, codes, challenges, limit windows, and decoy sign-ups without a session. Any process may do it at any time. */
export async function sweepAccounts(owner: pg.Pool, now: Date): Promise<void> {
  const at = [now.toISOString()];
  await owner.query('DELETE FROM sessions WHERE expires_at <= $1', at);
  await owner.query('DELETE FROM email_codes WHERE expires_at <= $1', at);
  await owner.query('DELETE FROM sign_in_returns WHERE expires_at <= $1', at);
  await sweepSignIns(owner, now);
  await owner.query('DELETE FROM passkey_challenges WHERE expires_at <= $1', at);
  await owner.query('DELETE FROM rate_limits WHERE window_ends_at <= $1 OR window_ends_at > $2', [
    ...at,
    latestEndOfAny(now),
  ]);
  await owner.query(
    `WITH gone AS (
       DELETE FROM users u WHERE u.email LIKE 'decoy:%' AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id) RETURNING u.restaurant_id
     ), without_rows AS (
       DELETE FROM restaurants r USING gone WHERE r.restaurant_id = gone.restaurant_id
     )
     DELETE FROM spaces s USING gone WHERE s.restaurant_id = gone.restaurant_id`,
  );
}
