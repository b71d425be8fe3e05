import * as z from 'zod/mini';
import { call, online, queue, read } from '../call.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { Id, Instant, mergedFields } from '../fields.ts';

/**
 * Why a channel has its status.
 * - `checking`: its details have not been checked with the service yet; `not_reached`: the check failed and is retried.
 * - `not_in_service`: the details are right, but this installation has no webhook at Meta, so no messages can arrive.
 * - `token_unreadable`: the server cannot decrypt the stored token, so nothing was checked.
 * - `number_taken`: another restaurant here has connected this number.
 * - `account_blocked`: billing, policy or a lock at Meta. `number_not_registered`: the number must be registered at Meta first.
 * - `access_revoked`: Google no longer accepts the access that it was given.
 * - The others are refusals of WhatsApp: the owner enters the details again.
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
  'number_taken',
  'number_not_registered',
  'account_blocked',
  'access_revoked',
  'refused_otherwise',
] as const;
export type ChannelReason = (typeof channelReasons)[number];

export const channelTypes = ['whatsapp', 'google_calendar'] as const;

/** A message template that Meta has approved or is reviewing. Only the body may have parameters here. */
export const ChannelTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  /** As Meta writes it, such as APPROVED. */
  status: z.string(),
  body: z.string(),
  parameters: z.int(),
  /** Approved, and without parts that Galley cannot fill in. */
  is_usable: z.boolean(),
});
export type ChannelTemplate = z.infer<typeof ChannelTemplate>;

/** A connected service. Answers contain only the last four characters of a token. */
export const Channel = z.object({
  id: Id,
  type: z.enum(channelTypes),
  name: z.string(),
  status: z.enum(['pending', 'connected', 'paused', 'error', 'disconnected']),
  status_reason: z.nullable(z.enum(channelReasons)),
  /** True if it talks to a test double instead of the service. */
  is_double: z.boolean(),
  /** WhatsApp only. */
  phone_no_id: z.nullable(z.string()),
  waba_id: z.nullable(z.string()),
  token_last4: z.string(),
  display_phone_number: z.nullable(z.string()),
  verified_name: z.nullable(z.string()),
  quality_rating: z.nullable(z.enum(['green', 'yellow', 'red', 'unknown'])),
  templates: z.array(ChannelTemplate),
  /** Google Calendar only. */
  account_email: z.nullable(z.string()),
  calendar_name: z.nullable(z.string()),
  token_expires_at: z.nullable(Instant),
  needs_reauthorization: z.boolean(),
  /** When the service last answered a check, positively or not. */
  checked_at: z.nullable(Instant),
  /** When the service last told us something: a message, a delivery, a changed event. */
  last_event_at: z.nullable(Instant),
  last_error_at: z.nullable(Instant),
  /** Error code of the service, such as "190". */
  last_error_code: z.nullable(z.string()),
  created_at: Instant,
});
export type Channel = z.infer<typeof Channel>;

const ID_MESSAGE = 'Copy the ID from Meta’s App Dashboard: digits only, at most 32';
const metaId = (requiredText: string) =>
  z.string(requiredText).check(z.trim(), z.minLength(1, requiredText), z.regex(/^\d{0,32}$/, ID_MESSAGE));

/** Details that connect a number of the WhatsApp Business Platform. */
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
  access: 'chats.setup',
  offline: read,
  reply: z.array(Channel),
  summary: 'The channels, the newest first',
});

/** For a number that exists already, or the channel named by `replaces`: replaces the old details and checks the new ones. */
export const add = call('channels.add', 'POST', '/channels/{type}', {
  access: 'chats.setup',
  offline: setUp,
  messages: { type: { known: ['whatsapp'], otherwise: fixedTexts.typeNotSupported } },
  body: z.strictObject({ ...WhatsappEntry.shape, replaces: z.optional(Id) }),
  reply: Channel,
  summary: 'Add a channel; whatsapp is the only type',
});

/** Deletes the token, too. */
export const remove = call('channels.remove', 'DELETE', '/channels/{id}', {
  access: 'chats.setup',
  offline: setUp,
  reply: z.object({ ok: z.literal(true) }),
  summary: 'Remove a channel',
});

/** Merged: the later of two changes stands. An owner may set only these; all others are states of the system. 409 `channel_not_ready` from any other state. */
export const setStatus = call('channels.setStatus', 'PUT', '/channels/{id}/status', {
  access: 'chats.setup',
  offline: queue('never'),
  body: z.strictObject({ status: z.enum(['connected', 'paused']), ...mergedFields }),
  reply: Channel,
  summary: 'Pause or resume a channel',
});

/** Where the owner allows access to their calendar. Its `state` works for ten minutes, for this session and restaurant only. */
export const calendarAuthUrl = call('channels.calendarAuthUrl', 'GET', '/channels/google-calendar/auth-url', {
  access: 'chats.setup',
  offline: read,
  reply: z.object({ url: z.string() }),
  summary: 'Address of Google’s consent page for the calendar',
});

/** What Google gave the callback page. 400 `link_invalid`: a foreign, changed or old state. 409 `calendar_linked`. 422 `access_denied`. */
export const calendarCallback = call('channels.calendarCallback', 'POST', '/channels/google-calendar/callback', {
  access: 'chats.setup',
  offline: setUp,
  body: z.strictObject({ state: z.string().check(z.maxLength(2000)), code: z.string().check(z.maxLength(2000)) }),
  reply: Channel,
  addition: true,
  summary: 'Finish connecting Google Calendar',
});

/** Asks Google for a new access token, which shows whether the access still stands. */
export const refreshCalendarToken = call(
  'channels.refreshCalendarToken',
  'POST',
  '/channels/google-calendar/{id}/refresh-token',
  {
    access: 'chats.setup',
    offline: setUp,
    body: z.strictObject({}),
    isBodyOptional: true,
    reply: Channel,
    summary: 'Renew the access to Google Calendar',
  },
);
