import { foldName } from '../../../contract/names.ts';
import type { GalleyDb, Mirrored } from '../../data/db.ts';
import { openOrders } from '../orders/queries.ts';

/** Open orders that are wanted at a time of their own. */
export const scheduledOrders = async (db: GalleyDb): Promise<Mirrored<'orders'>[]> =>
  (await openOrders(db)).filter((order) => order.scheduled_for !== null);

/** The stations that dishes and categories name, in alphabetical order. */
export async function stationsOnMenu(db: GalleyDb): Promise<string[]> {
  const rows = [...(await db.menu_categories.toArray()), ...(await db.menu_items.toArray())];
  const byFolded = new Map(
    rows.flatMap(({ kitchen_station: name }) => (name ? [[foldName(name), name] as const] : [])),
  );
  return [...byFolded.values()].toSorted();
}
