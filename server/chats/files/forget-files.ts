import { and, eq, inArray } from 'drizzle-orm';
import { chat_files } from '../../db/schema/channels.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import { fileKey } from './file-key.ts';

/** Forgets the files of these chats. A job removes their bytes, because the store may be across the network. */
export async function forgetFiles(c: Pick<BaseContext, 'db' | 'restaurantId' | 'enqueue'>, chatIds: readonly string[]) {
  const forgotten = await c.db
    .delete(chat_files)
    .where(and(eq(chat_files.restaurant_id, c.restaurantId), inArray(chat_files.chat_id, [...chatIds])))
    .returning({ id: chat_files.id });
  if (forgotten.length === 0) return;
  await c.enqueue(
    'files.forget',
    forgotten.map(({ id }) => ({ key: fileKey(c.restaurantId, id) })),
  );
}
