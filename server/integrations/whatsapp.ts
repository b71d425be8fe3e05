import * as z from 'zod/mini';
import type { Channel, ChannelReason, ChannelTemplate } from '../../contract/channels/calls.ts';
import { openGraph, type Graph, type GraphRefusal, type GraphSettings } from './graph.ts';
import { sendWhatsapp, type WhatsappMessage, type WhatsappSent } from './whatsapp-send.ts';
import { readTemplates } from './whatsapp-templates.ts';
import { clip } from '../../contract/clip.ts';

export interface WhatsappDetails {
  token: string;
  /** Id of the business's number, from which messages are sent. */
  phoneNoId: string;
  /** Id of the WhatsApp Business Account of that number. */
  wabaId: string;
}

export type WhatsappNumber = Pick<Channel, 'display_phone_number' | 'verified_name' | 'quality_rating'>;

export type Checked =
  | { kind: 'right'; number: WhatsappNumber }
  | { kind: 'wrong'; reason: ChannelReason; code: number | null };

/** The WhatsApp Business Platform. */
export interface Whatsapp {
  /** Checks that the details fit together, without changing anything. Throws if the service cannot be reached: a retry may succeed. */
  check(details: WhatsappDetails): Promise<Checked>;
  /** Has Meta send the account's messages to this app. A repeat changes nothing. Null: done. */
  subscribe(details: WhatsappDetails): Promise<Checked | null>;
  /** The account's templates. Null: it may not read them. */
  templates(details: WhatsappDetails): Promise<ChannelTemplate[] | null>;
  /** Sends one message, once. Throws if it was certainly not accepted and a retry may succeed. */
  send(details: WhatsappDetails, message: WhatsappMessage): Promise<WhatsappSent>;
  /** A file that a customer sent. Null: it is gone. `too large`: more than `maxBytes`. Throws if a retry may succeed. */
  readMedia(token: string, mediaId: string, maxBytes: number): Promise<Uint8Array | 'too large' | null>;
}

const PAGE = '100';
/** More numbers than Meta allows per account. */
const PAGES_MAX = 20;

export function openWhatsapp(settings: GraphSettings): Whatsapp {
  const graph = openGraph(settings);

  /** Null if the number belongs to the account. */
  async function notOf({ token, phoneNoId, wabaId }: WhatsappDetails): Promise<Checked | null> {
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const query = { fields: 'id', limit: PAGE, ...(after !== undefined && { after }) };
      const reply = await graph.read(`${wabaId}/phone_numbers`, query, token, Numbers);
      if (reply.kind === 'refused') return wrong(reply, 'account_unknown');
      if (reply.value.data.some(({ id }) => id === phoneNoId)) return null;
      // Use only the cursor: the link to the next page could send the token anywhere.
      after = reply.value.paging?.next === undefined ? undefined : reply.value.paging.cursors?.after;
      if (after === undefined) break;
    }
    return { kind: 'wrong', reason: 'number_elsewhere', code: null };
  }

  return {
    async check(details) {
      const fields = 'display_phone_number,verified_name,quality_rating';
      const reply = await graph.read(details.phoneNoId, { fields }, details.token, PhoneNumber);
      if (reply.kind === 'refused') return wrong(reply, 'number_unknown');
      return (await notOf(details)) ?? { kind: 'right', number: numberOf(reply.value) };
    },
    async subscribe({ token, wabaId }) {
      const reply = await graph.post(`${wabaId}/subscribed_apps`, {}, token, Success);
      if (reply.kind === 'unknown') throw new Error('The Graph API did not answer');
      return reply.kind === 'refused' ? wrong(reply, 'account_unknown') : null;
    },
    templates: ({ token, wabaId }) => readTemplates(graph, wabaId, token),
    send: (details, message) => sendWhatsapp(graph, details, message),
    readMedia: (token, mediaId, maxBytes) => readMedia(graph, token, mediaId, maxBytes),
  };
}

async function readMedia(graph: Graph, token: string, mediaId: string, maxBytes: number) {
  const found = await graph.read(encodeURIComponent(mediaId), {}, token, Media);
  if (found.kind === 'refused') return null;
  if (found.value.file_size !== undefined && found.value.file_size > maxBytes) return 'too large';
  return (await graph.download(found.value.url, token, maxBytes)) ?? 'too large';
}

const Success = z.object({ success: z.literal(true) });
const Media = z.object({ url: z.string(), file_size: z.optional(z.int()) });

/** `unknown`: the reason if it does not exist or this token may not see it. */
function wrong({ code, subcode }: GraphRefusal, unknown: ChannelReason): Checked {
  return { kind: 'wrong', reason: reasonOf({ code, subcode }, unknown), code };
}

/** What a refusal says about the channel. */
function reasonOf({ code, subcode }: GraphRefusal, unknown: ChannelReason): ChannelReason {
  const isPermission = code === 3 || code === 10 || (code >= 200 && code <= 299);
  const isUnknown = code === 100 || code === 803 || subcode === 33;
  if ([0, 102, 190].includes(code)) return 'token_refused';
  if (isPermission) return 'permission_missing';
  return isUnknown ? unknown : 'refused_otherwise';
}

const PhoneNumber = z.object({
  display_phone_number: z.optional(z.string()),
  verified_name: z.optional(z.string()),
  quality_rating: z.optional(z.string()),
});

const Numbers = z.object({
  data: z.array(z.object({ id: z.string() })),
  paging: z.optional(
    z.object({ cursors: z.optional(z.object({ after: z.optional(z.string()) })), next: z.optional(z.string()) }),
  ),
});

function numberOf({
  display_phone_number: phone,
  verified_name: name,
  quality_rating: quality,
}: z.infer<typeof PhoneNumber>): WhatsappNumber {
  return {
    display_phone_number: toShown(phone),
    verified_name: toShown(name),
    quality_rating: ratings.find((one) => one === quality?.toLowerCase()) ?? 'unknown',
  };
}

const ratings = ['green', 'yellow', 'red'] as const;

/** Names from another service may be long or contain characters that the database cannot hold. */
const toShown = (text: string | undefined) =>
  clip(text?.toWellFormed().replaceAll('\0', '').trim() ?? '', 200, '') || null;
