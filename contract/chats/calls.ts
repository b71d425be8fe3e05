import * as z from 'zod/mini';
import { call, online, queue, read } from '../call.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { FORM_BYTES } from '../limits.ts';
import { ChosenModifier } from '../orders/calls.ts';
import { pagingQuery } from '../query.ts';
import { Base64, Id, Instant, operationFields, storable, syncedFields, text, trimmedText } from '../fields.ts';
import { LABEL_MAX, LABELS_MAX } from './labels.ts';

export const ChannelType = z.enum(['website', 'whatsapp']);
export const PauseReason = z.enum(['owner', 'staff_reply', 'customer_asked', 'bot_unsure']);

/**
 * What a customer chose with the bot and has not finished, so that staff can finish it, offline too. `at`: when it last changed. Prices and
 * whether it can still be had are looked up when it is finished.
 */
export const ChatDraft = z.object({
  at: Instant,
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  order: z.nullable(
    z.object({
      order_type: z.nullable(z.enum(['pickup', 'delivery'])),
      lines: z.array(
        z.object({
          menu_item_id: Id,
          variant_id: z.optional(Id),
          quantity: z.int(),
          modifiers: z.optional(z.array(ChosenModifier)),
          note: z.optional(z.string()),
        }),
      ),
      address: z.nullable(z.string()),
      postal_code: z.nullable(z.string()),
      /** Null: as soon as possible, or not chosen yet. */
      scheduled_for: z.nullable(Instant),
    }),
  ),
  table: z.nullable(z.object({ guests_count: z.int(), date: z.nullable(z.string()), starts_at: z.nullable(Instant) })),
});
export type ChatDraft = z.infer<typeof ChatDraft>;

export const Chat = z.object({
  ...syncedFields,
  customer_id: Id,
  customer_name: z.string(),
  channel_type: ChannelType,
  is_paused: z.boolean(),
  /** `occurred_at` of the current pause or resume: the newest wins, then the greater operation id. */
  paused_at: z.nullable(Instant),
  pause_changed_at: z.nullable(Instant),
  pause_op_id: z.nullable(Id),
  paused_by: z.nullable(z.string()),
  pause_reason: z.nullable(PauseReason),
  paused_until: z.nullable(Instant),
  needs_human: z.boolean(),
  unread_count: z.int(),
  /** `created_at` of the newest message that staff have read. */
  read_upto: z.nullable(Instant),
  last_message_preview: z.string(),
  last_message_author: z.nullable(z.enum(['customer', 'bot', 'staff', 'system'])),
  last_message_at: Instant,
  last_inbound_at: z.nullable(Instant),
  /** WhatsApp: end of the 24-hour window. Null: no window. */
  reply_window_closes_at: z.nullable(Instant),
  open_order_ids: z.array(Id),
  /** Of staff, for staff: see withLabels. */
  labels: z.array(z.string()),
  open_draft: z.optional(z.nullable(ChatDraft)),
});
export type Chat = z.infer<typeof Chat>;

/** A file of a message. Its bytes are private: `chats.readFile` returns them once it is `stored`. */
export const Attachment = z.object({
  id: Id,
  kind: z.enum(['image', 'audio', 'video', 'document']),
  mime_type: z.string(),
  file_name: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  /** `too_large` and `failed`: only the customer has it. */
  state: z.enum(['loading', 'stored', 'too_large', 'failed']),
});
export type Attachment = z.infer<typeof Attachment>;

/** An approved WhatsApp template and the values of its parameters, in order. */
export const TemplateChoice = z.strictObject({
  name: text(512),
  language: text(20),
  parameters: z.array(text(1024)).check(z.maxLength(20)),
});
export type TemplateChoice = z.infer<typeof TemplateChoice>;

/** The message to which one replies, as it was then: its start on one line. `message_id` null: it is not here. */
export const Quote = z.object({
  message_id: z.nullable(Id),
  author: z.nullable(z.enum(['customer', 'bot', 'staff', 'system'])),
  text: z.string(),
});
export type Quote = z.infer<typeof Quote>;

/** One message. `composed_at`: when it was written. `created_at`: when the server received it, which orders the chat. */
export const ChatMessage = z.object({
  ...syncedFields,
  chat_id: Id,
  author: z.enum(['customer', 'bot', 'staff', 'system']),
  author_name: z.nullable(z.string()),
  type: z.enum(['text', 'image', 'audio', 'file', 'location', 'template', 'note', 'order_card']),
  message: z.string(),
  attachments: z.array(Attachment),
  quote: z.nullable(Quote),
  delivery_status: z.enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed']),
  failure_code: z.nullable(
    z.enum([
      'window_closed',
      'channel_paused',
      'channel_error',
      'blocked',
      'rate_limited',
      'too_long',
      'undeliverable',
      'template_refused',
      'unconfirmed',
    ]),
  ),
  provider_message_id: z.nullable(z.string()),
  /** Of type `note`: only staff see it, and no channel sends it. */
  is_private: z.boolean(),
  composed_at: z.nullable(Instant),
  sent_at: z.nullable(Instant),
  delivered_at: z.nullable(Instant),
  read_at: z.nullable(Instant),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** What a customer can choose instead of writing. Few short ones are buttons, others a list that `button` opens. */
export const Choices = z.object({
  button: z.string(),
  rows: z.array(z.object({ id: z.string(), title: z.string(), description: z.optional(z.string()) })),
});
export type Choices = z.infer<typeof Choices>;

/** Longest message, as in common messengers. */
export const MESSAGE_MAX = 4096;

/** A message's text: trimmed, with a fixed error if nothing is left. */
export const MessageText = z
  .string(fixedTexts.messageRequired)
  .check(z.trim(), z.minLength(1, fixedTexts.messageRequired), z.maxLength(MESSAGE_MAX), storable);

export const list = call('chats.list', 'GET', '/chat', {
  access: 'chats',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    /** Search words for the customer's name and the newest message. */
    search: z.optional(text(100)),
    customer_id: z.optional(Id),
    is_unread: z.optional(z.enum(['true', 'false'])),
    is_paused: z.optional(z.enum(['true', 'false'])),
    label: z.optional(text(LABEL_MAX)),
  }),
  reply: Chat,
  paged: true,
  summary: 'Chats: unread first, then newest first',
});

/** The newest messages in chat order; `before` (a message's `created_at`) requests older ones. */
export const get = call('chats.get', 'GET', '/chat/{id}', {
  access: 'chats',
  offline: read,
  query: z.strictObject({ before: z.optional(Instant), limit: pagingQuery.limit }),
  reply: z.object({ chat: Chat, messages: z.array(ChatMessage), has_earlier: z.boolean() }),
  summary: 'One chat with its newest messages',
});

/** Pauses the bot in this chat, for good or until an instant. The newest `occurred_at` of pause and resume wins; 200 `superseded`. */
export const pause = call('chats.pause', 'POST', '/chat/{id}/pause', {
  access: 'chats',
  offline: queue('never'),
  body: z.strictObject({ paused_until: z.optional(z.nullable(Instant)), ...operationFields }),
  isBodyOptional: true,
  reply: Chat,
  summary: 'Pause the bot in a chat',
});

export const resume = call('chats.resume', 'POST', '/chat/{id}/resume', {
  access: 'chats',
  offline: queue('never'),
  body: z.strictObject(operationFields),
  isBodyOptional: true,
  reply: Chat,
  summary: 'Let the bot answer again',
});

/**
 * A staff reply. It pauses the bot, is sent through the chat's channel, and is returned as the message with its delivery. `message_id`: the
 * id under which the device already shows it.
 * A reply that says what its author had seen is checked against what happened since. 409 `overtaken` (with `current`, the chat): the
 * customer wrote after `seen_inbound_at`. 409 `reply_too_old`: it was written longer ago than REPLY_FRESH_MS. `is_confirmed`: somebody was
 * asked and wants it sent anyway. 409 `window_closed`: WhatsApp lets nobody write freely 24 hours after the customer's last message; a
 * template may go. 409 `template_missing`: it is not approved, or its parameters do not fit.
 */
export const sendMessage = call('chats.sendMessage', 'POST', '/chat/{id}/message', {
  access: 'chats',
  offline: queue('never'),
  body: z.strictObject({
    message: MessageText,
    message_id: z.optional(Id),
    /** `last_inbound_at` of the chat as its author saw it; null: the customer had written nothing. */
    seen_inbound_at: z.optional(z.nullable(Instant)),
    is_confirmed: z.optional(z.boolean()),
    /** WhatsApp: sent instead of free text, also when the 24 hours are over. `message` is its text as the customer reads it. */
    template: z.optional(TemplateChoice),
    /** A file that was uploaded for this chat; `message` is its caption. */
    file_id: z.optional(Id),
    /** WhatsApp: the message of this chat to which it replies. One that is not here is left out. */
    quote_id: z.optional(Id),
    ...operationFields,
  }),
  bodyLimit: FORM_BYTES,
  reply: ChatMessage,
  summary: 'Reply to a customer',
});

/**
 * A note for colleagues. It is no reply: the customer never sees it, no channel sends it, the bot goes on answering, and the chat itself
 * stays as it is. `message_id`: the id under which the device already shows it.
 */
export const addNote = call('chats.addNote', 'POST', '/chat/{id}/notes', {
  access: 'chats',
  offline: queue('never'),
  body: z.strictObject({ message: MessageText, message_id: z.optional(Id), ...operationFields }),
  bodyLimit: FORM_BYTES,
  reply: ChatMessage,
  addition: true,
  summary: 'Add a private note to a chat',
});

const Labels = z.optional(z.array(trimmedText(LABEL_MAX)).check(z.maxLength(LABELS_MAX)));

/**
 * Adds and removes labels. Only the difference is sent, so that labels which two devices add both stay. 422 `invalid_fields`: the chat
 * would have more than LABELS_MAX.
 */
export const setLabels = call('chats.setLabels', 'POST', '/chat/{id}/labels', {
  access: 'chats',
  offline: queue('never'),
  body: z.strictObject({ add: Labels, remove: Labels, ...operationFields }),
  reply: Chat,
  addition: true,
  summary: 'Add and remove labels of a chat',
});

/** Marks messages as read: `read_upto` (a message's `created_at`) only moves forward. */
export const markAsRead = call('chats.markAsRead', 'POST', '/chat/{id}/mark-as-read', {
  access: 'chats',
  // The mark never moves back, so the newest entry need not be the furthest.
  offline: queue('never'),
  body: z.strictObject({ read_upto: Instant, ...operationFields }),
  reply: Chat,
  addition: true,
  summary: 'Mark a chat as read',
});

/** Largest file in a chat, bytes; WhatsApp takes images of 5 MB and more of other kinds. */
export const CHAT_FILE_BYTES = 5 * 1024 * 1024;

/** A file of a message, for staff only, as a data URL. */
export const readFile = call('chats.readFile', 'GET', '/chat/{id}/files/{fileId}', {
  access: 'chats',
  offline: read,
  reply: z.object({ mime_type: z.string(), file_name: z.nullable(z.string()), data_url: z.string() }),
  addition: true,
  summary: 'A file of a chat',
});

/** Stores a file for a reply: a JPEG, PNG or PDF. A repeat with the same id changes nothing. */
export const storeFile = call('chats.storeFile', 'PUT', '/chat/{id}/files/{fileId}', {
  access: 'chats',
  offline: online('chat_file'),
  body: z.strictObject({
    file_name: z.optional(text(200)),
    data: Base64,
  }),
  bodyLimit: Math.ceil((CHAT_FILE_BYTES * 4) / 3) + 1000,
  reply: Attachment,
  addition: true,
  summary: 'Store a file to send in a chat',
});
