import { sql } from 'drizzle-orm';
import { getStorage, STORAGE_BYTES, type Storage } from '../../contract/account/calls.ts';
import { defineHandler } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';

/** The room that a restaurant's files take. Rows themselves are small. */
export async function storageOf(db: Tx, restaurantId: string): Promise<Storage> {
  const sum = (column: string, table: string) =>
    sql`(SELECT coalesce(sum(${sql.raw(column)}), 0) FROM ${sql.identifier(table)} WHERE restaurant_id = ${restaurantId}::uuid)`;
  const { rows } = await db.execute<Record<'pictures' | 'chats' | 'imports', string>>(sql`
    SELECT ${sum('bytes', 'files')} AS pictures,
           ${sum('bytes', 'chat_files')} AS chats,
           ${sum('octet_length(content)', 'order_imports')} + ${sum('octet_length(content)', 'customer_imports')} +
           ${sum('octet_length(bytes)', 'menu_sent_files')} + ${sum('octet_length(bytes)', 'menu_upload_files')} AS imports`);
  const [{ pictures, chats, imports }] = rows as [(typeof rows)[number]];
  return {
    pictures_bytes: Number(pictures),
    chat_files_bytes: Number(chats),
    import_bytes: Number(imports),
    limit_bytes: STORAGE_BYTES,
  };
}

/** Whether a restaurant's files have taken all the room that they may. */
export async function isStorageFull(db: Tx, restaurantId: string): Promise<boolean> {
  const { pictures_bytes, chat_files_bytes, import_bytes, limit_bytes } = await storageOf(db, restaurantId);
  return pictures_bytes + chat_files_bytes + import_bytes >= limit_bytes;
}

export const storageRoute = defineHandler(getStorage, (c) => storageOf(c.db, c.restaurantId));
