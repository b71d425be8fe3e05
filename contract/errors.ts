import * as z from 'zod/mini';
import { fixedTexts } from './fixed-texts.ts';
import { Actor, Instant } from './fields.ts';

/** Every code that the API answers with, its HTTP status and a plain message. Screens write their own words for the codes they show. */
export const errorCodes = {
  bad_request: [400, 'The request cannot be read'],
  invalid_json: [400, 'The body is not JSON'],
  unauthenticated: [401, fixedTexts.unauthenticated],
  wrong_credentials: [400, 'Wrong e-mail or password'],
  pin_wrong: [400, 'Wrong PIN'],
  code_wrong: [400, 'Wrong code'],
  code_expired: [400, 'The code is not valid any more'],
  link_invalid: [400, 'The link is not valid any more'],
  sign_in_invalid: [400, 'This sign-in is not valid any more; begin it again'],
  provider_not_configured: [404, 'Nobody has set up signing in with this provider here'],
  password_needed: [409, 'There is an account with this address; its password connects the two'],
  provider_unavailable: [503, 'The provider cannot be reached at the moment'],
  email_unverified: [403, 'Verify the e-mail address first'],
  profile_incomplete: [403, 'Complete the business profile first'],
  pin_needed: [403, 'This device is in kitchen mode; the PIN opens this'],
  csrf: [403, 'The request does not come from this app'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'This method is not allowed here'],
  order_already_final: [409, 'The order is already closed'],
  status_changed: [409, 'The order has changed since'],
  transition_not_allowed: [409, 'This order can’t be moved to that status now'],
  order_has_payment: [409, 'A paid order cannot be deleted'],
  out_of_order: [409, 'An earlier change has not arrived yet'],
  id_taken: [409, 'This id exists already'],
  category_not_empty: [409, 'The category still holds items'],
  order_not_editable: [409, 'The order is too far on to be changed'],
  restaurant_closed: [409, 'The restaurant is closed'],
  ordering_paused: [409, 'The restaurant takes no orders at the moment'],
  order_type_unavailable: [409, 'The restaurant does not take this kind of order'],
  items_unavailable: [409, 'Some of it is not available'],
  customer_blocked: [403, 'The restaurant takes no orders or messages from this customer online'],
  price_changed: [409, 'The prices have changed'],
  overtaken: [409, 'The customer has written since'],
  reply_too_old: [409, 'The reply was written a while ago'],
  customer_exists: [409, 'Another customer has this number or address'],
  changed_elsewhere: [409, 'Someone changed it first'],
  too_large: [413, 'The request is too large'],
  unsupported_media_type: [415, 'Send JSON'],
  invalid_fields: [422, 'Check the marked fields'],
  key_reused: [422, 'This key was used for another request'],
  unsupported_version: [422, 'This change was made by a version that is not supported any more'],
  already_verified: [409, 'The address is already verified'],
  upgrade_required: [426, 'This app is too old for the server; load the new one'],
  too_many: [429, 'Too many attempts'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'The service is busy; try again'],
  disk_full: [503, "The server's disk is full; nothing can be written"],
  database_down: [503, 'The database does not answer'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorCodes;

/** The one error body (decisions, "Messages"). `current` is the fresh row on a 409. `retry_after_seconds` stands on a 429. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  field_errors: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.unknown()),
  retry_after_seconds: z.optional(z.number()),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The change of one field that stands: who made it, on which device, and when. */
export const StandingChange = z.object({
  at: Instant,
  by: z.nullable(Actor),
  device_name: z.nullable(z.string()),
});
export type StandingChange = z.infer<typeof StandingChange>;

/**
 * Rides on a 2xx answer whose change had no effect because a later one stands: the losing change is reported, not dropped. `fields`: of a
 * row that is merged field by field, those that kept the other value; the rest of the edit took effect.
 */
export const Notice = z.object({
  code: z.enum(['superseded', 'already_done']),
  current: z.optional(z.unknown()),
  fields: z.optional(z.record(z.string(), StandingChange)),
});
export type Notice = z.infer<typeof Notice>;

export const Meta = z.object({
  total_count: z.int(),
  page_count: z.int(),
  current_page: z.int(),
  limit: z.int(),
  has_next_page: z.boolean(),
  has_previous_page: z.boolean(),
});
export type Meta = z.infer<typeof Meta>;
