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
  // The session's own address: a sign-up for one that was taken has a user whom no address leads to.
  const { rows } = await accounts.query<Found>(
    `SELECT s.last_seen_at, s.email, s.kitchen_pin_hash IS NOT NULL AS is_kitchen, s.unlocked_until, u.id, u.name, u.is_email_verified, u.restaurant_id
       FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.token_hash = $1 AND s.expires_at > $2`,
    [tokenHash, now.toISOString()],
  );
  const found = rows[0];
  if (!found) return null;
  if (now.getTime() - found.last_seen_at.getTime() >= seenEveryMs) await keepAlive(accounts, tokenHash, now);
  const user = { id: found.id, email: found.email, name: found.name, isEmailVerified: found.is_email_verified };
  const kitchenMode = found.is_kitchen ? { unlockedUntil: found.unlocked_until } : null;
  return { user, restaurantId: found.restaurant_id, tokenHash, kitchenMode };
}

interface Found {
  last_seen_at: Date;
  id: string;
  email: string;
  is_kitchen: boolean;
  unlocked_until: Date | null;
  name: string | null;
  is_email_verified: boolean;
  restaurant_id: string;
}

/** At most once a minute, so that reading does not mean writing. */
async function keepAlive(accounts: pg.Pool, tokenHash: string, now: Date): Promise<void> {
  await accounts.query(
    'UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE token_hash = $1 AND last_seen_at < $2',
    [tokenHash, now.toISOString(), sessionEnd(now).toISOString()],
  );
}
