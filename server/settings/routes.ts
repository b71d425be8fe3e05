import { eq } from 'drizzle-orm';
import { changePassword } from '../../contract/settings/calls.ts';
import { noteAuth } from '../auth/events.ts';
import { knownDeviceCookie } from '../auth/known-device.ts';
import { hashPassword, refusedPassword } from '../auth/passwords.ts';
import { provePassword } from '../auth/prove-password.ts';
import { announceChange } from '../auth/security-jobs.ts';
import { endOtherSessions } from '../auth/sessions.ts';
import { users } from '../db/schema/accounts.ts';
import { answer, defineHandler, Refusal, refuse, type Handler } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { allSettings } from './all.ts';
import { restaurantSettingsRoutes } from './edit-restaurant.ts';
import { notificationSettingsRoutes } from './notifications.ts';
import { passkeyRoutes } from './passkeys.ts';
import { twoFactorRoutes } from './two-factor.ts';
import { listingSignIns } from './sign-ins.ts';
import { sessionRoutes } from './sessions.ts';

/** An open session does not prove the password; attempts count like those of a sign-in. */
const changingPassword = defineHandler(changePassword, async (c) => {
  const { current_password, password, confirm_password } = c.body;
  if (password !== confirm_password)
    return refuse('invalid_fields', { field_errors: { confirm_password: 'The two passwords differ' } });
  const user = await provePassword(c, c.user.email, current_password);
  if (user instanceof Refusal) return user;
  const { name } = await loadRestaurant(c.db, c.restaurantId);
  const refused = refusedPassword(password, { email: user.email, restaurantName: name });
  if (refused) return refuse('invalid_fields', { field_errors: { password: refused } });
  const passwordHash = await hashPassword(password);
  return c.inAccounts(async ({ db, enqueue }) => {
    await db
      .update(users)
      .set({ password_hash: passwordHash, updated_at: c.now.toISOString() })
      .where(eq(users.id, user.id));
    await endOtherSessions(db, user.id, c.session.tokenHash);
    await enqueue('mail.password_changed', { user_id: user.id });
    await announceChange({ enqueue }, user, 'password_changed');
    noteAuth(c, 'password_changed', user.email);
    const renewed = knownDeviceCookie(c, { ...user, password_hash: passwordHash });
    return answer({ ok: true as const }, { headers: { 'Set-Cookie': renewed } });
  });
});

export const routes = [
  allSettings,
  changingPassword,
  ...restaurantSettingsRoutes,
  ...notificationSettingsRoutes,
  ...sessionRoutes,
  listingSignIns,
  ...twoFactorRoutes,
  ...passkeyRoutes,
] as Handler[];
