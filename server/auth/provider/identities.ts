import { and, eq } from 'drizzle-orm';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { user_identities, users } from '../../db/schema/accounts.ts';
import type { AccountsDb } from '../../db/tx.ts';
import type { ProviderClaims } from '../../integrations/sign-in/provider.ts';
import type { UserRow } from '../accounts.ts';

type Subject = Pick<ProviderClaims, 'issuer' | 'subject'>;

const isOf = ({ issuer, subject }: Subject) =>
  and(eq(user_identities.issuer, issuer), eq(user_identities.subject, subject));

/** The account of this person, whatever their address is now. */
export async function findByIdentity(db: AccountsDb, who: Subject): Promise<UserRow | null> {
  const [row] = await db
    .select({ user: users })
    .from(user_identities)
    .innerJoin(users, eq(users.id, user_identities.user_id))
    .where(isOf(who));
  return row?.user ?? null;
}

/** False: another account was linked to it just now. */
export async function addIdentity(
  db: AccountsDb,
  { issuer, subject }: Subject,
  { provider, userId, now }: { provider: SignInProvider; userId: string; now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  const added = await db
    .insert(user_identities)
    .values({ issuer, subject, provider, user_id: userId, created_at: at, last_used_at: at })
    .onConflictDoNothing()
    .returning({ userId: user_identities.user_id });
  return added.length > 0;
}

export async function noteUse(db: AccountsDb, who: Subject, now: Date): Promise<void> {
  await db.update(user_identities).set({ last_used_at: now.toISOString() }).where(isOf(who));
}

/** Removes all providers of this account and returns which they were, each once. */
export async function dropIdentities(db: AccountsDb, userId: string): Promise<SignInProvider[]> {
  const dropped = await db
    .delete(user_identities)
    .where(eq(user_identities.user_id, userId))
    .returning({ provider: user_identities.provider });
  return [...new Set(dropped.map(({ provider }) => provider))].toSorted();
}
