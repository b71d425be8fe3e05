import { eq } from 'drizzle-orm';
import { register, resendVerificationMail, verifyEmail } from '../../contract/auth/calls.ts';
import { users } from '../db/schema/accounts.ts';
import { defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { createAccount, findUser, type UserRow } from './accounts.ts';
import { checkCode, requestCode } from './codes.ts';
import { noteAuth } from './events.ts';
import { limits } from '../pipeline/limits.ts';
import { begin, clear, giveBack, take, takeBegun } from '../db/rate-limits.ts';
import { networkOf } from '../http/address.ts';
import { hashPassword, isPasswordOf, refusedPassword } from './passwords.ts';
import { enter } from './enter.ts';
import { tooMany } from './too-many.ts';

/** How long a sign-up whose answer was lost may be repeated. */
const AGAIN_WITHIN_MS = 60 * 60_000;

/** The same answer and time for every address. */
export const registering = defineHandler(register, async (c) => {
  const { email, password, restaurant_name, device_name } = c.body;
  const refused = refusedPassword(password, { email, restaurantName: restaurant_name });
  if (refused) return refuse('invalid_fields', { field_errors: { password: refused } });

  const passwordHash = await hashPassword(password);
  const earlier = await findEarlier(c, email, password);
  if (earlier)
    return c.inAccounts(async ({ db }) => {
      noteAuth(c, 'registered', email, { again: true });
      return enter(db, c, { user: earlier, deviceName: device_name });
    });
  await begin(c.accounts, limits.codeTries, email, c.now);
  // The first code is being sent: the next may be requested in a minute.
  await take(c.accounts, limits.codePause, email, c.now);
  return c.inAccounts(async ({ db, enqueue }) => {
    const { user, isDecoy } = await createAccount(db, {
      email,
      passwordHash,
      restaurantName: restaurant_name,
      now: c.now,
    });
    const codeId = await requestCode(db, { userId: user.id, purpose: 'verify', now: c.now });
    if (!isDecoy) {
      await enqueue('mail.code', { code_id: codeId });
    } else if (!(await take(db, limits.addressInUseMails, email, c.now))) {
      const owner = await findUser(db, email);
      await enqueue('mail.address_taken', { user_id: owner!.id });
    }
    noteAuth(c, 'registered', email, { taken: isDecoy });
    return enter(db, c, { user, deviceName: device_name });
  });
});

/**
 * The sender's own recent sign-up whose answer was lost: unverified and with this password. The code of its mail is then valid. Guesses are
 * counted, and the same work is done, for every address (decision 043).
 */
async function findEarlier(c: BaseContext, email: string, password: string): Promise<UserRow | null> {
  const isOver = await take(c.accounts, limits.againByAccount, email, c.now);
  const found = await findUser(c.accounts, email);
  const since = new Date(c.now.getTime() - AGAIN_WITHIN_MS).toISOString();
  const mayBe = !isOver && found !== null && !found.is_email_verified && found.created_at > since;
  const isRight = await isPasswordOf(mayBe ? found.password_hash : null, password);
  return mayBe && isRight ? found : null;
}

/** The answer to a wrong code depends on the address and the attempts, never on whether there is an account. */
export const verifying = defineHandler(verifyEmail, async (c) => {
  const { email, otp_code } = c.body;
  if (isOwnVerified(c, email)) return refuse('already_verified');
  const window = await takeBegun(c.accounts, limits.codeTries, email, c.now);

  const checked = await c.inAccounts(async ({ db }) => {
    const user = await findUser(db, email);
    const userId = user && isOwn(c, user.id) ? user.id : newId(c.now);
    const checked = await checkCode(db, { userId, code: otp_code, now: c.now, secretsKey: c.env.secretsKey });
    if (checked === 'right')
      await db
        .update(users)
        .set({ is_email_verified: true, updated_at: c.now.toISOString() })
        .where(eq(users.id, userId));
    return checked;
  });
  if (checked === 'right') {
    await giveBack(c.accounts, limits.codeTriesByIp, networkOf(c.address));
    await clear(c.accounts, limits.codeTries, email);
    noteAuth(c, 'verified', email);
    return { ok: true as const };
  }
  noteAuth(c, window === 'counted' ? 'code_wrong' : 'code_void', email);
  return refuse(window === 'counted' ? 'code_wrong' : 'code_expired');
});

/** The same work for every address; without an unverified account the mail job finds nobody. */
export const resending = defineHandler(resendVerificationMail, async (c) => {
  const { email } = c.body;
  if (isOwnVerified(c, email)) return refuse('already_verified');
  const exceeded =
    (await take(c.accounts, limits.codePause, email, c.now)) ??
    (await take(c.accounts, limits.codesByAccount, email, c.now));
  if (exceeded) return tooMany(c, email, exceeded);
  await begin(c.accounts, limits.codeTries, email, c.now);
  await c.inAccounts(async ({ db, enqueue }) => {
    const user = await findUser(db, email);
    const isStranger = user !== null && !isOwn(c, user.id);
    const userId = user && !isStranger ? user.id : newId(c.now);
    const codeId = await requestCode(db, { userId, purpose: 'verify', now: c.now });
    if (!isStranger) await enqueue('mail.code', { code_id: codeId });
    else if (!(await take(db, limits.addressInUseMails, email, c.now)))
      await enqueue('mail.address_taken', { user_id: user.id });
  });
  return { ok: true as const };
});

/**
 * A signed-in sender may verify only their session's account. Otherwise somebody whose sign-up met a taken address could request a code and
 * verify an account that another person opened in their name.
 */
const isOwn = (c: BaseContext, userId: string) => c.tokenHash === null || c.user.id === userId;

/**
 * Already verified, on another device or by a request whose answer was lost. Only the account's owner is told; others get the usual answer.
 */
const isOwnVerified = (c: BaseContext, email: string) =>
  c.tokenHash !== null && c.user.isEmailVerified && c.user.email === email;
