import * as z from 'zod/mini';
import { call, here, online, read } from '../call.ts';
import { KitchenMode } from '../kitchen-mode/calls.ts';
import {
  ADDRESS_MAX,
  CITY_MAX,
  DEVICE_NAME_MAX,
  NEXT_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_MAX,
  POSTAL_CODE_MAX,
  RESTAURANT_NAME_MAX,
} from '../limits.ts';
import { Restaurant } from '../restaurant/rows.ts';
import { CountryCode, Currency, Id, text, trimmedText, Email } from '../fields.ts';
import { roleIds } from '../people/permissions.ts';
import { RequestOptions, SignedCredential } from './webauthn.ts';

export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.nullable(z.string()),
  is_email_verified: z.boolean(),
});
export type User = z.infer<typeof User>;

/** `role`: of the person in this restaurant. */
export const Session = z.object({ token: z.string(), user: User, restaurant: Restaurant, role: z.enum(roleIds) });
export type Session = z.infer<typeof Session>;

/** At least 8 characters of any kind. The server also checks it against the most common passwords. */
export const Password = text(PASSWORD_MAX).check(z.minLength(PASSWORD_MIN));
export const Code = z.string().check(z.trim(), z.regex(/^\d{6}$/));
const Done = z.object({ ok: z.literal(true) });
const signIn = online('sign_in');

/** 403 `two_factor_needed` after the right password, until `code` is sent with it; 400 `code_wrong`. */
export const login = call('auth.login', 'POST', '/auth/login', {
  access: 'public',
  offline: signIn,
  body: z.strictObject({
    email: Email,
    password: text(PASSWORD_MAX).check(z.minLength(1)),
    device_name: z.optional(text(DEVICE_NAME_MAX)),
    /** Of the authenticator app, or a recovery code. */
    code: z.optional(text(40)),
  }),
  reply: Session,
  summary: 'Sign in',
});

/** The answer is the same whether or not the address is taken. */
export const register = call('auth.register', 'POST', '/auth/register', {
  access: 'public',
  offline: signIn,
  body: z.strictObject({
    email: Email,
    password: Password,
    restaurant_name: trimmedText(RESTAURANT_NAME_MAX),
    device_name: z.optional(text(DEVICE_NAME_MAX)),
  }),
  reply: Session,
  summary: 'Create an account',
});

export const forgotPassword = call('auth.forgotPassword', 'POST', '/auth/forgot-password', {
  access: 'public',
  offline: signIn,
  body: z.strictObject({ email: Email }),
  reply: Done,
  summary: 'Mail a link to set a new password',
});

export const resetPassword = call('auth.resetPassword', 'POST', '/auth/reset-password', {
  access: 'public',
  offline: signIn,
  body: z.strictObject({
    token: text(200).check(z.minLength(1)),
    password: Password,
    confirm_password: text(PASSWORD_MAX),
  }),
  reply: Done,
  summary: 'Set a new password; ends every session',
});

export const verifyEmail = call('auth.verifyEmail', 'POST', '/auth/verify-email', {
  access: 'public',
  offline: signIn,
  body: z.strictObject({ email: Email, otp_code: Code }),
  reply: Done,
  summary: 'Verify the address by its six-digit code',
});

export const resendVerificationMail = call('auth.resendVerificationMail', 'POST', '/auth/resend-verification-mail', {
  access: 'public',
  offline: signIn,
  body: z.strictObject({ email: Email }),
  reply: Done,
  summary: 'Mail a new code',
});

export const completeProfile = call('auth.completeProfile', 'POST', '/auth/complete-profile', {
  access: 'bearer',
  offline: signIn,
  body: z.strictObject({
    name: trimmedText(RESTAURANT_NAME_MAX),
    address: trimmedText(ADDRESS_MAX),
    country_code: CountryCode,
    city: trimmedText(CITY_MAX),
    postal_code: z.optional(text(POSTAL_CODE_MAX)),
    phone_number_business: z.optional(text(PHONE_MAX)),
    phone_number_kitchen: z.optional(text(PHONE_MAX)),
    currency: z.optional(Currency),
    /** IANA name; derived from the country if missing. */
    timezone: z.optional(text(60)),
    /** The version of the restaurant that was filled in. A profile completed on another device since is not overwritten. */
    seen_version: z.optional(z.int()),
  }),
  reply: z.object({ user: User, restaurant: Restaurant }),
  summary: 'Complete the business profile',
});

export const PhoneKind = z.enum(['mobile', 'fixed_line', 'fixed_line_or_mobile', 'other']);

/**
 * Whether a number can be called in this country. Only advises; sends nothing.
 * `phone_no`: E.164, null if it cannot be read as a number. The country is the restaurant's; `country_code` is for one being chosen.
 */
export const testPhoneNumber = call('auth.testPhoneNumber', 'POST', '/auth/b2b/test/phone-number', {
  access: 'bearer',
  offline: read,
  body: z.strictObject({ phone_no: trimmedText(PHONE_MAX), country_code: z.optional(CountryCode) }),
  reply: z.object({ phone_no: z.nullable(z.string()), is_valid: z.boolean(), kind: z.nullable(PhoneKind) }),
  summary: 'Check a telephone number',
});

/** Where the browser goes to sign in; a navigation is redirected there. `next`: the page of the app to return to. */
const Begun = z.object({ url: z.string() });
const BackTo = z.strictObject({ next: z.optional(text(NEXT_MAX)) });
/**
 * `token` is the one-time code with which the browser returned from the provider. `email`, `name` and `login_type` are accepted and
 * ignored: the identity is what the provider signed. `password`: of the existing account, if the answer asked for it (409
 * `password_needed`).
 */
const CameBack = z.strictObject({
  token: text(200).check(z.minLength(1)),
  email: z.optional(text(254)),
  name: z.optional(text(200)),
  login_type: z.optional(text(40)),
  password: z.optional(text(PASSWORD_MAX)),
  device_name: z.optional(text(DEVICE_NAME_MAX)),
});

export const beginGoogle = call('auth.beginGoogle', 'GET', '/auth/google', {
  access: 'public',
  offline: signIn,
  query: BackTo,
  reply: Begun,
  summary: 'Begin to sign in with Google',
});

export const finishGoogle = call('auth.finishGoogle', 'POST', '/auth/google', {
  access: 'public',
  offline: signIn,
  body: CameBack,
  reply: Session,
  summary: 'Sign in with what came back from Google',
});

export const beginFacebook = call('auth.beginFacebook', 'GET', '/auth/facebook', {
  access: 'public',
  offline: signIn,
  query: BackTo,
  reply: Begun,
  summary: 'Begin to sign in with Facebook',
});

export const finishFacebook = call('auth.finishFacebook', 'POST', '/auth/facebook', {
  access: 'public',
  offline: signIn,
  body: CameBack,
  reply: Session,
  summary: 'Sign in with what came back from Facebook',
});

/** Options for the browser, and a token of this attempt, which is valid once, for five minutes. */
export const beginPasskey = call('auth.beginPasskey', 'POST', '/auth/passkey/options', {
  access: 'public',
  offline: signIn,
  reply: z.object({ token: z.string(), options: RequestOptions }),
  addition: true,
  summary: 'Begin to sign in with a passkey',
});

/** A passkey is both factors: no code is asked for. 400 `passkey_unknown`, `passkey_expired`, `passkey_refused`. */
export const finishPasskey = call('auth.finishPasskey', 'POST', '/auth/passkey', {
  access: 'public',
  offline: signIn,
  body: z.strictObject({
    /** Of the attempt. */
    token: text(200).check(z.minLength(1)),
    credential: SignedCredential,
    device_name: z.optional(text(DEVICE_NAME_MAX)),
  }),
  reply: Session,
  addition: true,
  summary: 'Sign in with what a passkey signed',
});

/**
 * 200 for an unverified owner; 403 `profile_incomplete`, with user and restaurant in `current`, for a verified owner with an incomplete
 * profile.
 */
export const user = call('auth.user', 'GET', '/auth/user', {
  access: 'bearer',
  offline: read,
  /** `kitchen_mode` null: the session is not limited. */
  reply: z.object({
    user: User,
    restaurant: Restaurant,
    role: z.enum(roleIds),
    /** The person belongs to others, too. */
    has_other_restaurants: z.boolean(),
    kitchen_mode: z.nullable(KitchenMode),
  }),
  summary: 'The signed-in owner and the restaurant',
});

export const logout = call('auth.logout', 'POST', '/auth/logout', {
  access: 'bearer',
  offline: here,
  reply: Done,
  addition: true,
  summary: 'Revoke this token',
});
