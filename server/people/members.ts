import { and, asc, eq, sql } from 'drizzle-orm';
import { edit, leave, list, remove } from '../../contract/people/calls.ts';
import { covers, roleIds } from '../../contract/people/permissions.ts';
import { noteAuth } from '../auth/events.ts';
import { endSessionsIn } from '../auth/sessions.ts';
import { memberships, users } from '../db/schema/accounts.ts';
import { notification_preferences } from '../db/schema/notifications.ts';
import { defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { refuseOwnerByPin } from './pins.ts';
import { isLastOwner, lockMember, roleOf, toPeople, toPerson, type MemberRow } from './store.ts';

export const listing = defineHandler(list, async (c) => {
  const rows = await c.db.select().from(memberships).orderBy(asc(memberships.created_at), asc(memberships.id));
  const rank = ({ role }: { role: MemberRow['role'] }) => roleIds.indexOf(role);
  return (await toPeople(c, rows)).toSorted((a, b) => rank(a) - rank(b));
});

/** What is refused is refused whole: a person whose change is let through in part would not see what is missing. */
export const editing = defineHandler(edit, async (c) => {
  const before = await lockMember(c, c.path.id);
  if (!before) return refuse('not_found');
  const { name, role = before.role, is_suspended = before.suspended_at !== null } = c.body;
  const own = await roleOf(c);
  if (!own || !covers(own, before.role) || !covers(own, role)) return refuse('not_allowed');
  if (role === 'owner' && before.user_id === null && before.invited_email === null) return refuseOwnerByPin();
  const isOtherRole = role !== before.role;
  const ends = is_suspended && before.suspended_at === null;
  if ((isOtherRole || ends) && (await isLastOwner(c, before))) return refuse('last_owner');
  if ((isOtherRole || ends) && before.user_id === c.user.id) return refuse('not_allowed');
  const row = {
    ...before,
    name: name ?? before.name,
    role,
    suspended_at: is_suspended ? (before.suspended_at ?? c.now.toISOString()) : null,
    // Above every cursor of their devices, which drop what the new role may not hold and load what it may.
    view_version: isOtherRole ? await c.bump() : before.view_version,
    updated_at: c.now.toISOString(),
  };
  const { restaurant_id: _, id: __, user_id: ___, ...changed } = row;
  await c.db.update(memberships).set(changed).where(isRow(before));
  if (ends && before.user_id !== null) await endSessionsIn(c.accounts, before.user_id, c.restaurantId);
  noteAuth(c, 'person_changed', c.user.email, { role, is_suspended });
  return toPerson(c, row);
});

export const removing = defineHandler(remove, async (c) => {
  const row = await lockMember(c, c.path.id);
  if (!row) return refuse('not_found');
  const own = await roleOf(c);
  if (!own || !covers(own, row.role)) return refuse('not_allowed');
  if (await isLastOwner(c, row)) return refuse('last_owner');
  await end(c, row);
  noteAuth(c, 'person_removed', c.user.email, { role: row.role });
  return { ok: true as const };
});

export const leaving = defineHandler(leave, async (c) => {
  const [row] = await c.db.select().from(memberships).where(eq(memberships.user_id, c.user.id)).for('update');
  if (!row) return refuse('not_found');
  if (await isLastOwner(c, row)) return refuse('last_owner');
  await end(c, row);
  noteAuth(c, 'person_left', c.user.email, { role: row.role });
  return { ok: true as const };
});

const isRow = ({ restaurant_id, id }: MemberRow) =>
  and(eq(memberships.restaurant_id, restaurant_id), eq(memberships.id, id));

/** Takes the person out of the restaurant. The account stays; it may belong to others. */
async function end(c: BaseContext, row: MemberRow): Promise<void> {
  await c.db.delete(memberships).where(isRow(row));
  const { user_id: userId } = row;
  if (userId === null) return;
  await c.db.delete(notification_preferences).where(eq(notification_preferences.user_id, userId));
  await endSessionsIn(c.accounts, userId, c.restaurantId);
  // The account would be deleted together with the restaurant that it names.
  await c.accounts.execute(sql`
    UPDATE ${users} u SET restaurant_id = m.restaurant_id
      FROM (SELECT restaurant_id FROM ${memberships} WHERE user_id = ${userId} AND restaurant_id <> ${c.restaurantId}
             ORDER BY suspended_at IS NOT NULL, created_at LIMIT 1) m
     WHERE u.id = ${userId} AND u.restaurant_id = ${c.restaurantId}`);
}
