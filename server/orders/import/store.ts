import { and, eq } from 'drizzle-orm';
import type { OrderImport } from '../../../contract/orders/import-calls.ts';
import { order_imports } from '../../db/schema/orders.ts';
import type { Tx } from '../../db/tx.ts';

export type StoredImport = typeof order_imports.$inferSelect;

export async function findImport(db: Tx, restaurantId: string, id: string): Promise<StoredImport | null> {
  const [row] = await db.select().from(order_imports).where(isImport(restaurantId, id)).limit(1);
  return row ?? null;
}

export async function updateImport(db: Tx, restaurantId: string, id: string, fields: Partial<StoredImport>) {
  await db.update(order_imports).set(fields).where(isImport(restaurantId, id));
}

const isImport = (restaurantId: string, id: string) =>
  and(eq(order_imports.restaurant_id, restaurantId), eq(order_imports.id, id));

export const toImport = (row: StoredImport): OrderImport => ({
  ...row.report,
  import_id: row.id,
  status: row.status,
  file_name: row.file_name,
  errors_csv_url: row.errors_csv === null ? null : `/orders/imports/${row.id}/rejects`,
  created_at: row.created_at,
});
