import { and, eq } from 'drizzle-orm';
import { rejectsName } from '../../contract/import/rejects-csv.ts';
import type { ImportRejects } from '../../contract/import/shapes.ts';
import type { customer_imports } from '../db/schema/customers.ts';
import type { order_imports } from '../db/schema/orders.ts';
import type { Tx } from '../db/tx.ts';
import { refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';

/** The tables with files that are imported, and what came of them. */
export type ImportsTable = typeof customer_imports | typeof order_imports;
export type Stored<Table extends ImportsTable> = Table['$inferSelect'];

/** Of the one what the other has as well. */
export const common = (table: ImportsTable) => table as typeof customer_imports;

const isImport = (table: ImportsTable, restaurantId: string, id: string) =>
  and(eq(table.restaurant_id, restaurantId), eq(table.id, id));

export async function findImport<Table extends ImportsTable>(
  table: Table,
  db: Tx,
  restaurantId: string,
  id: string,
): Promise<Stored<Table> | null> {
  if (!isId(id)) return null;
  const [row] = await db
    .select()
    .from(common(table))
    .where(isImport(table, restaurantId, id.toLowerCase()))
    .limit(1);
  return (row as Stored<Table> | undefined) ?? null;
}

export async function updateImport<Table extends ImportsTable>(
  table: Table,
  db: Tx,
  { restaurant_id, id }: Pick<Stored<Table>, 'restaurant_id' | 'id'>,
  fields: Partial<Stored<Table>>,
): Promise<void> {
  await db
    .update(common(table))
    .set(fields as object)
    .where(isImport(table, restaurant_id, id));
}

/** A handler that answers with what `toReply` makes of the import in the path. */
export const readImport =
  <Table extends ImportsTable, R>(table: Table, toReply: (row: Stored<Table>) => R) =>
  async (c: Pick<BaseContext, 'db' | 'restaurantId'> & { path: { id: string } }): Promise<R | Refusal> => {
    const row = await findImport(table, c.db, c.restaurantId, c.path.id);
    return row ? toReply(row) : refuse('not_found');
  };

export const toRejects = ({ file_name, errors_csv }: Stored<ImportsTable>): ImportRejects => ({
  file_name: rejectsName(file_name),
  csv: errors_csv ?? '',
});

/** `path`: that of the calls. */
export const toReport = <Row extends Stored<ImportsTable>>(row: Row, path: string) => ({
  import_id: row.id,
  status: row.status as Row['status'],
  file_name: row.file_name,
  errors_csv_url: row.errors_csv === null ? null : `${path}/${row.id}/rejects`,
  created_at: row.created_at,
});
