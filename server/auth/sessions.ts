import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { SESSIONS_MAX } from '../../contract/limits.ts';
import { sessions } from '../db/schema/accounts.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import type { AccountsDb } from '../db/tx.ts';
import { hashToken, sessionEnd } from '../pipeline/authenticate.ts';
import { idFor } from '../platform/ids.ts';
import { describeBrowser } from './describe-browser.ts';

export interface OpenedFor {
  userId: string;
  /** The one that it is for. */
  restaurantId: string;
  email: string;
  deviceName: string | undefined;
}

/**
 * Opens a session and returns its bearer token: 256 random bits, of which only a hash is stored. Beyond SESSIONS_MAX the session unused for
 * longest ends. A device without a name is named after its browser.
 */
export async function openSession(
  db: AccountsDb,
  { now, visit }: Pick<BaseContext, 'now' | 'visit'>,
  { userId, restaurantId, email, deviceName }: OpenedFor,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  await db.insert(sessions).values({
    token_hash: tokenHash,
    user_id: userId,
    restaurant_id: restaurantId,
    email,
    device_name: deviceName?.trim() || describeBrowser(visit.userAgent),
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    expires_at: sessionEnd(now).toISOString(),
  });
  await endSurplusSessions(db, userId, tokenHash);
  return token;
}

async function endSurplusSessions(db: AccountsDb, userId: string, kept: string): Promise<void> {
  const surplus = db
    .select({ token_hash: sessions.token_hash })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), ne(sessions.token_hash, kept)))
    .orderBy(desc(sessions.last_seen_at), desc(sessions.created_at))
    .offset(SESSIONS_MAX - 1);
  await db.delete(sessions).where(inArray(sessions.token_hash, surplus));
}

/** The session's id for its owner. The hash of its token is not exposed: it is the table's key. */
export const sessionIdOf = (tokenHash: string): string => idFor(`session id ${tokenHash}`);

export async function endSession(db: AccountsDb, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash));
}

export async function endAllSessions(db: AccountsDb, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.user_id, userId));
}

/** Ends those of one restaurant, and with them the pushes to its devices. */
export async function endSessionsIn(db: AccountsDb, userId: string, restaurantId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), eq(sessions.restaurant_id, restaurantId)));
}

/** Ends all sessions of the account except the one with this token hash. */
export async function endOtherSessions(db: AccountsDb, userId: string, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), ne(sessions.token_hash, tokenHash)));
}
