import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Call, CallOptions, PathParams, Reply, Schema } from '../../contract/call.ts';
import type * as z from 'zod/mini';
import { errorCodes, type ErrorBody, type ErrorCode, type Meta, type Notice } from '../../contract/errors.ts';
import type { Actor } from '../../contract/fields.ts';
import type { Limit } from '../auth/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../env.ts';
import type { Visit } from '../http/visit.ts';

/** Drizzle on one connection, inside the tenant's transaction: role galley_app, app.restaurant_id set. */
export type Tx = NodePgDatabase;
/** Drizzle on the role galley_auth: account tables, and INSERT on restaurants and spaces. */
export type AccountsDb = NodePgDatabase;

/** Adds a job for the outside. Jobs carry ids only. */
export type Enqueue = (job: string, data: Record<string, string>) => Promise<void>;

export interface SignedIn {
  user: { id: string; email: string; name: string | null; isEmailVerified: boolean };
  restaurantId: string;
  /** SHA-256 of the bearer token, hex: the session's key. */
  tokenHash: string;
  /** The session is limited to the kitchen, with the instant until which its PIN has opened the rest. Null: it is not limited. */
  kitchenMode: { unlockedUntil: Date | null } | null;
}

export interface BaseContext {
  now: Date;
  clock: Clock;
  requestId: string;
  /** The client's IP address, for limits. */
  address: string;
  visit: Visit;
  /** The tenant's transaction; throws when a public call touches it. */
  db: Tx;
  /** Outside any transaction: what it writes stays, whatever the handler answers. Right for counting tries. */
  accounts: AccountsDb;
  /** One transaction on the account tables; a throw rolls it back, a refusal that is returned does not. */
  inAccounts<T>(run: (inside: { db: AccountsDb; enqueue: Enqueue }) => Promise<T>): Promise<T>;
  /** Throws in a public call whose sender is not signed in (`tokenHash` is null). */
  user: SignedIn['user'];
  session: SignedIn;
  restaurantId: string;
  /** In a call of the storefront a customer whose name is not known yet. */
  actor: Actor;
  tokenHash: string | null;
  /** When the person did it: `occurred_at` of the body, never later than now; else now. ISO. */
  occurredAt: string;
  /** The operation's id: Idempotency-Key, or `op_id` of the body, or a fresh one. */
  opId: string;
  /** The version for every row that this transaction writes; raises the space's counter once, and only when it is called. */
  bump(): Promise<number>;
  /** In the tenant's transaction; in a public call on its own (see inAccounts). */
  enqueue: Enqueue;
  /** What this process was told: keys and the public address. */
  env: Env;
  /** One line of the structured log with this request's id: an event such as `auth.login_failed`. No secrets, no address in clear. */
  note(event: string, fields?: Record<string, string | number | boolean>): void;
}

type BodyIn<O extends CallOptions> = O extends { body: infer B extends Schema } ? z.output<B> : undefined;
type QueryIn<O extends CallOptions> = O extends { query: infer Q extends Schema } ? z.output<Q> : Record<never, string>;

/** What a handler gets: the call's arguments, checked, and the world. */
export type Context<C extends Call = Call> =
  C extends Call<string, infer P, infer O>
    ? BaseContext & { path: PathParams<P> & Record<never, string>; query: QueryIn<O>; body: BodyIn<O> }
    : never;

export type Outcome<C extends Call = Call> = Promise<Reply<C> | Answer<Reply<C>> | Refusal>;

export interface Handler<C extends Call = Call> {
  call: C;
  /** It makes its own transactions (push is a loop of them, a stream lives long): `db` and `bump` throw. */
  hasNoTransaction?: boolean;
  /** How often one network may ask. Counted before the body is read, so that a body that cannot be read counts too. */
  addressLimit?: Limit;
  // Method syntax: handlers of different calls stand in one list.
  run(context: Context<C>): Outcome<C>;
}

/** Binds a call to what the server does for it. */
export function defineHandler<C extends Call>(call: C, run: (context: Context<C>) => Outcome<C>): Handler<C> {
  return { call, run };
}

/** The handler with a limit per network, see Handler. */
export const limitByAddress = <C extends Call>(addressLimit: Limit, handler: Handler<C>): Handler<C> => ({
  ...handler,
  addressLimit,
});

/** Like defineHandler, for a call that must not run inside one transaction. */
export function defineHandlerWithoutTransaction<C extends Call>(
  call: C,
  run: (context: Context<C>) => Outcome<C>,
): Handler<C> {
  return { call, run, hasNoTransaction: true };
}

/** An ordinary "no": it changes nothing, and the caller learns which rule it met. */
export class Refusal {
  readonly status: number;
  readonly error: ErrorBody;
  constructor(status: number, error: ErrorBody) {
    this.status = status;
    this.error = error;
  }
}

export function refuse(
  code: ErrorCode,
  more: {
    current?: unknown;
    field_errors?: Record<string, string>;
    retry_after_seconds?: number;
    message?: string;
  } = {},
): Refusal {
  const [status, message] = errorCodes[code];
  return new Refusal(status, { code, message, ...more });
}

/** A reply with more than `data`: paging, a notice that the change lost, headers, another status than 200. */
export class Answer<T = unknown> {
  readonly data: T;
  readonly meta: Meta | undefined;
  readonly notice: Notice | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly status: number;
  constructor(data: T, more: AnswerMore = {}) {
    this.data = data;
    this.meta = more.meta;
    this.notice = more.notice;
    this.headers = more.headers;
    this.status = more.status ?? 200;
  }
}

export interface AnswerMore {
  meta?: Meta;
  notice?: Notice;
  headers?: Record<string, string>;
  status?: number;
}

export function answer<T>(data: T, more: AnswerMore = {}): Answer<T> {
  return new Answer(data, more);
}
