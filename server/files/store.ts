import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { IMAGE_WIDTHS, imageIdsOf, type ImageWidth } from '../../contract/files/images.ts';
import { files } from '../db/schema/files.ts';
import { refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';

const fileOf = (restaurantId: string, id: string) => and(eq(files.restaurant_id, restaurantId), eq(files.id, id));

/** Where one width of an image lies. The restaurant stands in the key, so nobody can write another's. */
export const imageKey = (restaurantId: string, id: string, width: ImageWidth): string =>
  `images/${restaurantId}/${id}/${width}`;

export async function findFile(db: Tx, restaurantId: string, id: string): Promise<typeof files.$inferSelect | null> {
  const [row] = await db.select().from(files).where(fileOf(restaurantId, id));
  return row ?? null;
}

/** Noted before the store gets the bytes, so that deleteUnusedFiles finds what a crash leaves there. */
export async function noteFile(db: Tx, row: typeof files.$inferInsert): Promise<void> {
  await db.insert(files).values(row).onConflictDoNothing();
}

export async function noteStored(db: Tx, restaurantId: string, id: string, at: string): Promise<void> {
  await db.update(files).set({ stored_at: at, unused_since: null }).where(fileOf(restaurantId, id));
}

export const imageKeys = (restaurantId: string, id: string): string[] =>
  IMAGE_WIDTHS.map((width) => imageKey(restaurantId, id, width));

/** Refuses a change that names an image which this restaurant has not stored. Null: none is missing. */
export async function refuseMissingImages(
  c: Pick<BaseContext, 'db' | 'restaurantId'> & { body: { image_url?: string | null; images?: string[] } },
): Promise<Refusal | null> {
  const urls = [...new Set([c.body.image_url, ...(c.body.images ?? [])])].filter((url) => typeof url === 'string');
  if (urls.length === 0) return null;
  const ids = urls.map(imageIdsOf).filter((one) => one?.restaurantId === c.restaurantId);
  const found = await c.db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.restaurant_id, c.restaurantId),
        inArray(
          files.id,
          ids.map((one) => one!.fileId),
        ),
        isNotNull(files.stored_at),
      ),
    );
  return found.length < urls.length ? refuse('file_missing') : null;
}
