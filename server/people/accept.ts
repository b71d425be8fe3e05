import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { acceptInvitation, readInvitation } from '../../contract/people/calls.ts';
import { createMember, findUser, readOwnRestaurant, type UserRow } from '../auth/accounts.ts';
import { enter } from '../auth/enter.ts';
import { noteAuth } from '../auth/events.ts';
import { hashPassword, refusedPassword } from '../auth/passwords.ts';
import { provePassword } from '../auth/prove-password.ts';
import { dropIdentities } from '../auth/provider/identities.ts';
import { endAllSessions } from '../auth/sessions.ts';
import { recordFailedSignIn, recordSignIn } from '../auth/sign-in-history.ts';
import { proveSecondFactor } from '../auth/two-factor.ts';
import { clear } from '../db/rate-limits.ts';
import { memberships, users } from '../db/schema/accounts.ts';
import type { AccountsDb } from '../db/tx.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import { defineHandler, Refusal, refuse, type BaseContext, type Context, type Outcome } from '../pipeline/handler.ts';
import { limits } from '../pipeline/limits.ts';
import type { MemberRow } from './store.ts';

export const reading = defineHandler(readInvitation, async (c) => {
  const found = await findInvitation(c, c.body.token);
  if (!found) return refuseLink(c);
  const { row, email, restaurantName } = found;
  if (row.user_id !== null) return refuse('already_accepted');
  const account = await findUser(c.accounts, email);
  const has_account = account !== null && account.is_email_verified;
  return { restaurant_name: restaurantName, email, name: row.name, role: row.role, has_account };
});

type Accept = Context<typeof acceptInvitation>;

/**
 * Accepted once. The same request again, because its answer was lost, is a sign-in: the link stays known until it expires, and then stands
 * for nothing that the password does not prove.
 */
export const accepting = defineHandler(acceptInvitation, (c) =>
  accept(c).catch((fault: unknown) => {
    // Rolled back. What stands there now is found by reading it anew.
    if (fault instanceof Overtaken) return accept(c);
    throw fault;
  }),
);

async function accept(c: Accept): Outcome<typeof acceptInvitation> {
  const found = await findInvitation(c, c.body.token);
  if (!found) return refuseLink(c);
  const account = await findUser(c.accounts, found.email);
  // An account whose address nobody has verified may be a stranger's, who waits for this mailbox's owner.
  return account?.is_email_verified ? acceptWithAccount(c, found) : acceptAsNew(c, found);
}

async function acceptWithAccount(c: Accept, { email }: Invitation): Outcome<typeof acceptInvitation> {
  const { token, password, code, device_name } = c.body;
  const attempt = { method: 'password', deviceName: device_name } as const;
  const user = await provePassword(c, email, password);
  if (user instanceof Refusal) {
    if (user.error.code === 'wrong_credentials')
      await recordFailedSignIn(c, { ...attempt, email, outcome: 'wrong_password' });
    return user;
  }
  const factor = await proveSecondFactor(c, user, code);
  if (factor instanceof Refusal) {
    if (factor.error.code === 'code_wrong') await recordFailedSignIn(c, { ...attempt, email, outcome: 'wrong_code' });
    return factor;
  }
  return join(c, token, () => Promise.resolve(user), factor === 'recovery_code' ? factor : 'password');
}

async function acceptAsNew(c: Accept, { row, email, restaurantName }: Invitation): Outcome<typeof acceptInvitation> {
  const { token, password } = c.body;
  const refused = refusedPassword(password, { email, restaurantName });
  if (refused) return refuse('invalid_fields', { field_errors: { password: refused } });
  const passwordHash = await hashPassword(password);
  return join(c, token, async (db) => {
    const stranger = await findUser(db, email);
    const user = stranger
      ? await takeOver(c, db, stranger, passwordHash)
      : await createMember(db, row.restaurant_id, { email, passwordHash, name: row.name, now: c.now });
    if (!user) throw new Overtaken();
    return user;
  });
}

/** The link proves the mailbox: whoever signed up with this address without proving it loses the account, with every way into it. */
async function takeOver(c: Accept, db: AccountsDb, stranger: UserRow, passwordHash: string): Promise<UserRow | null> {
  const [user] = await db
    .update(users)
    .set({ password_hash: passwordHash, is_email_verified: true, updated_at: c.now.toISOString() })
    .where(and(eq(users.id, stranger.id), eq(users.is_email_verified, false)))
    .returning();
  if (!user) return null;
  await dropIdentities(db, user.id);
  await endAllSessions(db, user.id);
  await clear(db, limits.loginByAccount, user.email);
  return user;
}

/** Somebody accepted, signed up or verified between reading and writing. */
class Overtaken extends Error {}

/** One transaction: takes the invitation, finds or makes the account and opens its session. */
function join(
  c: Accept,
  token: string,
  whose: (db: AccountsDb) => Promise<UserRow>,
  method: 'password' | 'recovery_code' = 'password',
): Outcome<typeof acceptInvitation> {
  const { device_name: deviceName } = c.body;
  return c.inAccounts(async ({ db, enqueue }) => {
    // First of all locks: whoever changes this person in the restaurant holds it while they wait for sessions and accounts.
    const [row] = await db.select().from(memberships).where(isValid(c, token)).for('update');
    if (!row) return refuseLink(c);
    const user = await whose(db);
    if (row.user_id === null) {
      const refused = await take(c, db, row, user);
      if (refused) return refused;
    } else if (row.user_id !== user.id) return refuse('already_accepted');
    const here = { ...user, restaurant_id: row.restaurant_id };
    await db.update(users).set({ restaurant_id: row.restaurant_id }).where(eq(users.id, user.id));
    await recordSignIn({ db, enqueue }, c, { user: here, method, deviceName });
    noteAuth(c, 'invitation_accepted', user.email, { role: row.role, again: row.user_id !== null });
    return enter(db, c, { user: here, deviceName, only: row.restaurant_id });
  });
}

async function take(c: BaseContext, db: AccountsDb, row: MemberRow, user: UserRow): Promise<Refusal | null> {
  const { restaurant_id, id } = row;
  const isOther = and(eq(memberships.restaurant_id, restaurant_id), ne(memberships.id, id));
  const [present] = await db
    .select()
    .from(memberships)
    .where(and(isOther, eq(memberships.user_id, user.id)));
  if (present) return refuse('already_accepted');
  await db
    .update(memberships)
    .set({ user_id: user.id, updated_at: c.now.toISOString() })
    .where(and(eq(memberships.restaurant_id, restaurant_id), eq(memberships.id, id)));
  return null;
}

interface Invitation {
  row: MemberRow;
  email: string;
  restaurantName: string;
}

const findInvitation = (c: BaseContext, token: string): Promise<Invitation | null> =>
  c.inAccounts(async ({ db }) => {
    const [row] = await db.select().from(memberships).where(isValid(c, token));
    if (!row || row.invited_email === null) return null;
    return { row, email: row.invited_email, restaurantName: (await readOwnRestaurant(db, row.restaurant_id)).name };
  });

const isValid = (c: BaseContext, token: string) =>
  and(
    eq(memberships.invitation_hash, hashToken(token)),
    gt(memberships.invitation_expires_at, c.now.toISOString()),
    isNull(memberships.suspended_at),
  );

function refuseLink(c: BaseContext): Refusal {
  noteAuth(c, 'invitation_refused', null);
  return refuse('link_invalid');
}
