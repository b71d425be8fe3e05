import { eq } from 'drizzle-orm';
import { changePassword } from '../../../contract/settings/calls.ts';
import { users } from '../../db/schema/accounts.ts';
import { answer, defineHandler, Refusal, refuse } from '../../pipeline/handler.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { noteAuth } from '../events.ts';
import { knownDeviceCookie } from '../known-device.ts';
import { hashPassword, refusedPassword } from '../passwords.ts';
import { provePassword } from '../prove-password.ts';
import { announceChange } from '../security-jobs.ts';
import { endOtherSessions } from '../sessions.ts';

/** An open session does not prove the password; attempts count like those of a sign-in. */
export const changingPassword = defineHandler(changePassword, async (c) => {
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
