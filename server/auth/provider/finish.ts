import { eq } from 'drizzle-orm';
import { finishFacebook, finishGoogle, type Session } from '../../../contract/auth/calls.ts';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { users } from '../../db/schema/accounts.ts';
import { defineHandler, Refusal, refuse, type Answer, type BaseContext, type Context } from '../../pipeline/handler.ts';
import type { AccountsDb } from '../../db/tx.ts';
import type { ProviderClaims } from '../../integrations/sign-in/provider.ts';
import { createOwnAccount, findUser, type UserRow } from '../accounts.ts';
import { requestCode } from '../codes.ts';
import { noteAuth } from '../events.ts';
import { limits } from '../../pipeline/limits.ts';
import { begin, giveBack, take } from '../../db/rate-limits.ts';
import { networkOf } from '../../http/address.ts';
import { provePassword } from '../prove-password.ts';
import { recordFailedSignIn, recordSignIn } from '../sign-in-history.ts';
import { enter } from '../enter.ts';
import { announceChange } from '../security-jobs.ts';
import { browserOf } from './attempt.ts';
import { addIdentity, findByIdentity, noteUse } from './identities.ts';
import { providerOf } from './offered.ts';
import { ownOrigin } from './own-origin.ts';
import { readClaims, useCode, type ReturnedSignIn } from './returns.ts';

type Finish = Context<typeof finishGoogle>;

/**
 * Signs in with the one-time code from the provider's return in this browser. The identity is what the provider signed; the body's e-mail
 * and name are ignored. A refusal keeps the code, so that the password can be asked for.
 */
async function finish(c: Finish, name: SignInProvider): Promise<Answer<Session> | Refusal> {
  if (!providerOf(c.env, name)) return refuse('provider_not_configured');
  const returned: ReturnedSignIn = { provider: name, code: c.body.token, browser: browserOf(c.visit, ownOrigin(c)) };
  const claims = await readClaims(c.accounts, returned, c.now);
  if (!claims) {
    noteAuth(c, 'provider_code_wrong', null);
    return refuse('sign_in_invalid');
  }
  await giveBack(c.accounts, limits.providerCodesByIp, networkOf(c.address));

  const known = await findByIdentity(c.accounts, claims);
  // A provider that somebody with the password alone could connect must not replace the code.
  if (known?.totp_enabled_at) return refuse('two_factor_password');
  if (known) return signIn(c, returned, (db) => noteUse(db, claims, c.now).then(() => known));
  const { email } = claims;
  if (email === null) return refuse('sign_in_invalid');
  const namesake = await findUser(c.accounts, email);
  if (!namesake)
    return signIn(c, returned, (db, enqueue) => open(c, { db, enqueue, name, claims: { ...claims, email } }));
  if (namesake.totp_enabled_at) return refuse('two_factor_password');
  if (!isSamePerson(namesake, claims)) {
    if (c.body.password === undefined) return refuse('password_needed', { current: { email } });
    const proven = await provePassword(c, email, c.body.password);
    if (proven instanceof Refusal) {
      const attempt = { method: name, deviceName: c.body.device_name, email, outcome: 'wrong_password' } as const;
      if (proven.error.code === 'wrong_credentials') await recordFailedSignIn(c, attempt);
      return proven;
    }
  }
  return signIn(c, returned, (db, enqueue) => link(c, { db, enqueue, name, claims, user: namesake }));
}

/**
 * An account is linked to a provider without its password only if both have verified the mailbox: the account by our own code, the provider
 * because it runs the mailbox. An account with an unverified address may belong to a stranger who waits for the owner to sign up (decision
 * 038).
 */
const isSamePerson = (user: UserRow, claims: ProviderClaims) =>
  user.is_email_verified && claims.isEmailVerified && claims.isMailboxKeeper;

type Inside = Parameters<Parameters<BaseContext['inAccounts']>[0]>[0];
type Enqueue = Inside['enqueue'];

/**
 * One transaction: finds the account, uses up the code and opens the session. `whose` returns null if the state has changed since it was
 * read.
 */
async function signIn(
  c: Finish,
  returned: ReturnedSignIn,
  whose: (db: AccountsDb, enqueue: Enqueue) => Promise<UserRow | null>,
): Promise<Answer<Session> | Refusal> {
  return c
    .inAccounts(async ({ db, enqueue }) => {
      if (!(await useCode(db, returned, c.now))) return refuse('sign_in_invalid');
      const user = await whose(db, enqueue);
      if (!user) throw new Overtaken();
      await recordSignIn({ db, enqueue }, c, { method: returned.provider, deviceName: c.body.device_name, user });
      noteAuth(c, 'login', user.email, { provider: returned.provider });
      return enter(db, c, { user, deviceName: c.body.device_name });
    })
    .catch((fault) => {
      // Rolled back with the code unused, so a retry re-evaluates everything.
      if (fault instanceof Overtaken) return refuse('unavailable', { retry_after_seconds: 1 });
      throw fault;
    });
}

/** Somebody took the address or this identity between reading and writing. */
class Overtaken extends Error {}

interface Made {
  db: AccountsDb;
  enqueue: Enqueue;
  name: SignInProvider;
  claims: ProviderClaims;
}

/** A new account. Its address counts as verified if the provider verified it; otherwise our code does, as after a sign-up. */
async function open(c: Finish, { db, enqueue, name, claims }: Made & { claims: { email: string } }) {
  const { email, isEmailVerified } = claims;
  const account = { email, passwordHash: null, name: claims.name, isEmailVerified, restaurantName: '', now: c.now };
  const made = await createOwnAccount(db, account);
  if (!made || !(await addIdentity(db, claims, { provider: name, userId: made.user.id, now: c.now }))) return null;
  if (!isEmailVerified) {
    await begin(db, limits.codeTries, email, c.now);
    await take(db, limits.codePause, email, c.now);
    await enqueue('mail.code', {
      code_id: await requestCode(db, { userId: made.user.id, purpose: 'verify', now: c.now }),
    });
  }
  noteAuth(c, 'registered', email, { provider: name });
  return made.user;
}

/** Links an existing account to the provider, and tells its owner by mail. */
async function link(c: Finish, { db, enqueue, name, claims, user }: Made & { user: UserRow }) {
  if (!(await addIdentity(db, claims, { provider: name, userId: user.id, now: c.now }))) return null;
  const is_email_verified = user.is_email_verified || claims.isEmailVerified;
  if (is_email_verified !== user.is_email_verified)
    await db.update(users).set({ is_email_verified, updated_at: c.now.toISOString() }).where(eq(users.id, user.id));
  if (is_email_verified) await enqueue('mail.provider_linked', { user_id: user.id, provider: name });
  await announceChange({ enqueue }, user, `${name}_linked`);
  noteAuth(c, 'provider_linked', user.email, { provider: name });
  return { ...user, is_email_verified };
}

export const finishings = [
  defineHandler(finishGoogle, (c) => finish(c, 'google')),
  defineHandler(finishFacebook, (c) => finish(c, 'facebook')),
];
