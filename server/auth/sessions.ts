import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { sessions } from '../db/schema.ts';
import type { AccountsDb } from '../handle.ts';
import { hashToken, sessionEnd } from '../session.ts';

/** Opens a session and answers its bearer token: 256 random bits, of which only a hash is kept. */
export async function openSession(
  db: AccountsDb,
  { userId, email, deviceName, now }: { userId: string; email: string; deviceName: string | undefined; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: userId,
    email,
    device_name: deviceName ?? null,
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    expires_at: sessionEnd(now).toISOString(),
  });
  return token;
}

export async function endSession(db: AccountsDb, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash));
}

export async function endAllSessions(db: AccountsDb, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.user_id, userId));
}

/** Of the account, all but the one whose token's hash this is. */
export async function endOtherSessions(db: AccountsDb, userId: string, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), ne(sessions.token_hash, tokenHash)));
}
