import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Session } from '../../contract/auth/calls.ts';
import { memberships, users } from '../db/schema/accounts.ts';
import type { AccountsDb } from '../db/tx.ts';
import { Answer, answer, refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { publicUser, readOwnRestaurant, type UserRow } from './accounts.ts';
import { knownDeviceCookie } from './known-device.ts';
import { openSession } from './sessions.ts';

/**
 * Lets a person in who has just authenticated: a session of the restaurant that they used last, or of another one that they belong to. `db`
 * is a transaction. `only`: of this one, and of no other. 403 `no_restaurant` if none is left.
 */
export async function enter(
  db: AccountsDb,
  c: BaseContext,
  { user, deviceName, only }: { user: UserRow; deviceName: string | undefined; only?: string },
): Promise<Answer<Session> | Refusal> {
  const place = await findPlace(db, user, only);
  if (!place) return refuse('no_restaurant');
  const { restaurant_id: restaurantId, role } = place;
  if (restaurantId !== user.restaurant_id)
    await db.update(users).set({ restaurant_id: restaurantId }).where(eq(users.id, user.id));
  const token = await openSession(db, c, { userId: user.id, restaurantId, email: user.email, deviceName });
  const session = { token, user: publicUser(user), restaurant: await readOwnRestaurant(db, restaurantId), role };
  return answer(session, { headers: { 'Set-Cookie': knownDeviceCookie(c, user) } });
}

async function findPlace(db: AccountsDb, user: UserRow, only: string | undefined) {
  const [place] = await db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.user_id, user.id),
        isNull(memberships.suspended_at),
        only === undefined ? undefined : eq(memberships.restaurant_id, only),
      ),
    )
    .orderBy(desc(sql`${memberships.restaurant_id} = ${user.restaurant_id}`), asc(memberships.created_at))
    .limit(1);
  return place;
}
