import { and, asc, eq, lt, or, sql } from 'drizzle-orm';
import type { Passkey } from '../../../contract/settings/passkey-calls.ts';
import { passkeys, users } from '../../db/schema/accounts.ts';
import type { AccountsDb } from '../../db/tx.ts';
import { newId } from '../../platform/ids.ts';
import type { UserRow } from '../accounts.ts';
import type { VerifiedKey } from './webauthn.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const publicPasskey = ({ id, name, is_backed_up, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  is_backed_up,
  created_at,
  last_used_at,
});

export const listPasskeys = (db: AccountsDb, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(asc(passkeys.created_at), asc(passkeys.id));

/** The passkey with its account, whichever that is. */
export async function findPasskey(
  db: AccountsDb,
  credentialId: string,
): Promise<{ passkey: PasskeyRow; user: UserRow } | null> {
  const [row] = await db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .where(eq(passkeys.credential_id, credentialId));
  return row ?? null;
}

/** Null: this credential is a passkey already, of this or another account. */
export async function addPasskey(
  db: AccountsDb,
  key: VerifiedKey,
  { userId, name, now }: { userId: string; name: string; now: Date },
): Promise<PasskeyRow | null> {
  const [added] = await db
    .insert(passkeys)
    .values({
      id: newId(now),
      user_id: userId,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      counter: key.counter,
      transports: key.transports,
      name,
      is_backed_up: key.isBackedUp,
      created_at: now.toISOString(),
      last_used_at: null,
    })
    .onConflictDoNothing()
    .returning();
  return added ?? null;
}

/**
 * Notes a sign-in. False: the counter did not rise, so there may be a copy of the authenticator. One statement, so that a signature is not
 * accepted twice.
 */
export async function noteUse(
  db: AccountsDb,
  { id }: PasskeyRow,
  { counter, isBackedUp, now }: { counter: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const used = await db
    .update(passkeys)
    .set({ counter, is_backed_up: isBackedUp, last_used_at: now.toISOString() })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), sql`${passkeys.counter} = 0 AND ${counter} = 0`)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.user_id, userId), eq(passkeys.id, id));

export async function renamePasskey(
  db: AccountsDb,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | null> {
  const [renamed] = await db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning();
  return renamed ?? null;
}

/** False: the account has no such passkey. */
export async function removePasskey(db: AccountsDb, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const removed = await db.delete(passkeys).where(isOwn(userId, id)).returning({ id: passkeys.id });
  return removed.length > 0;
}
