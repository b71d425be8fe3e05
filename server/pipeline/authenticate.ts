import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import type { SignedIn } from './handler.ts';
import type { Services } from './services.ts';
import { withTransaction } from '../db/with-transaction.ts';

/** A session ends when it was not used for so long, */
export const SESSION_DAYS = 30;
/** and when it is so old, however much it is used (decision 059). */
const OLDEST_DAYS = 365;
/** So long before that its owner hears of it. */
const TOLD_BEFORE_DAYS = 7;
const dayMs = 24 * 60 * 60_000;
const seenEveryMs = 60_000;

/** When a session that is used now ends. */
export const sessionEnd = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * dayMs);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type Sessions = Pick<Services, 'pools' | 'jobs' | 'disk'>;

/** The session behind a bearer token, or null when there is none that lives. Using it keeps it alive. */
export async function readSession(kernel: Sessions, token: string | null, now: Date): Promise<SignedIn | null> {
  if (!token) return null;
  const tokenHash = hashToken(token);
  // The session's own address: a sign-up for one that was taken has a user whom no address leads to.
  const { rows } = await kernel.pools.accounts.query<Found>(
    `SELECT s.created_at, s.last_seen_at, s.expires_at, s.email, s.kitchen_pin_hash IS NOT NULL AS is_kitchen, s.unlocked_until, u.id, u.name, u.is_email_verified, u.restaurant_id
       FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.token_hash = $1 AND s.expires_at > $2`,
    [tokenHash, now.toISOString()],
  );
  const found = rows[0];
  if (!found) return null;
  if (now.getTime() - found.last_seen_at.getTime() >= seenEveryMs)
    await keepAlive(kernel, tokenHash, found, now).catch((fault: unknown) => {
      // On a full disk nothing can be written; what can be read is read all the same, and the session lives on.
      if (!kernel.disk.isCauseOf(fault)) throw fault;
    });
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
async function keepAlive({ pools, jobs }: Sessions, tokenHash: string, found: Found, now: Date): Promise<void> {
  const last = await lastEnd(pools.accounts, found, now);
  const idle = sessionEnd(now);
  const end = last === null || idle < last ? idle : last;
  const { rows } = await pools.accounts.query<{ last_seen_at: Date }>(
    `UPDATE sessions s SET last_seen_at = $2, expires_at = $3
       FROM (SELECT last_seen_at FROM sessions WHERE token_hash = $1 FOR UPDATE) was
      WHERE s.token_hash = $1 AND s.last_seen_at < $2
      RETURNING was.last_seen_at`,
    [tokenHash, now.toISOString(), end.toISOString()],
  );
  const told = last === null ? Infinity : last.getTime() - TOLD_BEFORE_DAYS * dayMs;
  // The one use that crosses the moment: its owner hears of it once, and only of a device that is used.
  if (rows[0] && rows[0].last_seen_at.getTime() < told && told <= now.getTime())
    await jobs.enqueue(drizzle(pools.accounts), 'mail.session_ends', { token_hash: tokenHash });
}

/**
 * When a session ends however much it is used; null while that is further away than the end of one that nobody uses. A kitchen's tablet is
 * used every day: its end waits for the change of the restaurant's business day, an hour without service.
 */
async function lastEnd(accounts: pg.Pool, found: Found, now: Date): Promise<Date | null> {
  const limit = found.created_at.getTime() + OLDEST_DAYS * dayMs;
  if (sessionEnd(now).getTime() <= limit) return null;
  const change = await nextDayChange(accounts, found.restaurant_id, new Date(Math.max(limit, now.getTime())));
  // Past its limit an end moves no more, whatever becomes of the restaurant's hours.
  return now.getTime() >= limit && found.expires_at < change ? found.expires_at : change;
}

async function nextDayChange(accounts: pg.Pool, restaurantId: string, at: Date): Promise<Date> {
  const { rows } = await withTransaction(accounts, restaurantId, 'read', (client) =>
    client.query<{ timezone: string; cutoff: string }>(
      'SELECT timezone, business_day_cutoff_time AS cutoff FROM restaurants WHERE restaurant_id = $1',
      [restaurantId],
    ),
  );
  const { timezone, cutoff } = rows[0]!; // every account has its restaurant
  return new Date(businessDayRange(businessDay(at, timezone, cutoff), timezone, cutoff).to);
}
