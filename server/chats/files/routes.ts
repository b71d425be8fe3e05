import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../../contract/chats/calls.ts';
import { chat_files } from '../../db/schema/channels.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { defineHandlerWithoutTransaction, refuse, type Handler } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import type { Services } from '../../pipeline/services.ts';
import { isId } from '../../platform/ids.ts';
import { toDataUrl } from '../../platform/data-url.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { findChat } from '../store.ts';
import { fileKey } from './file-key.ts';
import { bytesOf } from '../../pipeline/received-files.ts';

/** Not in one transaction: the store may be across the network. */
export function chatFileRoutes({ pools, env }: Services): Handler[] {
  const inTenant = <T>(restaurantId: string, run: (db: Tx) => Promise<T>) =>
    withTransaction(pools.app, restaurantId, 'write', (client) => run(drizzle(client)));

  const readFile = defineHandlerWithoutTransaction(contract.readFile, async (c) => {
    const { restaurantId } = c.session;
    const { id: chatId, fileId } = c.path;
    if (!isId(chatId) || !isId(fileId)) return refuse('not_found');
    const row = await inTenant(restaurantId, (db) => findFile(db, { restaurantId, chatId, fileId }));
    const bytes = row?.stored_at ? await openFiles(env).get(fileKey(restaurantId, row.id)) : null;
    if (!row || !bytes) return refuse('not_found');
    // Only types that a browser shows as what they are; anything else is a download.
    const mime_type = shown.test(row.mime_type) ? row.mime_type.split(';')[0]! : 'application/octet-stream';
    return {
      mime_type,
      file_name: row.file_name,
      data_url: await toDataUrl(mime_type, bytes),
    };
  });

  const storeFile = defineHandlerWithoutTransaction(contract.storeFile, async (c) => {
    const { restaurantId } = c.session;
    const { id: chatId, fileId } = c.path;
    if (!isId(chatId) || !isId(fileId)) return refuse('not_found');
    const bytes = bytesOf(c.body.data);
    const mime_type = typeOf(bytes);
    if (bytes.length > contract.CHAT_FILE_BYTES) return refuse('too_large');
    if (!mime_type) return refuse('invalid_fields', { field_errors: { data: 'Choose a JPEG, a PNG or a PDF' } });
    const at = c.now.toISOString();
    const id = fileId.toLowerCase();
    const row = await inTenant(restaurantId, async (db) => {
      if (!(await findChat(db, restaurantId, chatId))) return null;
      await db
        .insert(chat_files)
        .values({
          restaurant_id: restaurantId,
          id,
          chat_id: chatId.toLowerCase(),
          mime_type,
          file_name: c.body.file_name ?? null,
          bytes: bytes.length,
          created_at: at,
        })
        .onConflictDoNothing();
      return findFile(db, { restaurantId, chatId, fileId: id });
    });
    if (!row) return refuse('not_found');
    if (row.message_id !== null || row.media_id !== null || row.bytes !== bytes.length) return refuse('id_taken');
    await openFiles(env).put(fileKey(restaurantId, id), bytes);
    await inTenant(restaurantId, (db) =>
      db
        .update(chat_files)
        .set({ stored_at: at })
        .where(and(eq(chat_files.restaurant_id, restaurantId), eq(chat_files.id, id))),
    );
    const kind = mime_type.startsWith('image/') ? ('image' as const) : ('document' as const);
    return { id, kind, mime_type, file_name: row.file_name, bytes: bytes.length, state: 'stored' as const };
  });

  return [readFile, storeFile];
}

const shown = /^(image\/(jpeg|png|webp|gif)|audio\/(ogg|mpeg|mp4|aac|amr)|video\/(mp4|3gpp)|application\/pdf)(;|$)/;

async function findFile(
  db: Tx,
  { restaurantId, chatId, fileId }: { restaurantId: string; chatId: string; fileId: string },
): Promise<typeof chat_files.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(chat_files)
    .where(and(eq(chat_files.restaurant_id, restaurantId), eq(chat_files.chat_id, chatId), eq(chat_files.id, fileId)));
  return row ?? null;
}

/** By the first bytes: what a file claims to be is not believed. */
function typeOf(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 8).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n')) return 'image/png';
  return head.startsWith('%PDF-') ? 'application/pdf' : null;
}
