import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import type { PinFor } from '../../contract/kitchen-mode/calls.ts';
import { UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import { covers, type Role } from '../../contract/people/permissions.ts';
import type { Person, SignedIn } from './handler.ts';
import type { Services } from './services.ts';
import { withTransaction } from '../db/with-transaction.ts';

/** A session ends when it was not used for this long, */
export const SESSION_DAYS = 30;
/** or when it is this old, however much it is used (decision 043). */
const OLDEST_DAYS = 365;
/** The owner is told this long before. */
const WARN_BEFORE_DAYS = 7;
const dayMs = 24 * 60 * 60_000;
const seenEveryMs = 60_000;

/** When a session used now will end. */
export const sessionEnd = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * dayMs);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type Sessions = Pick<Services, 'pools' | 'jobs' | 'disk'>;

/** The session of a bearer token, or null if there is none or it has ended. Using it keeps it alive. */
export async function readSession(services: Sessions, token: string | null, now: Date): Promise<SignedIn | null> {
  if (!token) return null;
  const tokenHash = hashToken(token);
  // Use the session's own address: a sign-up with a taken address has a user that no address leads to.
  const { rows } = await services.pools.accounts.query<Found>({
    // Every request reads it: planned once for each connection.
    name: 'session',
    text: `SELECT s.created_at, s.device_name, s.last_seen_at, s.expires_at, s.email, s.pin_for, s.unlocked_until, s.unlocked_version, u.id, coalesce(m.name, u.name) AS name, u.is_email_verified, s.restaurant_id, m.role, m.view_version,
            p.id AS person_id, coalesce(p.name, pu.name, pu.email) AS person_name, p.role AS person_role, p.user_id AS person_account
       FROM sessions s JOIN users u ON u.id = s.user_id
       JOIN memberships m ON m.user_id = u.id AND m.restaurant_id = s.restaurant_id AND m.suspended_at IS NULL
       LEFT JOIN memberships p ON p.id = s.unlocked_by AND p.restaurant_id = s.restaurant_id AND p.suspended_at IS NULL
         AND p.pin_hash IS NOT NULL AND s.unlocked_until > $2
       LEFT JOIN users pu ON pu.id = p.user_id
      WHERE s.token_hash = $1 AND s.expires_at > $2`,
    values: [tokenHash, now.toISOString()],
  });
  const found = rows[0];
  if (!found) return null;
  if (now.getTime() - found.last_seen_at.getTime() >= seenEveryMs)
    await keepAlive(services, tokenHash, found, now).catch((fault: unknown) => {
      // A full disk accepts no writes. Reads still work, and the session stays alive.
      if (!services.disk.isCauseOf(fault)) throw fault;
    });
  const user = { id: found.id, email: found.email, name: found.name, isEmailVerified: found.is_email_verified };
  const kitchenMode = found.pin_for && {
    pinFor: found.pin_for,
    unlockedVersion: Number(found.unlocked_version),
  };
  return {
    user,
    restaurantId: found.restaurant_id,
    role: found.role,
    person: personOf(found),
    deviceName: found.device_name,
    viewVersion: Number(found.view_version),
    tokenHash,
    kitchenMode,
  };
}

interface Found {
  device_name: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  id: string;
  email: string;
  pin_for: PinFor | null;
  unlocked_until: Date | null;
  unlocked_version: string;
  name: string | null;
  is_email_verified: boolean;
  restaurant_id: string;
  role: Role;
  view_version: string;
  person_id: string | null;
  person_name: string;
  person_role: Role;
  person_account: string | null;
}

/** A role that was raised above that of the account which signed the device in does not open more there. */
function personOf({ role, unlocked_until: until, ...found }: Found): Person | null {
  const { person_id: id, person_name: name, person_role, person_account: accountId } = found;
  return id !== null && covers(role, person_role) ? { id, name, role: person_role, accountId, until } : null;
}

/** At most once a minute, so that reads do not cause writes. */
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
  const warnAt = last === null ? Infinity : last.getTime() - WARN_BEFORE_DAYS * dayMs;
  // Only one use crosses this time, so the owner is told once, and only about a device in use.
  if (rows[0] && rows[0].last_seen_at.getTime() < warnAt && warnAt <= now.getTime())
    await jobs.enqueue(drizzle(pools.accounts), 'mail.session_ends', { token_hash: tokenHash });
}

/** A device in kitchen mode stays with the person whose PIN opened it so long as it is used; noted at most once a minute. */
export async function stayUnlocked({ pools, disk }: Sessions, session: SignedIn, now: Date): Promise<void> {
  const until = session.person?.until;
  if (!until || until.getTime() - now.getTime() > UNLOCKED_MS - seenEveryMs) return;
  const end = new Date(now.getTime() + UNLOCKED_MS).toISOString();
  await pools.accounts
    .query(
      'UPDATE sessions SET unlocked_until = $2 WHERE token_hash = $1 AND unlocked_until > $3 AND unlocked_by = $4',
      [session.tokenHash, end, now.toISOString(), session.person?.id],
    )
    .catch((fault: unknown) => {
      // A full disk accepts no writes. Reads still work.
      if (!disk.isCauseOf(fault)) throw fault;
    });
}

/**
 * When a session ends however much it is used; null while that is later than the end of an unused one. A kitchen's tablet is used every
 * day, so its end is moved to the restaurant's change of business day, an hour without service.
 */
async function lastEnd(accounts: pg.Pool, found: Found, now: Date): Promise<Date | null> {
  const limit = found.created_at.getTime() + OLDEST_DAYS * dayMs;
  if (sessionEnd(now).getTime() <= limit) return null;
  const change = await nextDayChange(accounts, found.restaurant_id, new Date(Math.max(limit, now.getTime())));
  // Past the limit the end is fixed, even if the restaurant changes its hours.
  return now.getTime() >= limit && found.expires_at < change ? found.expires_at : change;
}

async function nextDayChange(accounts: pg.Pool, restaurantId: string, at: Date): Promise<Date> {
  const { rows } = await withTransaction(accounts, restaurantId, 'read', (client) =>
    client.query<{ timezone: string; cutoff: string }>(
      'SELECT timezone, business_day_cutoff_time AS cutoff FROM restaurants WHERE restaurant_id = $1',
      [restaurantId],
    ),
  );
  const { timezone, cutoff } = rows[0]!; // every account has a restaurant
  return new Date(businessDayRange(businessDay(at, timezone, cutoff), timezone, cutoff).to);
}
