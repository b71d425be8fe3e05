import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { Id, Instant } from '../fields.ts';

/**
 * Why a channel stands where it does.
 * - `checking`: its details have not been held against WhatsApp yet; `not_reached`: that was tried, and it is tried again.
 * - `not_in_service`: they are right; Galley does not carry messages over it yet.
 * - `token_unreadable`: the server cannot open the token that it kept; nobody was asked.
 * - The others are what WhatsApp refused: the owner enters the details again.
 */
export const channelReasons = [
  'checking',
  'not_reached',
  'not_in_service',
  'token_unreadable',
  'token_refused',
  'permission_missing',
  'number_unknown',
  'account_unknown',
  'number_elsewhere',
  'refused_otherwise',
] as const;
export type ChannelReason = (typeof channelReasons)[number];

/** A way on which customers write to the restaurant. The token is never answered: only its last four signs. */
export const Channel = z.object({
  id: Id,
  type: z.literal('whatsapp'),
  name: z.string(),
  status: z.enum(['pending', 'connected', 'paused', 'error', 'disconnected']),
  status_reason: z.nullable(z.enum(channelReasons)),
  phone_no_id: z.string(),
  waba_id: z.string(),
  token_last4: z.string(),
  display_phone_number: z.nullable(z.string()),
  verified_name: z.nullable(z.string()),
  quality_rating: z.nullable(z.enum(['green', 'yellow', 'red', 'unknown'])),
  /** When WhatsApp last answered, yes or no. */
  checked_at: z.nullable(Instant),
  last_error_at: z.nullable(Instant),
  /** Of the Graph API, such as "190". */
  last_error_code: z.nullable(z.string()),
  created_at: Instant,
});
export type Channel = z.infer<typeof Channel>;

const ID_WORDS = 'Copy the ID from Meta’s App Dashboard: digits only, at most 32';
const metaId = (requiredText: string) =>
  z.string(requiredText).check(z.trim(), z.minLength(1, requiredText), z.regex(/^\d{0,32}$/, ID_WORDS));

/** What connects a number of the WhatsApp Business Platform (specification, section 5). */
export const WhatsappEntry = z.strictObject({
  token: z
    .string(fixedTexts.tokenRequired)
    .check(
      z.trim(),
      z.minLength(1, fixedTexts.tokenRequired),
      z.regex(/^[\x21-\x7e]{0,1000}$/, 'A token is one word of at most 1000 letters, digits and signs'),
    ),
  phone_no_id: metaId(fixedTexts.phoneNumberRequired),
  waba_id: metaId(fixedTexts.wabaIdRequired),
});
export type WhatsappEntry = z.infer<typeof WhatsappEntry>;

const setUp = online('provider_setup');

export const list = call('channels.list', 'GET', '/channels', {
  access: 'owner',
  offline: read,
  reply: z.array(Channel),
  summary: 'The channels, the newest first',
});

/**
 * Asked again for a number that is there already, or for the channel that `replaces` names, it takes the new details in the old ones' place
 * and checks them.
 */
export const add = call('channels.add', 'POST', '/channels/{type}', {
  access: 'owner',
  offline: setUp,
  words: { type: { known: ['whatsapp'], otherwise: fixedTexts.typeNotSupported } },
  body: z.strictObject({ ...WhatsappEntry.shape, replaces: z.optional(Id) }),
  reply: Channel,
  summary: 'Add a channel; whatsapp is the only type',
});

/** Its token is forgotten with it. */
export const remove = call('channels.remove', 'DELETE', '/channels/{id}', {
  access: 'owner',
  offline: setUp,
  reply: z.object({ ok: z.literal(true) }),
  summary: 'Remove a channel',
});
