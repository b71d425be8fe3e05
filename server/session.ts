import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { SignedIn } from './handle.ts';

export const SESSION_DAYS = 30;
const dayMs = 24 * 60 * 60_000;
const seenEveryMs = 60_000;

/** When a session that is used now ends. */
export const sessionEnd = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * dayMs);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The session behind a bearer token, or null when there is none that lives. Using it keeps it alive. */
export async function readSession(accounts: pg.Pool, token: string | null, now: Date): Promise<SignedIn | null> {
  if (!token) return null;
  const tokenHash = hashToken(token);
  const { rows } = await accounts.query<Found>(
    `SELECT s.email AS session_email, s.user_id, s.last_seen_at, u.email, u.name, u.is_email_verified, u.restaurant_id
       FROM sessions s LEFT JOIN users u ON u.id = s.user_id
      WHERE s.token_hash = $1 AND s.expires_at > $2`,
    [tokenHash, now.toISOString()],
  );
  const found = rows[0];
  if (!found) return null;
  if (now.getTime() - found.last_seen_at.getTime() >= seenEveryMs) await keepAlive(accounts, tokenHash, now);
  if (!found.user_id) {
    const ids = decoyIds(tokenHash);
    const user = { id: ids.userId, email: found.session_email, name: null, isEmailVerified: false };
    return { user, restaurantId: ids.restaurantId, tokenHash, isDecoy: true };
  }
  // The user was deleted under the session.
  if (!found.email || !found.restaurant_id) return null;
  // The session's address: a sign-up for one that was taken has a user whom no address leads to.
  const user = { id: found.user_id, email: found.session_email, name: found.name, isEmailVerified: found.is_email_verified === true };
  return { user, restaurantId: found.restaurant_id, tokenHash, isDecoy: false };
}

/** The ids that a decoy session shows: always the same for one token, and of nobody. */
export function decoyIds(tokenHash: string): { userId: string; restaurantId: string } {
  const id = (from: string) => `${from.slice(0, 8)}-${from.slice(8, 12)}-7${from.slice(13, 16)}-8${from.slice(17, 20)}-${from.slice(20, 32)}`;
  return { userId: id(tokenHash), restaurantId: id(tokenHash.slice(32)) };
}

interface Found {
  session_email: string;
  user_id: string | null;
  last_seen_at: Date;
  email: string | null;
  name: string | null;
  is_email_verified: boolean | null;
  restaurant_id: string | null;
}

/** At most once a minute, so that reading does not mean writing. */
async function keepAlive(accounts: pg.Pool, tokenHash: string, now: Date): Promise<void> {
  await accounts.query('UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE token_hash = $1 AND last_seen_at < $2', [
    tokenHash,
    now.toISOString(),
    sessionEnd(now).toISOString(),
  ]);
}
