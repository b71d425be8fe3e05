import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ProviderClaims } from '../../integrations/sign-in/provider.ts';
import type { PersonAtDevice, PinFor } from '../../../contract/kitchen-mode/calls.ts';
import type { Role } from '../../../contract/people/permissions.ts';
import type { SignIn } from '../../../contract/settings/sign-in-calls.ts';
import { byRestaurant, bytes, instant, json } from '../columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    name: text('name'),
    /** argon2id. Null: signs in through a provider; "forgot password" sets one. */
    password_hash: text('password_hash'),
    is_email_verified: boolean('is_email_verified').notNull().default(false),
    /** Where a sign-in leads: the restaurant that was used last. What the person may do there is a membership. */
    restaurant_id: uuid('restaurant_id').notNull(),
    /** Two-factor sign-in (server/auth/two-factor.ts): the encrypted secret, which counts from `totp_enabled_at` on. */
    totp_sealed: text('totp_sealed'),
    totp_enabled_at: instant('totp_enabled_at'),
    /** The newest half-minute whose code was used: a code counts once. */
    totp_step: bigint('totp_step', { mode: 'number' }).notNull().default(0),
    /** SHA-256 of the recovery codes that are left, hex. */
    recovery_hashes: json<string[]>('recovery_hashes').notNull().default([]),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    index('users_unconfirmed')
      .on(t.created_at)
      .where(sql`NOT is_email_verified`),
  ],
);

/**
 * Who belongs to a restaurant, with which role. A tenant's table, which sign-in reads and adds to. Without a `user_id` it is an invitation
 * that nobody has accepted yet; without an `invited_email` beside, a person who has a PIN and no account.
 */
export const memberships = pgTable(
  'memberships',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Of the person, as the restaurant calls them. Null: as the account does. */
    name: text('name'),
    role: text('role').$type<Role>().notNull(),
    /** See SignedIn (server/pipeline/handler.ts). */
    view_version: bigint('view_version', { mode: 'number' }).notNull().default(0),
    suspended_at: instant('suspended_at'),
    /** argon2id: with it the person uses devices of the restaurant in kitchen mode. */
    pin_hash: text('pin_hash'),
    /** Lower case: where the invitation was sent. */
    invited_email: text('invited_email'),
    /** SHA-256 of the token in the invitation's link, hex. It stays after that was accepted, to know a repeated request. Null: none is mailed. */
    invitation_hash: text('invitation_hash').unique(),
    invitation_expires_at: instant('invitation_expires_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [byRestaurant(t), unique('memberships_user').on(t.user_id, t.restaurant_id)],
);

/** What people did (server/pipeline/changes.ts): one row for each call of a person that changed something. Only ever added to. */
export const changes = pgTable(
  'changes',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    occurred_at: instant('occurred_at').notNull(),
    call: text('call').notNull(),
    /** The first part of the call's name. */
    area: text('area').notNull(),
    /** Of a person without an account, the membership's. */
    user_id: uuid('user_id').notNull(),
    /** As they were called then. */
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Who allowed it, where the role does not. */
    approved_by: json<PersonAtDevice>('approved_by'),
    device_name: text('device_name'),
    path: json<Record<string, string>>('path').notNull(),
    body: json<Record<string, unknown>>('body'),
  },
  (t) => [
    byRestaurant(t),
    // In the order of their ids, which begin with the time.
    index('changes_of_person').on(t.restaurant_id, t.user_id, t.id),
    index('changes_of_area').on(t.restaurant_id, t.area, t.id),
    index('changes_at').on(t.at),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the bearer token, hex. */
    token_hash: text('token_hash').primaryKey(),
    /** Null for a sign-up with a taken address; it can only verify and resend. */
    user_id: uuid('user_id'),
    /** The restaurant that it is for: of several, a device has a session for each. */
    restaurant_id: uuid('restaurant_id').notNull(),
    email: text('email').notNull(),
    device_name: text('device_name'),
    created_at: instant('created_at').notNull(),
    last_seen_at: instant('last_seen_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    /** Set: the session is in kitchen mode, and this needs the PIN of a person (contract/kitchen-mode/calls.ts). */
    pin_for: text('pin_for').$type<PinFor>(),
    /** Whose PIN was right, a membership of the restaurant, and until when that holds. */
    unlocked_by: uuid('unlocked_by'),
    unlocked_until: instant('unlocked_until'),
    /** The version of the space that the last unlocking made: what a device lacks of the hidden tables is older (server/sync/view.ts). */
    unlocked_version: bigint('unlocked_version', { mode: 'number' }).notNull().default(0),
  },
  (t) => [index('sessions_user').on(t.user_id)],
);

/**
 * Who signed in to an account, or tried to (server/auth/sign-in-history.ts). A tenant's table, which sign-in may only add to. Nothing in it
 * is a secret.
 */
export const sign_ins = pgTable(
  'sign_ins',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant('created_at').notNull(),
    method: text('method').$type<SignIn['method']>().notNull(),
    outcome: text('outcome').$type<SignIn['outcome']>().notNull(),
    device_name: text('device_name'),
    browser: text('browser'),
    ip_address: text('ip_address').notNull(),
    is_new_device: boolean('is_new_device').notNull(),
  },
  (t) => [
    byRestaurant(t),
    index('sign_ins_newest').on(t.restaurant_id, t.user_id, t.created_at),
    index('sign_ins_user').on(t.user_id),
  ],
);

/** Accounts at sign-in providers, keyed by the provider's own subject, never by address. */
export const user_identities = pgTable(
  'user_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    provider: text('provider', { enum: ['google', 'facebook'] }).notNull(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant('created_at').notNull(),
    last_used_at: instant('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('user_identities_user').on(t.user_id)],
);

/**
 * A sign-in returned by a provider. Each state is valid for one return. The provider's answer waits here, for minutes, for the one-time
 * code that the page sends (server/auth/provider/returns.ts).
 */
export const sign_in_returns = pgTable('sign_in_returns', {
  /** SHA-256 of the state, hex. Below: those of the browser's cookie and of the code. */
  state_hash: text('state_hash').primaryKey(),
  provider: text('provider', { enum: ['google', 'facebook'] }).notNull(),
  browser_hash: text('browser_hash').notNull(),
  /** Null: no valid answer of the provider yet, or the code was used. */
  code_hash: text('code_hash').unique(),
  claims: json<ProviderClaims>('claims'),
  created_at: instant('created_at').notNull(),
  expires_at: instant('expires_at').notNull(),
});

/** Passkeys (server/auth/passkeys/): public keys, so nothing here is a secret. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the authenticator; base64url. */
    credential_id: text('credential_id').notNull().unique(),
    /** COSE. */
    public_key: bytes('public_key').notNull(),
    /** Signatures so far; always 0 for authenticators that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: json<string[]>('transports').notNull().default([]),
    name: text('name').notNull(),
    is_backed_up: boolean('is_backed_up').notNull(),
    created_at: instant('created_at').notNull(),
    last_used_at: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.user_id)],
);

/** Challenges that wait to be signed, each valid once, for minutes. */
export const passkey_challenges = pgTable('passkey_challenges', {
  /** SHA-256, hex: of the session's token when a passkey is added, of the attempt's token at a sign-in. One at a time for each. */
  holder_hash: text('holder_hash').primaryKey(),
  purpose: text('purpose', { enum: ['add', 'sign_in'] }).notNull(),
  /** Null at a sign-in: whose it is turns out at the end. */
  user_id: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  challenge: text('challenge').notNull(),
  expires_at: instant('expires_at').notNull(),
});

/** One-time codes and links, hashed; one valid per user and purpose. */
export const email_codes = pgTable(
  'email_codes',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id').notNull(),
    purpose: text('purpose', { enum: ['verify', 'reset'] }).notNull(),
    /** HMAC of the code or link token. Null until the mail job has created it. */
    code_hash: text('code_hash'),
    tries: integer('tries').notNull().default(0),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [index('email_codes_user').on(t.user_id, t.purpose)],
);

/** Attempts in fixed windows, per account and per address; see server/pipeline/limits.ts. */
export const rate_limits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  window_ends_at: instant('window_ends_at').notNull(),
});
