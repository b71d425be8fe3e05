import * as z from 'zod/mini';
import type { Channel, ChannelReason } from '../../contract/channels/calls.ts';
import { openGraph, type GraphRefusal, type GraphSettings } from './graph.ts';

export interface WhatsappDetails {
  token: string;
  /** Of the business's number: what messages are sent from. */
  phoneNoId: string;
  /** Of the WhatsApp Business Account that the number belongs to. */
  wabaId: string;
}

export type WhatsappNumber = Pick<Channel, 'display_phone_number' | 'verified_name' | 'quality_rating'>;

export type Checked =
  | { kind: 'right'; number: WhatsappNumber }
  | { kind: 'wrong'; reason: ChannelReason; code: number | null };

/** The WhatsApp Business Platform. */
export interface Whatsapp {
  /** Do the details fit together? It changes nothing there. Throws when the service cannot be reached: a later try may succeed. */
  check(details: WhatsappDetails): Promise<Checked>;
}

const PAGE = '100';
/** More numbers than Meta lets an account have. */
const PAGES_MAX = 20;

export function openWhatsapp(settings: GraphSettings): Whatsapp {
  const graph = openGraph(settings);

  /** Null: it is one of the account's. */
  async function notOf({ token, phoneNoId, wabaId }: WhatsappDetails): Promise<Checked | null> {
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const query = { fields: 'id', limit: PAGE, ...(after !== undefined && { after }) };
      const asked = await graph.read(`${wabaId}/phone_numbers`, query, token, Numbers);
      if (asked.kind === 'refused') return wrong(asked, 'account_unknown');
      if (asked.value.data.some(({ id }) => id === phoneNoId)) return null;
      // Its link to the next page would carry us wherever it says, with the token.
      after = asked.value.paging?.next === undefined ? undefined : asked.value.paging.cursors?.after;
      if (after === undefined) break;
    }
    return { kind: 'wrong', reason: 'number_elsewhere', code: null };
  }

  return {
    async check(details) {
      const fields = 'display_phone_number,verified_name,quality_rating';
      const asked = await graph.read(details.phoneNoId, { fields }, details.token, PhoneNumber);
      if (asked.kind === 'refused') return wrong(asked, 'number_unknown');
      return (await notOf(details)) ?? { kind: 'right', number: numberOf(asked.value) };
    },
  };
}

/** `unknown`: what it means that there is no such thing, or that this token may not see it. */
function wrong({ code, subcode }: GraphRefusal, unknown: ChannelReason): Checked {
  const isPermission = code === 3 || code === 10 || (code >= 200 && code <= 299);
  const isUnknown = code === 100 || code === 803 || subcode === 33;
  const reason = [0, 102, 190].includes(code)
    ? 'token_refused'
    : isPermission
      ? 'permission_missing'
      : isUnknown
        ? unknown
        : 'refused_otherwise';
  return { kind: 'wrong', reason, code };
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
    display_phone_number: shown(phone),
    verified_name: shown(name),
    quality_rating: ratings.find((one) => one === quality?.toLowerCase()) ?? 'unknown',
  };
}

const ratings = ['green', 'yellow', 'red'] as const;

/** What another service calls it may be long or hold what the database cannot. */
const shown = (text: string | undefined) => text?.toWellFormed().replaceAll('\0', '').trim().slice(0, 200) || null;
