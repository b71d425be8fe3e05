import type pg from 'pg';
import type { FileStore } from '../platform/files/file-store.ts';
import { removeImage } from './store.ts';

const GRACE_DAYS = 7;

const URL = `'/files/' || f.restaurant_id || '/' || f.id`;
const naming = (table: string, more = '') =>
  `EXISTS (SELECT 1 FROM ${table} r WHERE r.restaurant_id = f.restaurant_id AND r.deleted_at IS NULL AND (r.image_url = ${URL}${more}))`;
const IS_NAMED = [
  naming('menu_items', ` OR jsonb_exists(r.images, ${URL})`),
  naming('menu_categories'),
  naming('menu_books'),
  naming('promotions'),
  `EXISTS (SELECT 1 FROM restaurant_settings s WHERE s.restaurant_id = f.restaurant_id AND s.name = 'website_images' AND ${URL} IN (s.value->>'logo', s.value->>'cover_image'))`,
  `EXISTS (SELECT 1 FROM restaurant_settings s WHERE s.restaurant_id = f.restaurant_id AND s.name = 'chatbot' AND ${URL} = s.value->>'upload_profile_pic')`,
].join(' OR ');

/**
 * Deletes images that no row has named for seven days, and what an interrupted upload left. The time is noted first: a device that was
 * offline may still name an image that it sent. Returns how many. Any number of processes may do it.
 */
export async function deleteUnusedFiles(owner: pg.Pool, store: FileStore, now: Date): Promise<number> {
  const at = now.toISOString();
  await owner.query(`UPDATE files f SET unused_since = NULL WHERE f.unused_since IS NOT NULL AND (${IS_NAMED})`);
  await owner.query(`UPDATE files f SET unused_since = $1 WHERE f.unused_since IS NULL AND NOT (${IS_NAMED})`, [at]);
  const before = new Date(now.getTime() - GRACE_DAYS * 86_400_000).toISOString();
  const { rows } = await owner.query<{ restaurant_id: string; id: string }>(
    'SELECT restaurant_id, id FROM files WHERE unused_since < $1',
    [before],
  );
  for (const { restaurant_id, id } of rows) {
    // The row goes first, so that nobody names an image that is being deleted; it comes back with the next upload.
    const { rowCount } = await owner.query(
      'DELETE FROM files WHERE restaurant_id = $1 AND id = $2 AND unused_since < $3',
      [restaurant_id, id, before],
    );
    if (rowCount) await removeImage(store, restaurant_id, id);
  }
  return rows.length;
}
