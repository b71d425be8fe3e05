import { and, eq } from 'drizzle-orm';
import { passkey_challenges } from '../../db/schema/accounts.ts';
import type { AccountsDb } from '../../db/tx.ts';

export const CHALLENGE_MS = 5 * 60_000;

/** Who may answer a challenge: the session that adds a passkey, or whoever has the token of the sign-in. */
export interface Holder {
  purpose: 'add' | 'sign_in';
  /** SHA-256 of the token, hex. */
  hash: string;
}

/** Keeps a challenge. The holder's previous one is void from now on. */
export async function keepChallenge(
  db: AccountsDb,
  { purpose, hash }: Holder,
  { challenge, userId, now }: { challenge: string; userId: string | null; now: Date },
): Promise<void> {
  const kept = {
    purpose,
    user_id: userId,
    challenge,
    expires_at: new Date(now.getTime() + CHALLENGE_MS).toISOString(),
  };
  await db
    .insert(passkey_challenges)
    .values({ holder_hash: hash, ...kept })
    .onConflictDoUpdate({ target: passkey_challenges.holder_hash, set: kept });
}

/**
 * Uses up the holder's challenge, whatever becomes of the answer. One statement, so that of two simultaneous answers one gets it. Null: there
 * is none, or it has expired.
 */
export async function takeChallenge(db: AccountsDb, { purpose, hash }: Holder, now: Date): Promise<string | null> {
  const [used] = await db
    .delete(passkey_challenges)
    .where(and(eq(passkey_challenges.holder_hash, hash), eq(passkey_challenges.purpose, purpose)))
    .returning();
  return used && used.expires_at > now.toISOString() ? used.challenge : null;
}
