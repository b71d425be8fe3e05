import { and, eq } from 'drizzle-orm';
import { CHAT_FILE_BYTES, type Attachment } from '../../../contract/chats/calls.ts';
import { fileKey } from '../../chats/files/file-key.ts';
import { findMessage, updateMessage } from '../../chats/store.ts';
import type { Pools } from '../../db/open.ts';
import { chat_files } from '../../db/schema/channels.ts';
import type { Env } from '../../env.ts';
import type { Whatsapp } from '../../integrations/whatsapp.ts';
import { inSpace } from '../../jobs/in-space.ts';
import type { JobRun } from '../../jobs/jobs.ts';
import type { Bus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { openToken } from '../token.ts';

interface MediaServices {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  env: Env;
  whatsapp: Whatsapp;
}

interface Row {
  media_id: string;
  created_at: Date;
  token_sealed: string;
}

/** WhatsApp deletes a file after seven days; retries end long before. */
const GIVE_UP_MS = 3 * 3_600_000;

/** Fetches a file that a customer sent into our own store. WhatsApp's address of it works for minutes only. */
export function whatsappMediaJobs({ pools, bus, env, whatsapp }: MediaServices): Record<string, JobRun> {
  return {
    'whatsapp.media': async ({ restaurant_id, channel_id, file_id }, { owner, clock }) => {
      const [restaurantId, channelId, fileId] = [restaurant_id!, channel_id!, file_id!];
      const { rows } = await owner.query<Row>(
        `SELECT f.media_id, f.created_at, c.token_sealed FROM chat_files f JOIN channels c USING (restaurant_id)
          WHERE f.restaurant_id = $1 AND f.id = $2 AND c.id = $3 AND f.stored_at IS NULL AND f.media_id IS NOT NULL`,
        [restaurantId, fileId, channelId],
      );
      const [row] = rows;
      if (!row) return;
      const note = (change: Pick<Attachment, 'state' | 'bytes'>) =>
        noteFile({ pools, bus }, { restaurantId, fileId, now: clock.now() }, change);
      const token = openToken(env, { restaurantId, channelId }, row.token_sealed);
      if (token === null) return void (await note({ state: 'failed', bytes: null }));
      try {
        const file = await whatsapp.readMedia(token, row.media_id, CHAT_FILE_BYTES);
        if (file === null) return void (await note({ state: 'failed', bytes: null }));
        if (file === 'too large') return void (await note({ state: 'too_large', bytes: null }));
        await openFiles(env).put(fileKey(restaurantId, fileId), file);
        const isThere = await note({ state: 'stored', bytes: file.length });
        // Its customer was erased in between.
        if (!isThere) await openFiles(env).remove(fileKey(restaurantId, fileId));
      } catch (fault) {
        if (clock.now().getTime() - row.created_at.getTime() > GIVE_UP_MS) await note({ state: 'failed', bytes: null });
        throw fault;
      }
    },
  };
}

/** False: the file is not known any more. */
async function noteFile(
  { pools, bus }: Pick<MediaServices, 'pools' | 'bus'>,
  { restaurantId, fileId, now }: { restaurantId: string; fileId: string; now: Date },
  change: Pick<Attachment, 'state' | 'bytes'>,
): Promise<boolean> {
  const { result, version } = await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
    const [file] = await db
      .update(chat_files)
      .set({ bytes: change.bytes, stored_at: change.state === 'stored' ? now.toISOString() : null })
      .where(and(eq(chat_files.restaurant_id, restaurantId), eq(chat_files.id, fileId)))
      .returning();
    const message = file?.message_id ? await findMessage(db, restaurantId, file.message_id) : null;
    if (!message) return file !== undefined;
    await updateMessage(db, restaurantId, message.id, {
      attachments: message.attachments.map((one) => (one.id === fileId ? { ...one, ...change } : one)),
      version: await bump(),
      updated_at: now.toISOString(),
    });
    return true;
  });
  if (version !== null) bus.publish(restaurantId, version);
  return result;
}
