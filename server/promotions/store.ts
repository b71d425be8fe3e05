import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Promotion } from '../../contract/promotions/calls.ts';
import { promotionStatus } from '../../contract/promotions/status.ts';
import { promotion_uses, promotions } from '../db/schema/promotions.ts';
import type { Tx } from '../db/tx.ts';
import { isId } from '../platform/ids.ts';
import type { FieldChanges } from '../db/field-merge.ts';

const ofRestaurant = (restaurantId: string, more?: SQL) =>
  and(eq(promotions.restaurant_id, restaurantId), isNull(promotions.deleted_at), more);

/** All that are not deleted, newest first. A restaurant has a few dozen. */
export async function allPromotions(db: Tx, restaurantId: string, now: Date): Promise<Promotion[]> {
  const rows = await db
    .select()
    .from(promotions)
    .where(ofRestaurant(restaurantId))
    .orderBy(desc(promotions.created_at), desc(promotions.id));
  return rows.map((row) => toPromotion(row, now));
}

export async function findPromotion(
  db: Tx,
  restaurantId: string,
  id: string,
  now: Date,
): Promise<{ promotion: Promotion; fieldChanges: FieldChanges } | null> {
  if (!isId(id)) return null;
  const [row] = await db
    .select()
    .from(promotions)
    .where(ofRestaurant(restaurantId, eq(promotions.id, id)))
    .limit(1);
  return row ? { promotion: toPromotion(row, now), fieldChanges: row.field_changes } : null;
}

/** The one that has this code now, in whatever case. */
export async function findByCode(db: Tx, restaurantId: string, code: string, now: Date): Promise<Promotion | null> {
  const has = and(sql`lower(${promotions.code}) = lower(${code})`, isNull(promotions.archived_at));
  const [row] = await db.select().from(promotions).where(ofRestaurant(restaurantId, has)).limit(1);
  return row ? toPromotion(row, now) : null;
}

export async function insertPromotion(db: Tx, restaurantId: string, promotion: Promotion): Promise<void> {
  const { promotion_status: _, ...row } = promotion;
  await db.insert(promotions).values({ ...row, restaurant_id: restaurantId });
}

export async function updatePromotion(
  db: Tx,
  restaurantId: string,
  id: string,
  { promotion_status: _, ...fields }: Partial<Promotion> & { field_changes?: FieldChanges },
): Promise<void> {
  await db
    .update(promotions)
    .set(fields)
    .where(and(eq(promotions.restaurant_id, restaurantId), eq(promotions.id, id)));
}

export const wasUsed = async (db: Tx, restaurantId: string, id: string): Promise<boolean> =>
  (await db.$count(
    promotion_uses,
    and(eq(promotion_uses.restaurant_id, restaurantId), eq(promotion_uses.promotion_id, id)),
  )) > 0;

function toPromotion(row: typeof promotions.$inferSelect, now: Date): Promotion {
  const { restaurant_id: _, field_changes: __, ...promotion } = row;
  return { ...promotion, promotion_status: promotionStatus(promotion, now) };
}
