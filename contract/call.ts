import * as z from 'zod/mini';
import { FORM_BYTES, MUTATION_BYTES } from './limits.ts';
import type { Permission } from './people/permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make a call.
 * - `public`: anybody.
 * - `bearer`: a valid session, whatever its onboarding state (complete-profile, logout, GET /auth/user).
 * - `storefront`: a customer of the restaurant whose slug is in the path; nobody is signed in.
 * - a permission: a person of the restaurant whose role has it, with a verified address and a complete profile; others get 403
 * `not_allowed`, `email_unverified` or `profile_incomplete`.
 */
export type Access = 'public' | 'bearer' | 'storefront' | Permission;

/** Why a write cannot wait in the outbox. The screen shows a message for it beside the disabled button. */
export type OnlineReason =
  | 'sign_in'
  | 'signing_out'
  | 'people'
  | 'sent_at_once'
  | 'money_out'
  | 'credentials'
  | 'domain_check'
  | 'website_setup'
  | 'chatbot'
  | 'provider_setup'
  | 'subscribing'
  | 'own_messages'
  | 'reading_menu'
  | 'chat_file'
  | 'account_data';

/**
 * What a device does with a call while it is offline.
 * - `read`: changes nothing by itself (push makes each change through its own call). Screens read the mirror instead.
 * - `queue`: goes through the outbox, online too. `replace`: a newer unsent entry for the same target replaces the older one; `merge`: body
 * fields of unsent entries for the same target are merged; `never`: each entry is sent.
 * - `online`: needs the network; the control is disabled offline and shows the reason.
 * - `carried`: the bytes of a file that a queued mutation names. The device stores them and sends them before that mutation.
 * - `here`: done on this device at once, online or offline; the server is told when it can be reached, which is optional.
 */
export type OfflineRule =
  | { kind: 'read' }
  | { kind: 'queue'; coalesce: Coalesce; older: readonly (Upcast | null)[]; target: readonly string[] }
  | { kind: 'online'; reason: OnlineReason }
  | { kind: 'carried' }
  | { kind: 'here' };

type Coalesce = 'replace' | 'merge' | 'never';

export const read: OfflineRule = { kind: 'read' };
/**
 * `older`: functions that convert a body from version 1 to 2, 2 to 3, and so on. A device may be off for weeks with old mutations in its
 * outbox. Null: nobody can still have such a mutation; if one appears, it becomes a failed change.
 * `target`: fields of the body that, with the path, say what is changed.
 */
export const queue = (
  coalesce: Coalesce,
  older: readonly (Upcast | null)[] = [],
  target: readonly string[] = [],
): OfflineRule => ({
  kind: 'queue',
  coalesce,
  older,
  target,
});
export const carried: OfflineRule = { kind: 'carried' };
export const here: OfflineRule = { kind: 'here' };
export const online = (reason: OnlineReason): OfflineRule => ({ kind: 'online', reason });

export type Schema = z.ZodMiniType;

/** The `{name}` parts of a path as an object type. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

export interface CallOptions {
  access: Access;
  /** The permission that this body needs beyond `access`; null: none. */
  needs?: (body: never) => Permission | null;
  offline: OfflineRule;
  /** By path parameter: its allowed values, and the message for any other (422), checked before the body. */
  messages?: Record<string, { known: readonly string[]; otherwise: string }>;
  /** Fields of the query string. Each arrives as a string, see query.ts. */
  query?: z.ZodMiniObject;
  /** JSON body, a strict object: unknown fields are refused. */
  body?: Schema;
  /** May also come as multipart/form-data: files become base64 texts of the list field that they are named after. */
  isMultipart?: boolean;
  /** A request without a body counts as an empty object, for calls without a payload. */
  isBodyOptional?: boolean;
  /** Largest body, bytes; for the default see bodyLimitOf. */
  bodyLimit?: number;
  /** `data` of the answer. With `paged`, one element of the list. */
  reply: Schema;
  /** The reply's `token` is a secret: replies stored for idempotent replay contain it encrypted. */
  isTokenSecret?: boolean;
  /** The answer is a list with `meta`. */
  paged?: boolean;
  /** Sums beside `data`, whatever the page. */
  stats?: Schema;
  /** Beyond the calls that were first asked for (tests/spec); tagged `addition` in the OpenAPI document. */
  addition?: boolean;
  summary: string;
}

export interface Call<Name extends string = string, P extends string = string, O extends CallOptions = CallOptions> {
  name: Name;
  method: Method;
  path: P;
  options: O;
}

/**
 * Declares one call of the API as plain data: server routes, clients, the OpenAPI document and tests are made from it. `name` is
 * `area.verb`; `path` is relative to the API base, with `{id}` parameters.
 */
export function call<const Name extends string, const P extends string, const O extends CallOptions>(
  name: Name,
  method: Method,
  path: P,
  options: O,
): Call<Name, P, O> {
  return { name, method, path, options };
}

/** The permission that a call needs; null: it needs none. */
export const permissionOf = ({ options: { access } }: Call): Permission | null =>
  access === 'public' || access === 'bearer' || access === 'storefront' ? null : access;

/** Largest body of a call, bytes. Queued calls may contain an order; all others are forms. */
export const bodyLimitOf = (call: Call): number => {
  const { offline, bodyLimit } = call.options;
  return bodyLimit ?? (permissionOf(call) && offline.kind === 'queue' ? MUTATION_BYTES : FORM_BYTES);
};

export type Body = Record<string, unknown>;
/** Converts a body to the next version. The body comes from a disk or the network and has not been validated. */
export type Upcast = (body: Body) => Body;

const olderOf = ({ options: { offline } }: Call) => (offline.kind === 'queue' ? offline.older : []);

/** The current version of a call's bodies. */
export const versionOf = (call: Call): number => olderOf(call).length + 1;

/** Converts a body of version `ver` to the current one. Throws `unsupported_version` if the version is unknown. */
export function upcast(call: Call, ver: number, body: Body): Body {
  const steps = olderOf(call).slice(ver - 1);
  if (ver < 1 || ver > versionOf(call) || steps.includes(null)) throw new Error('unsupported_version');
  return steps.reduce((written, step) => step!(written), body);
}

type BodyOf<O extends CallOptions> = O extends { body: infer B extends Schema } ? { body: z.infer<B> } : unknown;
type QueryOf<O extends CallOptions> = O extends { query: infer Q extends Schema } ? { query?: z.input<Q> } : unknown;
type PathOf<P extends string> = unknown extends PathParams<P> ? unknown : { path: PathParams<P> };

/** Arguments of a call: `path`, `query` and `body`, each only if the call has it. */
export type Args<C extends Call> =
  C extends Call<string, infer P, infer O> ? PathOf<P> & QueryOf<O> & BodyOf<O> : never;

/** `data` of the answer. */
export type Reply<C extends Call> =
  C extends Call<string, string, infer O>
    ? O extends { paged: true }
      ? z.infer<O['reply']>[]
      : z.infer<O['reply']>
    : never;
