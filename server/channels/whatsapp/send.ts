import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { fileKey } from '../../chats/files/file-key.ts';
import { findChat, findMessage } from '../../chats/store.ts';
import type { Pools } from '../../db/open.ts';
import { channels } from '../../db/schema/channels.ts';
import { chat_messages } from '../../db/schema/chats.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Env } from '../../env.ts';
import type { Channel, Outgoing, Sent } from '../../integrations/channels/channel.ts';
import type { Whatsapp, WhatsappDetails } from '../../integrations/whatsapp.ts';
import type { FailureCode, WhatsappMessage } from '../../integrations/whatsapp-send.ts';
import { inSpace } from '../../jobs/in-space.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Tx } from '../../db/tx.ts';
import type { Bus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { breakChannel } from '../break-channel.ts';
import { openToken } from '../token.ts';
import { contactOfChat } from '../../chats/contact-of-chat.ts';

export interface SendServices {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  env: Env;
  whatsapp: Whatsapp;
}

interface Prepared {
  channelId: string;
  /** Its bytes are read after the transaction, since a store may be across the network. */
  fileId: string | null;
  details: WhatsappDetails;
  message: WhatsappMessage;
}

const failed = (failure_code: FailureCode): Sent => ({ kind: 'failed', failure_code });

/** Replies over WhatsApp. Each is sent at most once: what may have arrived is never repeated. */
export const openWhatsappChannel = (services: SendServices, enqueue: Jobs['enqueue']): Channel => ({
  isRepeatable: false,
  async send(outgoing) {
    const prepared = await withTransaction(services.pools.app, outgoing.restaurantId, 'read', (client) =>
      prepare(drizzle(client), services.env, outgoing),
    );
    if ('kind' in prepared) return prepared;
    const sent = await services.whatsapp.send(prepared.details, await withBytes(services.env, outgoing, prepared));
    if (sent.kind !== 'failed') return sent;
    if (sent.channel) {
      const fault = { reason: sent.channel, code: String(sent.code) };
      const { restaurantId, now } = outgoing;
      const { version } = await inSpace(services.pools.app, restaurantId, ({ db, bump }) =>
        breakChannel(
          { db, bump, restaurantId, now, enqueue: (job, ids) => enqueue(db, job, ids) },
          prepared.channelId,
          fault,
        ),
      );
      if (version !== null) services.bus.publish(restaurantId, version);
    }
    return failed(sent.failure_code);
  },
});

/** Everything that needs no network; a reply that cannot go is refused here. */
async function prepare(db: Tx, env: Env, { restaurantId, chatId, messageId, now }: Outgoing): Promise<Prepared | Sent> {
  const contact = await contactOfChat(db, restaurantId, chatId);
  const [channel] = contact
    ? await db
        .select()
        .from(channels)
        .where(and(eq(channels.restaurant_id, restaurantId), eq(channels.id, contact.channel_id)))
    : [];
  if (!contact || !channel || channel.phone_no_id === null || channel.waba_id === null) return failed('channel_error');
  if (channel.status === 'paused') return failed('channel_paused');
  // While details are checked again, the reply waits.
  if (channel.status === 'pending') throw new Error('The channel is being checked');
  if (channel.status !== 'connected') return failed('channel_error');
  const token = openToken(env, { restaurantId, channelId: channel.id }, channel.token_sealed);
  if (token === null) return failed('channel_error');
  const [row] = await db
    .select()
    .from(chat_messages)
    .where(and(eq(chat_messages.restaurant_id, restaurantId), eq(chat_messages.id, messageId)));
  const chat = await findChat(db, restaurantId, chatId);
  if (!row || !chat) return failed('channel_error');
  const closes = chat.reply_window_closes_at;
  if (!row.template && (closes === null || Date.parse(closes) <= now.getTime())) return failed('window_closed');
  const to = contact.wa_id !== null ? { wa_id: contact.wa_id } : { user_id: contact.user_id! };
  return {
    channelId: channel.id,
    fileId: row.template ? null : (row.attachments[0]?.id ?? null),
    details: { token, phoneNoId: channel.phone_no_id, wabaId: channel.waba_id },
    message: {
      to,
      reference: messageId,
      content: contentOf(row),
      quotedId: row.quote?.message_id
        ? ((await findMessage(db, restaurantId, row.quote.message_id))?.provider_message_id ?? null)
        : null,
    },
  };
}

function contentOf({
  template,
  message,
  choices,
  attachments: [file],
}: Pick<
  typeof chat_messages.$inferSelect,
  'template' | 'message' | 'choices' | 'attachments'
>): WhatsappMessage['content'] {
  if (template) return { kind: 'template', template };
  if (!file) return { kind: 'text', text: message, ...(choices ? { choices } : {}) };
  return {
    kind: file.kind === 'image' ? 'image' : 'document',
    bytes: new Uint8Array(),
    mimeType: file.mime_type,
    fileName: file.file_name,
    caption: message,
  };
}

async function withBytes(
  env: Env,
  { restaurantId }: Outgoing,
  { message, fileId }: Prepared,
): Promise<WhatsappMessage> {
  const { content } = message;
  if (fileId === null || (content.kind !== 'image' && content.kind !== 'document')) return message;
  const bytes = await openFiles(env).get(fileKey(restaurantId, fileId));
  if (!bytes) throw new Error('The file of a reply is not in the store');
  return { ...message, content: { ...content, bytes } };
}
