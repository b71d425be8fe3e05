import { eq } from 'drizzle-orm';
import * as contract from '../../../contract/settings/two-factor-calls.ts';
import { findUser } from '../accounts.ts';
import { noteAuth } from '../events.ts';
import { limits } from '../../pipeline/limits.ts';
import { provePassword } from '../prove-password.ts';
import { announceChange } from '../security-jobs.ts';
import { endOtherSessions } from '../sessions.ts';
import { newRecoveryCodes, newTotpSecret, recoveryHash, totpLocation } from '../totp.ts';
import { tooMany } from '../too-many.ts';
import { proveSecondFactor, spendTotp } from '../two-factor.ts';
import { take } from '../../db/rate-limits.ts';
import { users } from '../../db/schema/accounts.ts';
import { defineHandler, refuse, Refusal, type BaseContext, type Handler } from '../../pipeline/handler.ts';
import { sealSecret } from '../../platform/secrets.ts';

/** An account that signs in through a provider sets a password first: two-factor sign-in is for the password. */
async function proveOwner(c: BaseContext & { user: { email: string } }, password: string) {
  const user = await findUser(c.accounts, c.user.email);
  if (user && user.password_hash === null) return refuse('password_not_set');
  return provePassword(c, c.user.email, password);
}

const starting = defineHandler(contract.start, async (c) => {
  const user = await proveOwner(c, c.body.current_password);
  if (user instanceof Refusal) return user;
  if (user.totp_enabled_at !== null) return refuse('two_factor_on');
  const token = newTotpSecret();
  await c.accounts
    .update(users)
    .set({ totp_sealed: sealSecret(c.env.secretsKey, totpLocation(user.id), token), totp_step: 0 })
    .where(eq(users.id, user.id));
  const label = encodeURIComponent(`Galley:${user.email}`);
  return { token, otpauth_url: `otpauth://totp/${label}?secret=${token}&issuer=Galley` };
});

const confirming = defineHandler(contract.confirm, async (c) => {
  const user = await findUser(c.accounts, c.user.email);
  if (!user?.totp_sealed) return refuse('two_factor_off');
  if (user.totp_enabled_at !== null) return refuse('two_factor_on');
  const exceeded = await take(c.accounts, limits.secondFactor, user.id, c.now);
  if (exceeded) return tooMany(c, user.email, exceeded);
  if (!(await spendTotp(c, user, c.body.code))) return refuse('code_wrong');
  const codes = newRecoveryCodes();
  const at = c.now.toISOString();
  return c.inAccounts(async ({ db, enqueue }) => {
    await db
      .update(users)
      .set({ totp_enabled_at: at, recovery_hashes: codes.map(recoveryHash), updated_at: at })
      .where(eq(users.id, user.id));
    // Whoever signed in with the password alone signs in again, with a code.
    await endOtherSessions(db, user.id, c.session.tokenHash);
    await enqueue('mail.two_factor', { user_id: user.id, is_on: 'on' });
    await announceChange({ enqueue }, user, 'two_factor_on');
    noteAuth(c, 'two_factor_on', user.email);
    return { token: codes.join(' ') };
  });
});

const stopping = defineHandler(contract.stop, async (c) => {
  const user = await proveOwner(c, c.body.current_password);
  if (user instanceof Refusal) return user;
  if (user.totp_enabled_at === null) return refuse('two_factor_off');
  const factor = await proveSecondFactor(c, user, c.body.code);
  if (factor instanceof Refusal) return factor;
  return c.inAccounts(async ({ db, enqueue }) => {
    await db
      .update(users)
      .set({
        totp_sealed: null,
        totp_enabled_at: null,
        totp_step: 0,
        recovery_hashes: [],
        updated_at: c.now.toISOString(),
      })
      .where(eq(users.id, user.id));
    await enqueue('mail.two_factor', { user_id: user.id, is_on: 'off' });
    await announceChange({ enqueue }, user, 'two_factor_off');
    noteAuth(c, 'two_factor_off', user.email);
    return { ok: true as const };
  });
});

export const twoFactorRoutes = [starting, confirming, stopping] as Handler[];
