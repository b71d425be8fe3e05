import { and, eq, gt, inArray, isNull, max, ne } from 'drizzle-orm';
import type { Person } from '../../contract/people/calls.ts';
import type { Role } from '../../contract/people/permissions.ts';
import { memberships, sessions, users } from '../db/schema/accounts.ts';
import type { BaseContext } from '../pipeline/handler.ts';

export type MemberRow = typeof memberships.$inferSelect;

/** Locked until the transaction ends: an invitation that is accepted at this moment waits, or was accepted before. */
export async function lockMember(c: BaseContext, id: string): Promise<MemberRow | null> {
  const [row] = await c.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.restaurant_id, c.restaurantId), eq(memberships.id, id)))
    .for('update');
  return row ?? null;
}

/**
 * The role of the person who asks, as it is under the lock of the space: it may have been taken since the session was read. Null: they
 * belong to the restaurant no more.
 */
export async function roleOf(c: BaseContext): Promise<Role | null> {
  const { person } = c.session;
  const isWho = person ? eq(memberships.id, person.id) : eq(memberships.user_id, c.user.id);
  const [row] = await c.db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.restaurant_id, c.restaurantId), isWho, isNull(memberships.suspended_at)));
  return row?.role ?? null;
}

const isActiveOwner = ({ role, user_id, suspended_at }: MemberRow) =>
  role === 'owner' && user_id !== null && suspended_at === null;

/** True if nobody could own the restaurant without this one. The lock of the space keeps two from going at the same time. */
export async function isLastOwner(c: BaseContext, row: MemberRow): Promise<boolean> {
  if (!isActiveOwner(row)) return false;
  const others = await c.db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.restaurant_id, c.restaurantId),
        eq(memberships.role, 'owner'),
        ne(memberships.id, row.id),
        isNull(memberships.suspended_at),
      ),
    );
  return !others.some(isActiveOwner);
}

const isInvitation = (row: MemberRow) => row.user_id === null && row.invited_email !== null;

/** As a screen shows them, in the order of `rows`. */
export async function toPeople(c: BaseContext, rows: MemberRow[]): Promise<Person[]> {
  const accounts = await readAccounts(
    c,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return rows.map((row) => {
    const account = row.user_id === null ? undefined : accounts.get(row.user_id);
    return {
      id: row.id,
      name: row.name ?? account?.name ?? null,
      email: account?.email ?? row.invited_email ?? '',
      role: row.role,
      has_pin: row.pin_hash !== null,
      status: row.suspended_at !== null ? 'suspended' : isInvitation(row) ? 'invited' : 'active',
      is_you: row.user_id === c.user.id,
      last_seen_at: account?.last_seen_at ?? null,
      invitation_expires_at: isInvitation(row) ? row.invitation_expires_at : null,
      created_at: row.created_at,
    };
  });
}

export const toPerson = async (c: BaseContext, row: MemberRow): Promise<Person> => (await toPeople(c, [row]))[0]!;

/** Accounts with when they were last seen here, by id. The tenant's role reads no accounts. */
async function readAccounts(c: BaseContext, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await c.accounts
    .select({ id: users.id, name: users.name, email: users.email, last_seen_at: max(sessions.last_seen_at) })
    .from(users)
    .leftJoin(
      sessions,
      and(
        eq(sessions.user_id, users.id),
        eq(sessions.restaurant_id, c.restaurantId),
        gt(sessions.expires_at, c.now.toISOString()),
      ),
    )
    .where(inArray(users.id, ids))
    .groupBy(users.id);
  return new Map(rows.map((row) => [row.id, row]));
}
