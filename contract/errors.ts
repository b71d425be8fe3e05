import * as z from 'zod/mini';
import { fixedTexts } from './fixed-texts.ts';
import { Actor, Instant } from './fields.ts';

/** Every error code of the API with its HTTP status and a plain message. Screens have their own messages for the codes they show. */
export const errorCodes = {
  bad_request: [400, 'The request cannot be read'],
  invalid_json: [400, 'The body is not JSON'],
  unauthenticated: [401, fixedTexts.unauthenticated],
  wrong_credentials: [400, 'Wrong e-mail or password'],
  pin_wrong: [400, 'Wrong PIN'],
  code_wrong: [400, 'Wrong code'],
  two_factor_needed: [403, 'Enter the code of your authenticator app'],
  two_factor_on: [409, 'Two-factor sign-in is on already'],
  two_factor_off: [409, 'Two-factor sign-in is off'],
  two_factor_password: [403, 'This account uses two-factor sign-in; sign in with the password and a code'],
  passkey_unknown: [400, 'This passkey does not sign in to any account here; it may have been removed'],
  passkey_refused: [400, 'This passkey could not be verified'],
  passkey_expired: [400, 'This attempt is not valid any more; begin it again'],
  passkey_taken: [409, 'This passkey is added already'],
  passkeys_full: [409, 'This account has as many passkeys as it may have; remove one first'],
  code_expired: [400, 'The code is not valid any more'],
  link_invalid: [400, 'The link is not valid any more'],
  sign_in_invalid: [400, 'This sign-in is not valid any more; begin it again'],
  provider_not_configured: [404, 'Nobody has set up signing in with this provider here'],
  stripe_not_configured: [404, 'Nobody has set up Stripe on this server'],
  password_needed: [409, 'There is an account with this address; its password connects the two'],
  provider_unavailable: [503, 'The provider cannot be reached at the moment'],
  email_unverified: [403, 'Verify the e-mail address first'],
  profile_incomplete: [403, 'Complete the business profile first'],
  no_restaurant: [403, 'This account belongs to no restaurant any more; ask its owner'],
  not_allowed: [403, 'Your role in this restaurant does not allow this'],
  pin_needed: [403, 'This device is in kitchen mode; the PIN opens this'],
  person_unknown: [403, 'Whoever did or approved this is not here any more, or has another PIN'],
  csrf: [403, 'The request does not come from this app'],
  not_found: [404, 'Not found'],
  file_missing: [404, 'The image is not at the server'],
  method_not_allowed: [405, 'This method is not allowed here'],
  order_already_final: [409, 'The order is already closed'],
  status_changed: [409, 'The order has changed since'],
  transition_not_allowed: [409, 'This order can’t be moved to that status now'],
  order_has_payment: [409, 'A paid order cannot be deleted'],
  refund_conflict: [409, 'Somebody else refunded it meanwhile, or less is left to refund'],
  payment_not_refundable: [409, 'This payment cannot be refunded'],
  nothing_due: [409, 'Nothing is left to pay'],
  payments_not_set_up: [409, 'Taking payments online is not set up'],
  provider_refused: [422, 'The provider refused it'],
  out_of_order: [409, 'An earlier change has not arrived yet'],
  id_taken: [409, 'This id exists already'],
  category_not_empty: [409, 'The category still holds items'],
  order_not_editable: [409, 'The order is too far on to be changed'],
  restaurant_closed: [409, 'The restaurant is closed'],
  ordering_paused: [409, 'The restaurant takes no orders at the moment'],
  order_type_unavailable: [409, 'The restaurant does not take this kind of order'],
  delivery_unavailable: [409, 'The restaurant does not deliver to this address'],
  below_minimum: [409, 'The order is below the minimum for delivery there'],
  slot_full: [409, 'This time is full'],
  items_unavailable: [409, 'Some of it is not available'],
  customer_blocked: [403, 'The restaurant takes no orders or messages from this customer online'],
  price_changed: [409, 'The prices have changed'],
  promotion_not_applicable: [409, 'The code cannot be used for this order'],
  promotion_exhausted: [409, 'The promotion has been used up'],
  promotion_code_taken: [409, 'Another promotion has this code'],
  promotion_used: [409, 'Orders have used this promotion; archive it'],
  promotion_archived: [409, 'The promotion has ended for good'],
  overtaken: [409, 'The customer has written since'],
  reply_too_old: [409, 'The reply was written a while ago'],
  window_closed: [409, 'WhatsApp’s 24 hours for a reply are over; send a template'],
  shortcut_taken: [409, 'Another saved reply has this shortcut'],
  template_missing: [409, 'This template cannot be used'],
  channel_not_ready: [409, 'The channel is not connected'],
  calendar_linked: [409, 'A calendar is connected already'],
  access_denied: [422, 'Google did not give access to the calendar'],
  google_not_configured: [404, 'Nobody has set up Google on this server'],
  customer_exists: [409, 'Another customer has this number or address'],
  customer_has_open_orders: [409, 'An order of this customer is still open'],
  inventory_exists: [409, 'This is counted already'],
  currency_in_use: [409, 'Prices, orders or money are kept in the present currency, so it cannot be changed'],
  changed_elsewhere: [409, 'Someone changed it first'],
  reservation_already_final: [409, 'The reservation is already closed'],
  table_taken: [409, 'Somebody else has this table at that time'],
  slot_unavailable: [409, 'This time is not free any more'],
  reservations_not_offered: [409, 'The restaurant takes no reservations online'],
  too_late_to_cancel: [409, 'It is too late for that online; call the restaurant'],
  withdrawal_already_open: [409, 'A withdrawal is under way already'],
  withdrawal_in_process: [409, 'The money is on its way already'],
  not_enough_money: [409, 'There is not enough money in the wallet'],
  account_not_verified: [409, 'The provider does not pay out to this account'],
  account_in_use: [409, 'A withdrawal to this account is under way'],
  account_not_empty: [409, 'The account is not empty'],
  account_not_deletable: [409, 'The account cannot be deleted now'],
  deletion_requested: [409, 'The account is to be deleted; cancel that first'],
  deletion_begun: [409, 'The account is being deleted'],
  password_not_set: [409, 'This account has no password yet; set one first with “Forgot password”'],
  too_large: [413, 'The request is too large'],
  unsupported_media_type: [415, 'Send JSON'],
  invalid_fields: [422, 'Check the marked fields'],
  key_reused: [422, 'This key was used for another request'],
  unsupported_version: [422, 'This change was made by a version that is not supported any more'],
  person_exists: [409, 'This person belongs to the restaurant, or is invited, already'],
  people_full: [409, 'This restaurant has as many people as it may have; remove one first'],
  restaurants_full: [409, 'You belong to as many restaurants as you may; leave one first'],
  already_accepted: [409, 'The invitation was accepted already'],
  last_owner: [409, 'A restaurant needs an owner'],
  already_verified: [409, 'The address is already verified'],
  upgrade_required: [426, 'This app is too old for the server; load the new one'],
  too_many: [429, 'Too many attempts'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'The service is busy; try again'],
  disk_full: [503, "The server's disk is full or nearly full; writing may fail"],
  files_down: [503, 'The store of pictures and files does not work at the moment'],
  database_down: [503, 'The database does not answer'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorCodes;

/**
 * The only error body. `current` is the current row of a 409, `retry_after_seconds` the wait of a
 * 429.
 */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  field_errors: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.unknown()),
  retry_after_seconds: z.optional(z.number()),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The current change of one field: who made it, on which device, and when. */
export const StandingChange = z.object({
  at: Instant,
  by: z.nullable(Actor),
  device_name: z.nullable(z.string()),
});
export type StandingChange = z.infer<typeof StandingChange>;

/**
 * In a 2xx answer to a mutation without effect because a later one stands: it is reported, not dropped. `fields`: in a row merged by field,
 * those that kept another value; the rest of the edit took effect.
 */
export const Notice = z.object({
  code: z.enum(['superseded', 'already_done']),
  current: z.optional(z.unknown()),
  fields: z.optional(z.record(z.string(), StandingChange)),
});
export type Notice = z.infer<typeof Notice>;

export const Meta = z.object({
  total_count: z.int(),
  /** True: there are at least so many. A list with a filter is not counted to its end. */
  is_total_minimum: z.optional(z.boolean()),
  page_count: z.int(),
  current_page: z.int(),
  limit: z.int(),
  has_next_page: z.boolean(),
  has_previous_page: z.boolean(),
  /** Of some lists: `after` of the next page. */
  next_after: z.optional(z.string()),
});
export type Meta = z.infer<typeof Meta>;
