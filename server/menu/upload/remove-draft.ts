import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import type { MenuUpload } from '../../../contract/menu/upload-calls.ts';
import type { Actor } from '../../../contract/fields.ts';
import { menu_books, menu_categories } from '../../db/schema/menu.ts';
import type { Tx } from '../../db/tx.ts';

interface RemoveDraftContext {
  db: Tx;
  restaurantId: string;
  now: Date;
  bump(): Promise<number>;
}

/** Deletes the draft menu that an upload made for itself, unless it was published, renamed or filled. */
export async function removeDraft(
  { db, restaurantId, now, bump }: RemoveDraftContext,
  { id, menu_book_id }: Pick<MenuUpload, 'id' | 'menu_book_id'>,
  by: Actor,
): Promise<void> {
  if (menu_book_id !== id) return;
  const isUntouched = and(
    eq(menu_books.restaurant_id, restaurantId),
    eq(menu_books.id, menu_book_id),
    eq(menu_books.status, 'draft'),
    eq(menu_books.source, 'upload'),
    eq(menu_books.field_changes, sql`'{}'::jsonb`),
    isNull(menu_books.deleted_at),
    notExists(
      db
        .select({ one: sql`1` })
        .from(menu_categories)
        .where(
          and(
            eq(menu_categories.restaurant_id, restaurantId),
            eq(menu_categories.menu_book_id, menu_book_id),
            isNull(menu_categories.deleted_at),
          ),
        ),
    ),
  );
  const [found] = await db.select({ id: menu_books.id }).from(menu_books).where(isUntouched);
  if (!found) return;
  const at = now.toISOString();
  await db
    .update(menu_books)
    .set({ deleted_at: at, updated_at: at, updated_by: by, version: await bump() })
    .where(isUntouched);
}
