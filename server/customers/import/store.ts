import { and, desc, eq, ne } from 'drizzle-orm';
import type { CustomerImport } from '../../../contract/customers/import-calls.ts';
import { customer_imports } from '../../db/schema/customers.ts';
import type { Tx } from '../../db/tx.ts';

export type StoredImport = typeof customer_imports.$inferSelect;

export async function findImport(db: Tx, restaurantId: string, id: string): Promise<StoredImport | null> {
  const [row] = await db.select().from(customer_imports).where(isImport(restaurantId, id)).limit(1);
  return row ?? null;
}

/** Those that somebody asked for. */
export async function newestImports(db: Tx, restaurantId: string, limit: number): Promise<StoredImport[]> {
  return db
    .select()
    .from(customer_imports)
    .where(and(eq(customer_imports.restaurant_id, restaurantId), ne(customer_imports.status, 'uploaded')))
    .orderBy(desc(customer_imports.created_at), desc(customer_imports.id))
    .limit(limit);
}

export async function updateImport(db: Tx, restaurantId: string, id: string, fields: Partial<StoredImport>) {
  await db.update(customer_imports).set(fields).where(isImport(restaurantId, id));
}

const isImport = (restaurantId: string, id: string) =>
  and(eq(customer_imports.restaurant_id, restaurantId), eq(customer_imports.id, id));

export const toImport = (row: StoredImport): CustomerImport => ({
  import_id: row.id,
  status: row.status,
  file_name: row.file_name,
  rows_total: row.rows_total,
  rows_done: row.rows_done,
  created: row.created_count,
  updated: row.updated_count,
  skipped: row.skipped_count,
  failed: row.failed_count,
  errors: row.errors,
  errors_csv_url: row.errors_csv === null ? null : `/customers/imports/${row.id}/rejects`,
  created_at: row.created_at,
});
