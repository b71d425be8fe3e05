import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { DeliveryLocation } from '../../contract/delivery/rows.ts';
import { delivery_locations } from '../db/schema/settings.ts';
import type { Tx } from '../db/tx.ts';
import { isId } from '../platform/ids.ts';
import type { FieldChanges } from '../db/field-merge.ts';

const table = delivery_locations;

const toLocation = ({
  restaurant_id: _,
  field_changes: __,
  ...location
}: typeof delivery_locations.$inferSelect): DeliveryLocation => location;

/** Those that are not deleted, highest priority first. */
export async function liveLocations(db: Tx, restaurantId: string): Promise<DeliveryLocation[]> {
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.restaurant_id, restaurantId), isNull(table.deleted_at)))
    .orderBy(desc(table.priority), asc(table.name), asc(table.id));
  return rows.map(toLocation);
}

/** Also one that was deleted. */
export async function findLocation(
  db: Tx,
  restaurantId: string,
  id: string,
): Promise<{ location: DeliveryLocation; fieldChanges: FieldChanges } | null> {
  if (!isId(id)) return null;
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.restaurant_id, restaurantId), eq(table.id, id)))
    .limit(1);
  return row ? { location: toLocation(row), fieldChanges: row.field_changes } : null;
}

export async function insertLocation(db: Tx, restaurantId: string, location: DeliveryLocation): Promise<void> {
  await db.insert(table).values({ ...location, restaurant_id: restaurantId });
}

export async function updateLocation(
  db: Tx,
  restaurantId: string,
  id: string,
  fields: Partial<DeliveryLocation> & { field_changes?: FieldChanges },
): Promise<void> {
  await db
    .update(table)
    .set(fields)
    .where(and(eq(table.restaurant_id, restaurantId), eq(table.id, id)));
}
