import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { keepNewest, waitingFiles } from '../../db/keep-newest.ts';
import { menu_sent_files } from '../../db/schema/menu.ts';
import type { Tx } from '../../db/tx.ts';

/** Stores a file once; false if another file has this id. */
export async function keepSentFile(
  db: Tx,
  restaurantId: string,
  { id, bytes, hash, now }: { id: string; bytes: Buffer; hash: string; now: Date },
): Promise<boolean> {
  const row = { restaurant_id: restaurantId, id, bytes, hash, created_at: now.toISOString() };
  await db.insert(menu_sent_files).values(row).onConflictDoNothing();
  const [found] = await db
    .select({ hash: menu_sent_files.hash })
    .from(menu_sent_files)
    .where(areFiles(restaurantId, [id]));
  await keepNewest(db, restaurantId, id, waitingFiles.menus);
  return found?.hash === hash;
}

export async function countSentFiles(db: Tx, restaurantId: string, ids: string[]): Promise<number> {
  const [row] = await db.select({ count: count() }).from(menu_sent_files).where(areFiles(restaurantId, ids));
  return row!.count;
}

/** Gives them to an upload, in this order. Within the database: the space is locked meanwhile. */
export async function takeSentFiles(db: Tx, restaurantId: string, uploadId: string, ids: string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await db.execute(sql`
      WITH sent AS (DELETE FROM menu_sent_files WHERE restaurant_id = ${restaurantId}::uuid AND id = ${id}::uuid RETURNING bytes)
      INSERT INTO menu_upload_files (restaurant_id, upload_id, position, bytes)
      SELECT ${restaurantId}::uuid, ${uploadId}::uuid, ${position}::integer, bytes FROM sent`);
}

const areFiles = (restaurantId: string, ids: string[]) =>
  and(eq(menu_sent_files.restaurant_id, restaurantId), inArray(menu_sent_files.id, ids));
