import type pg from 'pg';
import type { FileStore } from '../platform/files/file-store.ts';
import { imageKeys } from './store.ts';

const GRACE_DAYS = 7;

/** What the rows of one restaurant (`$1`) name. */
const NAMED = [
  ...['menu_items', 'menu_categories', 'menu_books', 'promotions'].map(
    (table) => `SELECT image_url FROM ${table} WHERE restaurant_id = $1 AND deleted_at IS NULL`,
  ),
  'SELECT jsonb_array_elements_text(images) FROM menu_items WHERE restaurant_id = $1 AND deleted_at IS NULL',
  `SELECT unnest(ARRAY[value->>'logo', value->>'cover_image', value->>'upload_profile_pic']) FROM restaurant_settings
    WHERE restaurant_id = $1 AND name IN ('website_images', 'chatbot')`,
].join(' UNION ALL ');

/**
 * Deletes images that no row has named for seven days, and what an interrupted upload left, restaurant by restaurant. The time is noted first:
 * a device that was offline may still name an image that it sent. Returns how many.
 */
export async function deleteUnusedFiles(owner: pg.Pool, store: FileStore, now: Date): Promise<number> {
  const { rows } = await owner.query<{ restaurant_id: string }>('SELECT DISTINCT restaurant_id FROM files');
  let count = 0;
  for (const { restaurant_id } of rows) count += await deleteUnusedOf(owner, store, restaurant_id, now);
  return count;
}

async function deleteUnusedOf(owner: pg.Pool, store: FileStore, restaurantId: string, now: Date): Promise<number> {
  await owner.query(
    `WITH named AS MATERIALIZED (${NAMED}),
          seen AS (SELECT id, '/files/' || restaurant_id || '/' || id IN (SELECT * FROM named WHERE image_url IS NOT NULL) AS is_named
                     FROM files WHERE restaurant_id = $1)
     UPDATE files f SET unused_since = CASE WHEN is_named THEN NULL ELSE $2::timestamptz END
       FROM seen WHERE f.restaurant_id = $1 AND f.id = seen.id AND is_named = (f.unused_since IS NOT NULL)`,
    [restaurantId, now.toISOString()],
  );
  // From here on nobody names it, until it is sent again. The row stays until the bytes are gone: a store that fails is asked again.
  const { rows } = await owner.query<{ id: string }>(
    'UPDATE files SET stored_at = NULL WHERE restaurant_id = $1 AND unused_since < $2 RETURNING id',
    [restaurantId, new Date(now.getTime() - GRACE_DAYS * 86_400_000).toISOString()],
  );
  for (const { id } of rows) {
    for (const key of imageKeys(restaurantId, id)) await store.remove(key);
    await owner.query('DELETE FROM files WHERE restaurant_id = $1 AND id = $2 AND stored_at IS NULL', [
      restaurantId,
      id,
    ]);
  }
  return rows.length;
}
