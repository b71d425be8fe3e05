import * as z from 'zod/mini';
import type { ChannelReason } from '../../contract/channels/calls.ts';
import type { ChatMessage, Choices, TemplateChoice } from '../../contract/chats/calls.ts';
import { clip } from '../../contract/clip.ts';
import type { Graph } from './graph.ts';

/** A message to a customer, by phone number where it is known, else by business-scoped user id. */
export interface WhatsappMessage {
  to: { wa_id: string } | { user_id: string };
  /** Our id of the message. Meta repeats it in every status, so that a lost answer can be made up for. */
  reference: string;
  /** Meta's id of the message to which it replies. */
  quotedId?: string | null;
  content:
    | { kind: 'text'; text: string; choices?: Choices }
    | { kind: 'template'; template: TemplateChoice }
    | { kind: 'image' | 'document'; bytes: Uint8Array; mimeType: string; fileName: string | null; caption: string };
}

export type FailureCode = NonNullable<ChatMessage['failure_code']>;

export type WhatsappSent =
  | { kind: 'sent'; provider_message_id: string }
  /** `channel`: the fault is the channel's, and every further message would meet it. */
  | { kind: 'failed'; failure_code: FailureCode; code: number; channel: ChannelReason | null }
  /** No answer, so a repeat could reach the customer twice. */
  | { kind: 'unknown' };

interface Sender {
  token: string;
  phoneNoId: string;
}

export async function sendWhatsapp(
  graph: Graph,
  { token, phoneNoId }: Sender,
  message: WhatsappMessage,
): Promise<WhatsappSent> {
  const part = await contentOf(graph, { token, phoneNoId }, message.content);
  if ('kind' in part) return part;
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...('wa_id' in message.to ? { to: message.to.wa_id } : { recipient: message.to.user_id }),
    biz_opaque_callback_data: message.reference,
    ...(message.quotedId ? { context: { message_id: message.quotedId } } : {}),
    ...part,
  };
  const reply = await graph.post(`${phoneNoId}/messages`, body, token, Accepted);
  if (reply.kind === 'unknown') return reply;
  if (reply.kind === 'refused') return { kind: 'failed', ...faultOf(reply.code) };
  return { kind: 'sent', provider_message_id: reply.value.messages[0]!.id };
}

/** What the message carries; a file is uploaded first. An upload reaches nobody, so it may be repeated. */
async function contentOf(
  graph: Graph,
  { token, phoneNoId }: Sender,
  content: WhatsappMessage['content'],
): Promise<object | Exclude<WhatsappSent, { kind: 'sent' }>> {
  if (content.kind === 'text')
    return content.choices
      ? { type: 'interactive', interactive: interactiveOf(content.text, content.choices) }
      : { type: 'text', text: { body: content.text, preview_url: false } };
  if (content.kind === 'template') return { type: 'template', template: templateOf(content.template) };
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', content.mimeType);
  form.set('file', new Blob([new Uint8Array(content.bytes)], { type: content.mimeType }), content.fileName ?? 'file');
  const stored = await graph.post(`${phoneNoId}/media`, form, token, Stored);
  if (stored.kind === 'unknown') throw new Error('The Graph API did not answer an upload');
  if (stored.kind === 'refused') return { kind: 'failed', ...faultOf(stored.code) };
  const caption = content.caption === '' ? {} : { caption: content.caption };
  return content.kind === 'image'
    ? { type: 'image', image: { id: stored.value.id, ...caption } }
    : {
        type: 'document',
        document: { id: stored.value.id, ...caption, ...(content.fileName !== null && { filename: content.fileName }) },
      };
}

const BUTTONS_MAX = 3;
const BUTTON_TITLE = 20;
const ROWS_MAX = 10;
const ROW_TITLE = 24;
const ROW_DESCRIPTION = 72;
const BODY = 1024;

/** Reply buttons where few short ones are enough, else a list, within Meta's limits. A title that is too long goes on below. */
function interactiveOf(text: string, { button, rows }: Choices): object {
  const body = { text: clip(text, BODY) };
  if (rows.length <= BUTTONS_MAX && rows.every((one) => one.title.length <= BUTTON_TITLE && !one.description))
    return {
      type: 'button',
      body,
      action: { buttons: rows.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) },
    };
  const list = rows.slice(0, ROWS_MAX).map(({ id, title, description = '' }) => {
    const isLong = title.length > ROW_TITLE;
    const below = clip([isLong ? title : '', description].filter(Boolean).join(', '), ROW_DESCRIPTION);
    return { id, title: clip(title, ROW_TITLE), ...(below ? { description: below } : {}) };
  });
  return { type: 'list', body, action: { button: clip(button, BUTTON_TITLE), sections: [{ rows: list }] } };
}

function templateOf({ name, language, parameters }: TemplateChoice): object {
  const components = [{ type: 'body', parameters: parameters.map((value) => ({ type: 'text', text: value })) }];
  return { name, language: { code: language }, ...(parameters.length > 0 && { components }) };
}

/** What a code of Meta's error table means for the message and for the channel. Codes decide, titles do not. */
export function faultOf(code: number): { failure_code: FailureCode; code: number; channel: ChannelReason | null } {
  const onlyMessage = messageFaults[code];
  if (onlyMessage) return { failure_code: onlyMessage, code, channel: null };
  const channel = channelFaultOf(code);
  return { failure_code: 'channel_error', code, channel };
}

const messageFaults: Record<number, FailureCode> = {
  131_026: 'undeliverable',
  131_047: 'window_closed',
  131_048: 'rate_limited',
  131_049: 'rate_limited',
  131_056: 'rate_limited',
  130_429: 'rate_limited',
  130_472: 'undeliverable',
  131_050: 'blocked',
  131_051: 'undeliverable',
  131_052: 'undeliverable',
  131_053: 'undeliverable',
  132_000: 'template_refused',
  132_001: 'template_refused',
  132_005: 'template_refused',
  132_007: 'template_refused',
  132_012: 'template_refused',
  132_015: 'template_refused',
  132_016: 'template_refused',
};

/** Null: a wrong parameter or an unknown code, which says nothing about other messages. */
function channelFaultOf(code: number): ChannelReason | null {
  if (code === 0 || code === 102 || code === 190) return 'token_refused';
  if (code === 3 || code === 10 || (code >= 200 && code <= 299)) return 'permission_missing';
  if (code === 131_042 || code === 131_031 || code === 368) return 'account_blocked';
  return code === 133_010 ? 'number_not_registered' : null;
}

const Accepted = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) });
const Stored = z.object({ id: z.string() });
