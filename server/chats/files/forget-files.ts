import { and, eq, inArray } from 'drizzle-orm';
import { chat_files } from '../../db/schema/channels.ts';
import type { Env } from '../../env.ts';
import type { JobRun } from '../../jobs/jobs.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { fileKey } from './file-key.ts';

/** Forgets the files of these chats. A job removes their bytes, because the store may be across the network. */
export async function forgetFiles(c: Pick<BaseContext, 'db' | 'restaurantId' | 'enqueue'>, chatIds: readonly string[]) {
  const forgotten = await c.db
    .delete(chat_files)
    .where(and(eq(chat_files.restaurant_id, c.restaurantId), inArray(chat_files.chat_id, [...chatIds])))
    .returning({ id: chat_files.id });
  if (forgotten.length === 0) return;
  await c.enqueue(
    'chats.forget_file',
    forgotten.map(({ id }) => ({ restaurant_id: c.restaurantId, file_id: id })),
  );
}

export const chatFileJobs = (env: Env): Record<string, JobRun> => ({
  'chats.forget_file': ({ restaurant_id, file_id }) => openFiles(env).remove(fileKey(restaurant_id!, file_id!)),
});
