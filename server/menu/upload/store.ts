import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { MenuUpload, SentMenu } from '../../../contract/menu/upload-calls.ts';
import { menu_upload_files, menu_uploads } from '../../db/schema/menu.ts';
import { CERTAIN } from '../../menu-reader/menu.ts';
import type { Tx } from '../../db/tx.ts';

const ofUpload = (restaurantId: string, id: string) =>
  and(eq(menu_uploads.restaurant_id, restaurantId), eq(menu_uploads.id, id));

const filesOf = (restaurantId: string, uploadId: string) =>
  and(eq(menu_upload_files.restaurant_id, restaurantId), eq(menu_upload_files.upload_id, uploadId));

export async function insertUpload(
  db: Tx,
  restaurantId: string,
  upload: { id: string; menu_book_id: string; created_at: string },
  files: Buffer[],
): Promise<void> {
  await db
    .insert(menu_uploads)
    .values({ restaurant_id: restaurantId, ...upload, status: 'uploaded', pages: [], categories: [] });
  for (const [position, bytes] of files.entries())
    await db.insert(menu_upload_files).values({ restaurant_id: restaurantId, upload_id: upload.id, position, bytes });
}

export async function findUpload(db: Tx, restaurantId: string, id: string): Promise<MenuUpload | null> {
  const [row] = await db.select().from(menu_uploads).where(ofUpload(restaurantId, id));
  if (!row) return null;
  const { restaurant_id: _, attempts: __, ...upload } = row;
  return { ...upload, certain_from: CERTAIN };
}

/** Those that are being read or wait for their review, newest first. */
export const listUnfinished = (db: Tx, restaurantId: string): Promise<SentMenu[]> =>
  db
    .select({
      id: menu_uploads.id,
      status: menu_uploads.status,
      pages_done: menu_uploads.pages_done,
      pages_count: menu_uploads.pages_count,
      created_at: menu_uploads.created_at,
    })
    .from(menu_uploads)
    .where(
      and(
        eq(menu_uploads.restaurant_id, restaurantId),
        inArray(menu_uploads.status, ['uploaded', 'reading', 'needs_review']),
      ),
    )
    .orderBy(desc(menu_uploads.created_at), desc(menu_uploads.id));

export async function readFiles(db: Tx, restaurantId: string, uploadId: string): Promise<Buffer[]> {
  const rows = await db
    .select({ bytes: menu_upload_files.bytes })
    .from(menu_upload_files)
    .where(filesOf(restaurantId, uploadId))
    .orderBy(asc(menu_upload_files.position));
  return rows.map(({ bytes }) => bytes);
}

export async function updateUpload(
  db: Tx,
  restaurantId: string,
  id: string,
  change: Partial<Pick<MenuUpload, 'status' | 'error' | 'pages_done' | 'pages_count' | 'pages' | 'categories'>>,
): Promise<void> {
  await db.update(menu_uploads).set(change).where(ofUpload(restaurantId, id));
}

/** Counts one more attempt to read it. Returns how many there were. */
export async function countAttempt(db: Tx, restaurantId: string, id: string): Promise<number> {
  const [row] = await db
    .update(menu_uploads)
    .set({ status: 'reading', attempts: sql`${menu_uploads.attempts} + 1` })
    .where(ofUpload(restaurantId, id))
    .returning({ attempts: menu_uploads.attempts });
  return row?.attempts ?? 0;
}

/** Uploads since `since`, and those of all that are not read yet. */
export async function countUploads(
  db: Tx,
  restaurantId: string,
  since: Date,
): Promise<{ recent: number; unread: number; oldest: string | null }> {
  const recent = gte(menu_uploads.created_at, since.toISOString());
  const unread = inArray(menu_uploads.status, ['uploaded', 'reading']);
  const [row] = await db
    .select({
      recent: sql<number>`count(*) FILTER (WHERE ${recent})::int`,
      unread: sql<number>`count(*) FILTER (WHERE ${unread})::int`,
      oldest: sql<string | null>`min(${menu_uploads.created_at}) FILTER (WHERE ${recent})`,
    })
    .from(menu_uploads)
    .where(eq(menu_uploads.restaurant_id, restaurantId));
  return row!;
}

export async function removeUpload(db: Tx, restaurantId: string, id: string): Promise<void> {
  await removeFiles(db, restaurantId, id);
  await db.delete(menu_uploads).where(ofUpload(restaurantId, id));
}

export async function removeFiles(db: Tx, restaurantId: string, uploadId: string): Promise<void> {
  await db.delete(menu_upload_files).where(filesOf(restaurantId, uploadId));
}
