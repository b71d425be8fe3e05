import * as z from 'zod/mini';
import { Session } from '../auth/calls.ts';
import { call, online, read } from '../call.ts';
import { PersonAtDevice, Pin } from '../kitchen-mode/calls.ts';
import { Email, Id, Instant, text, trimmedText } from '../fields.ts';
import { DEVICE_NAME_MAX, PASSWORD_MAX, PERSON_NAME_MAX, RESTAURANT_NAME_MAX } from '../limits.ts';
import { DateFilter, pagingQuery } from '../query.ts';
import { roleIds } from './permissions.ts';

const Role = z.enum(roleIds);

/** Who belongs to the restaurant, or is invited to. `name` null: the account has none. */
export const Person = z.object({
  id: Id,
  name: z.nullable(z.string()),
  /** Empty: has none, and uses devices of the restaurant by a PIN. */
  email: z.string(),
  role: Role,
  has_pin: z.boolean(),
  status: z.enum(['active', 'invited', 'suspended']),
  /** The person who asks. */
  is_you: z.boolean(),
  /** On any device in this restaurant; null: not signed in. */
  last_seen_at: z.nullable(Instant),
  /** Until when the link of the invitation is valid; null: none waits. */
  invitation_expires_at: z.nullable(Instant),
  created_at: Instant,
});
export type Person = z.infer<typeof Person>;

const Done = z.object({ ok: z.literal(true) });

export const list = call('people.list', 'GET', '/people', {
  access: 'people',
  offline: read,
  reply: z.array(Person),
  addition: true,
  summary: 'Who belongs to the restaurant, and who is invited',
});

/**
 * Mails a link, valid for seven days. 403 `not_allowed` for a role that may do what the person who asks may not; 409 `person_exists`,
 * `people_full`. The answer does not tell whether the address has an account.
 */
export const invite = call('people.invite', 'POST', '/people', {
  access: 'people',
  offline: online('people'),
  body: z.strictObject({ name: trimmedText(PERSON_NAME_MAX), email: Email, role: Role }),
  reply: Person,
  addition: true,
  summary: 'Invite a person by mail',
});

/**
 * Adds a person without an e-mail address, who uses devices in kitchen mode by a PIN. 403 `not_allowed` as for an invitation; 409 `people_full`;
 * 422 for a PIN that is tried first, and for an owner.
 */
export const add = call('people.add', 'POST', '/people/by-pin', {
  access: 'people',
  offline: online('people'),
  body: z.strictObject({ name: trimmedText(PERSON_NAME_MAX), role: Role, pin: Pin }),
  reply: Person,
  addition: true,
  summary: 'Add a person who uses shared devices by a PIN',
});

/** Null takes it away. What was done by the former PIN and is not sent yet is refused then. 403 `not_allowed` as for the rest of a person. */
export const setPin = call('people.setPin', 'PUT', '/people/{id}/pin', {
  access: 'people',
  offline: online('people'),
  body: z.strictObject({ pin: z.nullable(Pin) }),
  reply: Person,
  addition: true,
  summary: 'Set the PIN of a person',
});

export const setOwnPin = call('people.setOwnPin', 'PUT', '/people/pin', {
  access: 'own',
  offline: online('credentials'),
  body: z.strictObject({ pin: Pin }),
  reply: Done,
  addition: true,
  summary: 'Set the own PIN, for shared devices',
});

/** Only the newest link is valid. 409 `already_accepted`; `changed_elsewhere` for one who is suspended. */
export const inviteAgain = call('people.inviteAgain', 'POST', '/people/{id}/invitation', {
  access: 'people',
  offline: online('people'),
  reply: Person,
  addition: true,
  summary: 'Mail the invitation again, with another link',
});

/**
 * A suspended person is signed out of this restaurant within a second. Another role reaches their devices with their next contact. 403
 * `not_allowed` for a role, old or new, that may do what the person who asks may not; 409 `last_owner`.
 */
export const edit = call('people.edit', 'PUT', '/people/{id}', {
  access: 'people',
  offline: online('people'),
  body: z.strictObject({
    name: z.optional(trimmedText(PERSON_NAME_MAX)),
    role: z.optional(Role),
    is_suspended: z.optional(z.boolean()),
  }),
  reply: Person,
  addition: true,
  summary: 'Change name or role, suspend, or let in again',
});

/** Their devices are signed out of this restaurant within a second; an invitation is void. 409 `last_owner`. */
export const remove = call('people.remove', 'DELETE', '/people/{id}', {
  access: 'people',
  offline: online('people'),
  reply: Done,
  addition: true,
  summary: 'Remove a person, or take an invitation back',
});

/** 409 `last_owner`. */
export const leave = call('people.leave', 'POST', '/people/leave', {
  access: 'own',
  offline: online('people'),
  reply: Done,
  addition: true,
  summary: 'Leave this restaurant',
});

/** What a person did: a call that changed something. */
export const Change = z.object({
  id: Id,
  /** When it arrived, */
  at: Instant,
  /** and when it was done, which is earlier for what was done without a network. */
  occurred_at: Instant,
  /** By name, such as "menu.editItem". */
  call: z.string(),
  person: PersonAtDevice,
  /** Who allowed it, where the person's role does not. */
  approved_by: z.nullable(PersonAtDevice),
  device_name: z.nullable(z.string()),
  /** What it was about: the ids of the call's path. */
  path: z.record(z.string(), z.string()),
  /** What it changed to, without anything of a guest; null: not kept. */
  body: z.nullable(z.record(z.string(), z.unknown())),
});
export type Change = z.infer<typeof Change>;

/** The newest first. `area`: the calls of one, such as "menu". Kept for 400 days. */
export const listChanges = call('people.listChanges', 'GET', '/people/changes', {
  access: 'people',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    date: z.optional(DateFilter),
    person: z.optional(Id),
    area: z.optional(text(40)),
  }),
  reply: Change,
  paged: true,
  addition: true,
  summary: 'What people changed, by whom and on which device',
});

const InvitationToken = text(200).check(z.minLength(1));

/** What the link of an invitation is for. 400 `link_invalid`; 409 `already_accepted`, until the link expires: a sign-in leads there. */
export const readInvitation = call('people.readInvitation', 'POST', '/auth/invitation', {
  access: 'public',
  offline: read,
  body: z.strictObject({ token: InvitationToken }),
  reply: z.object({
    restaurant_name: z.string(),
    email: z.string(),
    name: z.nullable(z.string()),
    role: Role,
    /** The address has an account, whose password accepts. */
    has_account: z.boolean(),
  }),
  addition: true,
  summary: 'What an invitation is for',
});

/**
 * Accepts by the password of the account with this address, or makes that account with a new password: the link proves the address. Signs in.
 * 400 `link_invalid`, `wrong_credentials`; 403 `two_factor_needed` until `code` comes with it; 422 `invalid_fields` for a new password that is
 * too common. Sent again, it signs in again.
 */
export const acceptInvitation = call('people.acceptInvitation', 'POST', '/auth/invitation/accept', {
  access: 'public',
  offline: online('sign_in'),
  body: z.strictObject({
    token: InvitationToken,
    password: text(PASSWORD_MAX).check(z.minLength(1)),
    device_name: z.optional(text(DEVICE_NAME_MAX)),
    /** Of the authenticator app, or a recovery code. */
    code: z.optional(text(40)),
  }),
  reply: Session,
  addition: true,
  summary: 'Accept an invitation and sign in',
});

/** A restaurant that the person belongs to. */
export const OwnRestaurant = z.object({ id: Id, name: z.string(), city: z.nullable(z.string()), role: Role });
export type OwnRestaurant = z.infer<typeof OwnRestaurant>;

/** Also from a restaurant whose profile is not complete: there is a way back. */
export const listRestaurants = call('people.listRestaurants', 'GET', '/auth/restaurants', {
  access: 'bearer',
  offline: read,
  reply: z.array(OwnRestaurant),
  addition: true,
  summary: 'The restaurants that the person belongs to, by name',
});

/** A session of its own: a device may hold one for each. The next sign-in leads there. 404 for a restaurant of others. */
export const enterRestaurant = call('people.enterRestaurant', 'POST', '/auth/restaurants/{id}/session', {
  access: 'bearer',
  offline: online('sign_in'),
  isBodyOptional: true,
  body: z.strictObject({ device_name: z.optional(text(DEVICE_NAME_MAX)) }),
  reply: Session,
  isTokenSecret: true,
  addition: true,
  summary: 'Sign this device in to another restaurant of the person',
});

/** Its profile is completed as after signing up. Signs in to it. 409 `restaurants_full`. */
export const addRestaurant = call('people.addRestaurant', 'POST', '/auth/restaurants', {
  access: 'account',
  offline: online('sign_in'),
  body: z.strictObject({ name: trimmedText(RESTAURANT_NAME_MAX), device_name: z.optional(text(DEVICE_NAME_MAX)) }),
  reply: Session,
  isTokenSecret: true,
  addition: true,
  summary: 'Add another restaurant, owned by the person',
});
