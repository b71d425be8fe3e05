import { createHash } from 'node:crypto';
import type pg from 'pg';
import { businessDay, businessDayRange } from '../contract/business-day.ts';
import type { SignedIn } from './handle.ts';
import { inTenant } from './tenant.ts';

/** A session ends when it was not used for so long, */
export const SESSION_DAYS = 30;
/** and when it is so old, however much it is used (decision 059). */
const OLDEST_DAYS = 365;
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
    `SELECT s.created_at, s.last_seen_at, s.expires_at, s.email, s.kitchen_pin_hash IS NOT NULL AS is_kitchen, s.unlocked_until, u.id, u.name, u.is_email_verified, u.restaurant_id
       FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.token_hash = $1 AND s.expires_at > $2`,
    [tokenHash, now.toISOString()],
  );
  const found = rows[0];
  if (!found) return null;
  if (now.getTime() - found.last_seen_at.getTime() >= seenEveryMs) await keepAlive(accounts, tokenHash, found, now);
  const user = { id: found.id, email: found.email, name: found.name, isEmailVerified: found.is_email_verified };
  const kitchenMode = found.is_kitchen ? { unlockedUntil: found.unlocked_until } : null;
  return { user, restaurantId: found.restaurant_id, tokenHash, kitchenMode };
}

interface Found {
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  id: string;
  email: string;
  is_kitchen: boolean;
  unlocked_until: Date | null;
  name: string | null;
  is_email_verified: boolean;
  restaurant_id: string;
}

/** At most once a minute, so that reading does not mean writing. */
async function keepAlive(accounts: pg.Pool, tokenHash: string, found: Found, now: Date): Promise<void> {
  const end = await endOfUsed(accounts, found, now);
  await accounts.query(
    'UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE token_hash = $1 AND last_seen_at < $2',
    [tokenHash, now.toISOString(), end.toISOString()],
  );
}

/** A kitchen's tablet is used every day: the end of its session waits for the change of the restaurant's business day, an hour without service. */
async function endOfUsed(accounts: pg.Pool, found: Found, now: Date): Promise<Date> {
  const limit = found.created_at.getTime() + OLDEST_DAYS * dayMs;
  const idle = sessionEnd(now);
  if (idle.getTime() <= limit) return idle;
  const last = await nextDayChange(accounts, found.restaurant_id, new Date(Math.max(limit, now.getTime())));
  const ends = [idle, last];
  // Past its limit an end moves no more, whatever becomes of the restaurant's hours.
  if (now.getTime() >= limit) ends.push(found.expires_at);
  return ends.reduce((a, b) => (a < b ? a : b));
}

async function nextDayChange(accounts: pg.Pool, restaurantId: string, at: Date): Promise<Date> {
  const { rows } = await inTenant(accounts, restaurantId, 'read', (client) =>
    client.query<{ timezone: string; cutoff: string }>(
      'SELECT timezone, business_day_cutoff_time AS cutoff FROM restaurants WHERE restaurant_id = $1',
      [restaurantId],
    ),
  );
  const { timezone, cutoff } = rows[0]!; // every account has its restaurant
  return new Date(businessDayRange(businessDay(at, timezone, cutoff), timezone, cutoff).to);
}
