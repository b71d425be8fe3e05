import { and, desc, eq } from 'drizzle-orm';
import { SIGN_INS_MAX } from '../../../contract/limits.ts';
import { list } from '../../../contract/settings/sign-in-calls.ts';
import { sign_ins } from '../../db/schema/accounts.ts';
import { defineHandler } from '../../pipeline/handler.ts';

/** Of the account that asks: others of the restaurant are none of its business. */
export const listingSignIns = defineHandler(list, async (c) => {
  const rows = await c.db
    .select()
    .from(sign_ins)
    .where(and(eq(sign_ins.restaurant_id, c.restaurantId), eq(sign_ins.user_id, c.user.id)))
    .orderBy(desc(sign_ins.created_at), desc(sign_ins.id))
    .limit(SIGN_INS_MAX);
  return rows.map(({ restaurant_id: _, user_id: __, ...row }) => row);
});
