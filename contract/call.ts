import * as z from 'zod/mini';
import { FORM_BYTES, MUTATION_BYTES } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make a call.
 * - `public`: anybody.
 * - `bearer`: a live session, whatever its onboarding state (complete-profile, logout, GET /auth/user).
 * - `owner`: a verified owner with a complete profile; others get 403 `email_unverified` or `profile_incomplete`.
 * - `storefront`: a customer of the restaurant whose slug stands in the path; nobody is signed in.
 */
export type Access = 'public' | 'bearer' | 'owner' | 'storefront';

/** Why a write cannot wait in the outbox; the screen shows words for it beside the disabled button. */
export type OnlineReason =
  | 'sign_in'
  | 'signing_out'
  | 'money_out'
  | 'credentials'
  | 'domain_check'
  | 'provider_setup'
  | 'subscribing';

/**
 * What a device does with a call while it has no network.
 * - `read`: changes nothing by itself, as push, which brings each change to its own call; screens read the mirror instead.
 * - `queue`: goes through the outbox, online too. `replace`: a newer unsent entry for the same target takes the older one's place;
 *   `merge`: body fields of unsent entries for the same target are merged; `never`: each entry is sent.
 * - `online`: needs the network; the control is disabled offline and shows the reason.
 * - `here`: done on this device at once, with a network or without; the server is told when it can be reached, and need not be.
 */
export type OfflineRule =
  | { kind: 'read' }
  | { kind: 'queue'; coalesce: Coalesce; older: readonly (Upcast | null)[] }
  | { kind: 'online'; reason: OnlineReason }
  | { kind: 'here' };

type Coalesce = 'replace' | 'merge' | 'never';

export const read: OfflineRule = { kind: 'read' };
/**
 * `older`: how a body of version 1 is rewritten as one of version 2, that one as one of version 3, and so on. A device may sleep for weeks
 * with a change of last month in its outbox. Null: nobody can still have such a change; one that turns up all the same is listed.
 */
export const queue = (coalesce: Coalesce, older: readonly (Upcast | null)[] = []): OfflineRule => ({
  kind: 'queue',
  coalesce,
  older,
});
export const here: OfflineRule = { kind: 'here' };
export const online = (reason: OnlineReason): OfflineRule => ({ kind: 'online', reason });

export type Schema = z.ZodMiniType;

/** The `{name}` parts of a path as an object type. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

export interface CallOptions {
  access: Access;
  offline: OfflineRule;
  /** By parameter of the path: the words that it may be, and what is said of any other (422), before the body is looked at. */
  words?: Record<string, { known: readonly string[]; otherwise: string }>;
  /** Fields of the query string; each arrives as a string. See query.ts. */
  query?: z.ZodMiniObject;
  /** JSON body, a strict object; unknown fields are refused. */
  body?: Schema;
  /** A request without a body counts as one without fields; for calls that the specification shows without a payload. */
  isBodyOptional?: boolean;
  /** Largest body, bytes; the default depends on the kind of call, see bodyLimitOf. */
  bodyLimit?: number;
  /** What stands under `data` in the answer. With `paged`, one element of the list. */
  reply: Schema;
  /** The reply's `token` is a secret: a reply that is stored for an idempotent replay holds it encrypted. */
  isTokenSecret?: boolean;
  /** The answer is a list with `meta`. */
  paged?: boolean;
  /** Not in the specification; tagged `addition` in the OpenAPI document. */
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
 * Declares one call of the API. The value is plain data: the server routes by it, the client sends by it, the OpenAPI document and
 * the tests are made from it. `name` is `area.verb`; `path` is relative to the API base, with `{id}` parameters.
 */
export function call<const Name extends string, const P extends string, const O extends CallOptions>(
  name: Name,
  method: Method,
  path: P,
  options: O,
): Call<Name, P, O> {
  return { name, method, path, options };
}

/** How many bytes the body of a call may have: those that an outbox sends may hold an order, all others are forms. */
export const bodyLimitOf = ({ options: { access, offline, bodyLimit } }: Call): number =>
  bodyLimit ?? (access === 'owner' && offline.kind === 'queue' ? MUTATION_BYTES : FORM_BYTES);

export type Body = Record<string, unknown>;
/** Rewrites a body as the next version has it. The body comes from a disk or over the wire: nobody has held it against a schema. */
export type Upcast = (body: Body) => Body;

const olderOf = ({ options: { offline } }: Call) => (offline.kind === 'queue' ? offline.older : []);

/** In which version a call's bodies are written today. */
export const versionOf = (call: Call): number => olderOf(call).length + 1;

/** A body of version `ver` as it is written today. Throws `unsupported_version` when nobody here knows that version. */
export function upcast(call: Call, ver: number, body: Body): Body {
  const steps = olderOf(call).slice(ver - 1);
  if (ver < 1 || ver > versionOf(call) || steps.includes(null)) throw new Error('unsupported_version');
  return steps.reduce((written, step) => step!(written), body);
}

type BodyOf<O extends CallOptions> = O extends { body: infer B extends Schema } ? { body: z.infer<B> } : unknown;
type QueryOf<O extends CallOptions> = O extends { query: infer Q extends Schema } ? { query?: z.input<Q> } : unknown;
type PathOf<P extends string> = unknown extends PathParams<P> ? unknown : { path: PathParams<P> };

/** What a caller hands over: `path` for path parameters, `query`, `body`, each only where the call has it. */
export type Args<C extends Call> =
  C extends Call<string, infer P, infer O> ? PathOf<P> & QueryOf<O> & BodyOf<O> : never;

/** What stands under `data` in the answer. */
export type Reply<C extends Call> =
  C extends Call<string, string, infer O>
    ? O extends { paged: true }
      ? z.infer<O['reply']>[]
      : z.infer<O['reply']>
    : never;
