import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Attachment } from '../../../contract/chats/calls.ts';
import { MESSAGE_MAX } from '../../../contract/chats/calls.ts';
import { clip } from '../../../contract/clip.ts';

/** Who an event is about. The user id comes first; a customer with a username may have no phone number here. */
export interface WhatsappPerson {
  user_id: string | null;
  wa_id: string | null;
  username: string | null;
  name: string | null;
}

export interface InboundMedia {
  media_id: string;
  kind: Attachment['kind'];
  mime_type: string;
  file_name: string | null;
}

/** A line of a catalogue cart: the item's id as the catalogue knows it. */
export interface CartLine {
  item_id: string;
  quantity: number;
}

export type WhatsappEvent =
  | {
      kind: 'message';
      id: string;
      at: string;
      from: WhatsappPerson;
      type: 'text' | 'image' | 'audio' | 'file' | 'location';
      text: string;
      media: InboundMedia | null;
      cart: CartLine[] | null;
      /** To a message: nothing to answer. Missing in events that are stored already: not known. */
      isReaction?: boolean;
      /** Of a button or a row of a list that was pressed: the id decides, never the title. */
      choice_id?: string;
      /** WhatsApp's id of the message to which it replies. */
      quoted_id?: string;
    }
  | { kind: 'status'; id: string; at: string; status: string; reference: string | null; code: number | null }
  /** A reply that somebody wrote in the WhatsApp app on the restaurant's own phone. */
  | { kind: 'echo'; id: string; at: string; to: WhatsappPerson; text: string; quoted_id?: string }
  | { kind: 'identity'; id: string; previous: WhatsappPerson; next: WhatsappPerson }
  /** Something about the number or its templates has changed. */
  | { kind: 'account'; id: string };

export interface RoutedEvent {
  /** Null: the event is about the whole account. */
  phoneNoId: string | null;
  wabaId: string;
  /** The same for every copy of the event. */
  key: string;
  event: WhatsappEvent;
}

/** The events in a webhook's body, in its order. Unknown fields and kinds are skipped. Null: not an object of this webhook. */
export function readEvents(rawBody: Uint8Array): RoutedEvent[] | null {
  const body = Envelope.safeParse(parse(rawBody));
  if (!body.success) return null;
  return body.data.entry.flatMap(({ id: wabaId, changes }) => changes.flatMap((change) => ofChange(wabaId, change)));
}

function ofChange(wabaId: string, { field, value }: z.infer<typeof Change>): RoutedEvent[] {
  const content = Value.safeParse(value);
  if (!content.success) return [];
  const { metadata, contacts = [], messages = [], statuses = [], message_echoes: echoes = [] } = content.data;
  if (!metadata) {
    const id = createHash('sha256')
      .update(`${field} ${JSON.stringify(value)}`)
      .digest('hex');
    return [{ phoneNoId: null, wabaId, key: `a:${id}`, event: { kind: 'account', id } }];
  }
  const route = (key: string, event: WhatsappEvent): RoutedEvent => ({
    phoneNoId: metadata.phone_number_id,
    wabaId,
    key: key.slice(0, 500),
    event,
  });
  return [
    ...messages.flatMap((raw) => {
      const message = Message.safeParse(raw);
      const event = message.success && toInbound(message.data, contacts);
      return event ? [route(`m:${event.id}`, event)] : [];
    }),
    ...statuses.flatMap((raw) => {
      const status = Status.safeParse(raw);
      return status.success ? [route(`s:${status.data.id}:${status.data.status}`, toStatus(status.data))] : [];
    }),
    ...echoes.flatMap((raw) => {
      const echo = Message.safeParse(raw);
      if (!echo.success) return [];
      const to = personOf({ wa_id: echo.data.to, user_id: echo.data.to_user_id });
      const { text } = contentOf(echo.data);
      const event = { kind: 'echo', id: echo.data.id, at: instantOf(echo.data), to, text, ...quotedBy(echo.data) };
      return [route(`e:${echo.data.id}`, event as WhatsappEvent)];
    }),
  ];
}

function toInbound(message: z.infer<typeof Message>, contacts: z.infer<typeof Contact>[]): WhatsappEvent | null {
  const { system } = message;
  if (system?.type === 'user_changed_number' || system?.type === 'user_changed_user_id')
    return {
      kind: 'identity',
      id: message.id,
      previous: personOf({ wa_id: message.from ?? system.customer, user_id: system.previous_user_id }),
      next: personOf({ wa_id: system.wa_id, user_id: system.user_id }),
    };
  const contact =
    contacts.find(({ user_id, wa_id }) =>
      message.from_user_id ? user_id === message.from_user_id : wa_id === message.from,
    ) ?? contacts[0];
  const from = personOf({
    user_id: message.from_user_id ?? contact?.user_id,
    wa_id: message.from ?? contact?.wa_id,
    username: contact?.profile?.username,
    name: contact?.profile?.name,
  });
  // Without an identity nobody could answer.
  if (from.user_id === null && from.wa_id === null) return null;
  // A reaction that was taken back leaves nothing to read.
  if (message.type === 'reaction' && !message.reaction?.emoji) return null;
  return { kind: 'message', id: message.id, at: instantOf(message), from, ...contentOf(message), ...quotedBy(message) };
}

/** A pressed button stands for itself; a reaction belongs to its message. */
function quotedBy({ type, context, reaction }: z.infer<typeof Message>): { quoted_id?: string } {
  const quoted =
    type === 'reaction' ? reaction?.message_id : type === 'interactive' || type === 'button' ? null : context?.id;
  return quoted ? { quoted_id: quoted } : {};
}

type Content = Pick<
  Extract<WhatsappEvent, { kind: 'message' }>,
  'type' | 'text' | 'media' | 'cart' | 'isReaction' | 'choice_id'
>;

function contentOf(message: z.infer<typeof Message>): Content {
  const written = (text: string | undefined, more: Partial<Content> = {}): Content => ({
    type: 'text',
    text: toText(text ?? ''),
    media: null,
    cart: null,
    ...more,
  });
  const { type } = message;
  if (type === 'text') return written(message.text?.body);
  if (type === 'button') return written(message.button?.text);
  if (type === 'interactive') {
    const pressed = message.interactive?.button_reply ?? message.interactive?.list_reply;
    return written(pressed?.title, pressed ? { choice_id: toText(pressed.id).slice(0, 200) } : {});
  }
  if (type === 'reaction') return written(`Reacted with ${message.reaction?.emoji ?? ''}`, { isReaction: true });
  if (type === 'location' && message.location) {
    const { name, address, latitude, longitude } = message.location;
    const place = [name, address].filter(Boolean).join(', ');
    return written(`${place ? `${place}\n` : ''}${latitude}, ${longitude}`, { type: 'location' });
  }
  if (type === 'order' && message.order) {
    const cart = message.order.product_items.map((line) => ({
      item_id: line.product_retailer_id,
      quantity: line.quantity,
    }));
    return written(message.order.text, { cart });
  }
  if (type === 'contacts')
    return written(
      `Contact: ${(message.contacts ?? [])
        .map((card) => [card.name?.formatted_name, ...(card.phones ?? []).map(({ phone }) => phone)].join(' '))
        .join(', ')}`,
    );
  const media = mediaOf(message);
  if (media) return written(media.caption, { type: media.type, media: media.file });
  return written('Sent something that WhatsApp does not pass on. It is on the customer’s phone only.');
}

const mediaKinds = {
  image: ['image', 'image'],
  sticker: ['image', 'image'],
  audio: ['audio', 'audio'],
  video: ['file', 'video'],
  document: ['file', 'document'],
} as const;

function mediaOf(message: z.infer<typeof Message>) {
  const kind = (Object.keys(mediaKinds) as (keyof typeof mediaKinds)[]).find((one) => one === message.type);
  const part = kind && message[kind];
  if (!kind || !part) return null;
  const [type, attachment] = mediaKinds[kind];
  const file: InboundMedia = {
    media_id: part.id,
    kind: attachment,
    mime_type: clip(toText(part.mime_type ?? 'application/octet-stream'), 200, ''),
    file_name: part.filename ? clip(toText(part.filename), 200, '') : null,
  };
  return { type, file, caption: part.caption };
}

const toStatus = ({
  id,
  status,
  timestamp,
  biz_opaque_callback_data,
  errors,
}: z.infer<typeof Status>): WhatsappEvent => ({
  kind: 'status',
  id,
  at: instantOf({ timestamp }),
  status,
  reference: biz_opaque_callback_data ?? null,
  code: errors?.[0]?.code ?? null,
});

const personOf = (person: { [K in keyof WhatsappPerson]?: string | undefined }): WhatsappPerson => ({
  // A user id stays as it came: it is compared exactly.
  user_id: person.user_id || null,
  wa_id: person.wa_id?.replace(/^\+/, '') || null,
  username: person.username ? clip(toText(person.username), 100, '') : null,
  name: person.name ? clip(toText(person.name), 100, '') : null,
});

/** Text of another service may hold what the database cannot. */
const toText = (text: string) => clip(text.toWellFormed().replaceAll('\0', '').trim(), MESSAGE_MAX, '');

const instantOf = ({ timestamp }: { timestamp: string }) => new Date(Number(timestamp) * 1000).toISOString();

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    return null;
  }
}

const id = z.string().check(z.minLength(1), z.maxLength(300));
/** Unix seconds, up to the year 2286. */
const timestamp = z.string().check(z.regex(/^\d{1,10}$/));

const Change = z.object({ field: z.string(), value: z.unknown() });
const Envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ id, changes: z.array(Change) })),
});
const Contact = z.object({
  profile: z.optional(z.object({ name: z.optional(z.string()), username: z.optional(z.string()) })),
  wa_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
});
const Value = z.object({
  metadata: z.optional(z.object({ phone_number_id: id })),
  contacts: z.optional(z.array(Contact)),
  messages: z.optional(z.array(z.unknown())),
  statuses: z.optional(z.array(z.unknown())),
  message_echoes: z.optional(z.array(z.unknown())),
});
const Status = z.object({
  id,
  status: z.string().check(z.maxLength(40)),
  timestamp,
  biz_opaque_callback_data: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ code: z.int() }))),
});
const Media = z.optional(
  z.object({
    id,
    mime_type: z.optional(z.string()),
    caption: z.optional(z.string()),
    filename: z.optional(z.string()),
  }),
);
const Reply = z.optional(z.object({ id: z.string(), title: z.string() }));
const Message = z.object({
  from: z.optional(z.string()),
  from_user_id: z.optional(z.string()),
  to: z.optional(z.string()),
  to_user_id: z.optional(z.string()),
  id,
  timestamp,
  type: z.string(),
  text: z.optional(z.object({ body: z.string() })),
  button: z.optional(z.object({ text: z.string() })),
  interactive: z.optional(z.object({ button_reply: Reply, list_reply: Reply })),
  context: z.optional(z.object({ id: z.optional(id) })),
  reaction: z.optional(z.object({ emoji: z.optional(z.string()), message_id: z.optional(id) })),
  location: z.optional(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.optional(z.string()),
      address: z.optional(z.string()),
    }),
  ),
  order: z.optional(
    z.object({
      text: z.optional(z.string()),
      product_items: z.array(
        z.object({
          product_retailer_id: z.string(),
          quantity: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
        }),
      ),
    }),
  ),
  contacts: z.optional(
    z.array(
      z.object({
        name: z.optional(z.object({ formatted_name: z.optional(z.string()) })),
        phones: z.optional(z.array(z.object({ phone: z.optional(z.string()) }))),
      }),
    ),
  ),
  system: z.optional(
    z.object({
      type: z.optional(z.string()),
      wa_id: z.optional(z.string()),
      customer: z.optional(z.string()),
      user_id: z.optional(z.string()),
      previous_user_id: z.optional(z.string()),
    }),
  ),
  image: Media,
  sticker: Media,
  audio: Media,
  video: Media,
  document: Media,
});
