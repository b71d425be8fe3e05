import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { ChannelTemplate } from '../../contract/channels/calls.ts';
import type { Attachment, Chat, ChatMessage, TemplateChoice } from '../../contract/chats/calls.ts';
import { isWindowClosed, renderTemplate, type ReplyBody } from '../../contract/chats/reply.ts';
import { channels, chat_files } from '../db/schema/channels.ts';
import { chat_messages } from '../db/schema/chats.ts';
import { refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { contactOfChat } from './contact-of-chat.ts';

export interface ReplyExtra {
  type: ChatMessage['type'];
  /** What the customer reads instead of the given text. */
  text: string | null;
  template: TemplateChoice | null;
  attachments: Attachment[];
}

type ReplyContext = BaseContext & { body: ReplyBody };

const plain: ReplyExtra = { type: 'text', text: null, template: null, attachments: [] };

/** The template or file of a reply, and whether its channel still lets it go. */
export async function readExtra(c: ReplyContext, chat: Chat): Promise<ReplyExtra | Refusal> {
  const { template, file_id: fileId } = c.body;
  if (chat.channel_type !== 'whatsapp') {
    if (template) return refuse('template_missing');
    return fileId === undefined
      ? plain
      : refuse('invalid_fields', { field_errors: { file_id: 'This chat takes no files' } });
  }
  if (template) return readTemplate(c, chat, template);
  if (isWindowClosed(chat, c.now.toISOString())) return refuse('window_closed', { current: chat });
  return fileId === undefined ? plain : readFile(c, chat, fileId.toLowerCase());
}

async function readTemplate(c: ReplyContext, chat: Chat, choice: TemplateChoice): Promise<ReplyExtra | Refusal> {
  const contact = await contactOfChat(c.db, c.restaurantId, chat.id);
  const [channel] = contact
    ? await c.db
        .select({ templates: channels.templates })
        .from(channels)
        .where(and(eq(channels.restaurant_id, c.restaurantId), eq(channels.id, contact.channel_id)))
    : [];
  const found = channel?.templates.find(
    (one: ChannelTemplate) => one.name === choice.name && one.language === choice.language,
  );
  const isComplete = choice.parameters.every((value) => value.trim() !== '');
  if (!found?.is_usable || found.parameters !== choice.parameters.length || !isComplete)
    return refuse('template_missing');
  return { ...plain, type: 'template', text: renderTemplate(found.body, choice.parameters), template: choice };
}

async function readFile(c: ReplyContext, chat: Chat, fileId: string): Promise<ReplyExtra | Refusal> {
  const [file] = await c.db
    .select()
    .from(chat_files)
    .where(
      and(
        eq(chat_files.restaurant_id, c.restaurantId),
        eq(chat_files.id, fileId),
        eq(chat_files.chat_id, chat.id),
        isNull(chat_files.message_id),
        isNotNull(chat_files.stored_at),
      ),
    );
  if (!file) return refuse('file_missing');
  const isImage = file.mime_type.startsWith('image/');
  const attachment: Attachment = {
    id: file.id,
    kind: isImage ? 'image' : 'document',
    mime_type: file.mime_type,
    file_name: file.file_name,
    bytes: file.bytes,
    state: 'stored',
  };
  return { ...plain, type: isImage ? 'image' : 'file', attachments: [attachment] };
}

/** Stores what devices do not get: the template's choice, and which reply a file belongs to. */
export async function noteExtra(c: ReplyContext, { id }: Pick<ChatMessage, 'id'>, extra: ReplyExtra): Promise<void> {
  if (extra.template)
    await c.db
      .update(chat_messages)
      .set({ template: extra.template })
      .where(and(eq(chat_messages.restaurant_id, c.restaurantId), eq(chat_messages.id, id)));
  for (const file of extra.attachments)
    await c.db
      .update(chat_files)
      .set({ message_id: id })
      .where(and(eq(chat_files.restaurant_id, c.restaurantId), eq(chat_files.id, file.id)));
}
