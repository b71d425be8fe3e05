import type pg from 'pg';

/** Deletes decoy sign-ups without a session. Any process may do it at any time. */
export async function deleteDecoys(owner: pg.Pool): Promise<number> {
  const { rowCount } = await owner.query(
    `WITH gone AS (
       DELETE FROM users u WHERE u.email LIKE 'decoy:%' AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id) RETURNING u.restaurant_id
     ), without_members AS (
       DELETE FROM memberships m USING gone WHERE m.restaurant_id = gone.restaurant_id
     ), without_rows AS (
       DELETE FROM restaurants r USING gone WHERE r.restaurant_id = gone.restaurant_id
     )
     DELETE FROM spaces s USING gone WHERE s.restaurant_id = gone.restaurant_id`,
  );
  return rowCount ?? 0;
}
