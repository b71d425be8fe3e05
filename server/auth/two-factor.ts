import { and, eq, lt, sql } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { clear, take } from '../db/rate-limits.ts';
import { refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { openSecret } from '../platform/secrets.ts';
import type { UserRow } from './accounts.ts';
import { noteAuth } from './events.ts';
import { limits } from '../pipeline/limits.ts';
import { recoveryHash, stepOf, totpLocation } from './totp.ts';
import { tooMany } from './too-many.ts';

/** Which code came after the password; null: the account needs none. */
type SecondFactor = 'app' | 'recovery_code' | null;

/** Asked only after the right password. Attempts are counted before the code is checked, and each code counts once. */
export async function proveSecondFactor(
  c: BaseContext,
  user: UserRow,
  code: string | undefined,
): Promise<Refusal | SecondFactor> {
  if (user.totp_enabled_at === null) return null;
  if (!code?.trim()) return refuse('two_factor_needed');
  const exceeded =
    (await take(c.accounts, limits.secondFactor, user.id, c.now)) ??
    (await take(c.accounts, limits.secondFactorByDay, user.id, c.now));
  if (exceeded) return tooMany(c, user.email, exceeded);
  const isOfApp = await spendTotp(c, user, code);
  if (!isOfApp && !(await spendRecoveryCode(c, user.id, code))) {
    noteAuth(c, 'two_factor_wrong', user.email);
    return refuse('code_wrong');
  }
  await clear(c.accounts, limits.secondFactor, user.id);
  return isOfApp ? 'app' : 'recovery_code';
}

/** For the settings of the account. */
export async function twoFactorOf({ accounts }: Pick<BaseContext, 'accounts'>, userId: string) {
  const [user] = await accounts.select().from(users).where(eq(users.id, userId));
  const isOn = user?.totp_enabled_at != null;
  return { is_two_factor_on: isOn, recovery_codes_left: isOn ? user.recovery_hashes.length : 0 };
}

/** True if the code is of the account's secret; two requests with one code do not both succeed. */
export async function spendTotp(
  { accounts, env, now }: Pick<BaseContext, 'accounts' | 'env' | 'now'>,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const secret = user.totp_sealed && openSecret(env, totpLocation(user.id), user.totp_sealed);
  const step = secret ? stepOf(secret, code, { now, after: user.totp_step }) : null;
  if (step === null) return false;
  const spent = await accounts
    .update(users)
    .set({ totp_step: step })
    .where(and(eq(users.id, user.id), lt(users.totp_step, step)))
    .returning({ id: users.id });
  return spent.length > 0;
}

async function spendRecoveryCode(
  { accounts }: Pick<BaseContext, 'accounts'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const hash = recoveryHash(code);
  const spent = await accounts
    .update(users)
    .set({ recovery_hashes: sql`${users.recovery_hashes} - ${hash}::text` })
    .where(and(eq(users.id, userId), sql`${users.recovery_hashes} ? ${hash}::text`))
    .returning({ id: users.id });
  return spent.length > 0;
}
