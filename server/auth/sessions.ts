import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { SESSIONS_MAX } from '../../contract/limits.ts';
import { sessions } from '../db/schema/accounts.ts';
import type { AccountsDb, BaseContext } from '../pipeline/handler.ts';
import { hashToken, sessionEnd } from '../pipeline/authenticate.ts';
import { describeBrowser } from './describe-browser.ts';

/**
 * Opens a session and returns its bearer token: 256 random bits, of which only a hash is stored. Beyond SESSIONS_MAX the session unused for
 * longest ends. A device without a name is named after its browser.
 */
export async function openSession(
  db: AccountsDb,
  { now, visit }: Pick<BaseContext, 'now' | 'visit'>,
  { userId, email, deviceName }: { userId: string; email: string; deviceName: string | undefined },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  await db.insert(sessions).values({
    token_hash: tokenHash,
    user_id: userId,
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
export function sessionIdOf(tokenHash: string): string {
  const hex = createHash('sha256').update(`session id ${tokenHash}`).digest('hex');
  // A UUID v8, whose bits are free to choose.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

export async function endSession(db: AccountsDb, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash));
}

export async function endAllSessions(db: AccountsDb, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.user_id, userId));
}

/** Ends all sessions of the account except the one with this token hash. */
export async function endOtherSessions(db: AccountsDb, userId: string, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), ne(sessions.token_hash, tokenHash)));
}
