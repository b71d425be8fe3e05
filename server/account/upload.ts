import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { restaurant_settings } from '../db/schema/settings.ts';
import type { Tx } from '../db/tx.ts';
import type { FileStore } from '../platform/files/file-store.ts';

/** Row of restaurant_settings that says how many parts of a file are in the store, so that deleteOldUploads finds them. */
const NAME = 'import_upload';

export const partKey = (restaurantId: string, part: number): string => `imports/${restaurantId}/${part}`;

const ofUpload = (restaurantId: string) =>
  and(eq(restaurant_settings.restaurant_id, restaurantId), eq(restaurant_settings.name, NAME));

/** Noted before the store gets the bytes. */
export async function notePart(db: Tx, restaurantId: string, part: number, now: Date): Promise<void> {
  const [present] = await db.select().from(restaurant_settings).where(ofUpload(restaurantId)).for('update');
  const parts = Math.max(Number(present?.value.parts ?? 0), part + 1);
  const saved = { value: { parts }, updated_at: now.toISOString(), updated_by: null };
  await db
    .insert(restaurant_settings)
    .values({ restaurant_id: restaurantId, name: NAME, ...saved })
    .onConflictDoUpdate({ target: [restaurant_settings.restaurant_id, restaurant_settings.name], set: saved });
}

export const partKeys = (restaurantId: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => partKey(restaurantId, part));

export async function removeParts(store: FileStore, restaurantId: string, parts: number): Promise<void> {
  for (const key of partKeys(restaurantId, parts)) await store.remove(key);
}

export async function countParts(db: Tx, restaurantId: string): Promise<number> {
  const [row] = await db.select().from(restaurant_settings).where(ofUpload(restaurantId));
  return Number(row?.value.parts ?? 0);
}

export async function forgetUpload(db: Tx, restaurantId: string): Promise<void> {
  await db.delete(restaurant_settings).where(ofUpload(restaurantId));
}

const DAY = 86_400_000;

/** Deletes parts that no import has used for a day. Any process may do it at any time. */
export async function deleteOldUploads(owner: pg.Pool, store: FileStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAY).toISOString();
  const { rows } = await owner.query<{ restaurant_id: string; parts: number }>(
    `SELECT restaurant_id, (value->>'parts')::int AS parts FROM restaurant_settings WHERE name = $1 AND updated_at < $2`,
    [NAME, before],
  );
  for (const { restaurant_id, parts } of rows) {
    await removeParts(store, restaurant_id, parts);
    await owner.query('DELETE FROM restaurant_settings WHERE restaurant_id = $1 AND name = $2 AND updated_at < $3', [
      restaurant_id,
      NAME,
      before,
    ]);
  }
  return rows.length;
}
