import { holdsPromotions } from '../../../contract/promotions/holds.ts';
import type { DeadLetter, GalleyDb, Mirrored } from '../../data/db.ts';
import { isOf } from '../../data/mutation.ts';
import { create } from '../../../contract/promotions/calls.ts';

export type PromotionRow = Mirrored<'promotions'>;

export const allPromotions = (db: GalleyDb): Promise<PromotionRow[]> => db.promotions.toArray();

/** Orders of a customer that have each promotion, by its id, without the order `except`. */
export async function usesByCustomer(
  db: GalleyDb,
  customerId: string | null,
  except: string | null,
): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  if (customerId === null) return uses;
  await db.orders
    .where('customer_id')
    .equals(customerId)
    .each((order) => {
      if (order.id === except || !holdsPromotions(order)) return;
      for (const { promotion_id: id } of order.discounts ?? []) if (id) uses.set(id, (uses.get(id) ?? 0) + 1);
    });
  return uses;
}

/** A refused new promotion by its key; null if it has been dealt with. */
export const refusedPromotion = async (db: GalleyDb, key: string): Promise<DeadLetter | null> => {
  const deadLetter = await db.dead_letters.get(key);
  return deadLetter && isOf(create, deadLetter.entry) ? deadLetter : null;
};
