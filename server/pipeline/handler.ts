import type { Call, CallOptions, PathParams, Reply, Schema } from '../../contract/call.ts';
import type * as z from 'zod/mini';
import { errorCodes, type ErrorBody, type ErrorCode, type Meta, type Notice } from '../../contract/errors.ts';
import type { Actor } from '../../contract/fields.ts';
import type { PersonAtDevice, PinFor } from '../../contract/kitchen-mode/calls.ts';
import type { Role } from '../../contract/people/permissions.ts';
import type { Pools } from '../db/open.ts';
import type { AccountsDb, Tx } from '../db/tx.ts';
import type { Env } from '../env.ts';
import type { Visit } from './visit.ts';

/** What a job is about. All tenants' jobs share a table, so that it is ids only. */
export type JobIds = Record<string, string>;

/** Adds jobs (server/jobs/jobs.ts). */
export interface JobQueue {
  /**
   * Adds a job, or one for each of a list of `ids`, in the caller's transaction: they exist only if that commits. Data are ids only, because
   * all tenants' jobs share a table.
   */
  enqueue(db: Tx | AccountsDb, job: string, ids: JobIds | readonly JobIds[]): Promise<void>;
  /** The same without those of which such a job waits or runs already, for rounds that come again. Needs the owner's login. */
  enqueueMissing(db: Tx, job: string, ids: readonly JobIds[]): Promise<void>;
}

/** Adds a job for an integration, or one for each of a list, in one statement. */
export type Enqueue = (job: string, ids: JobIds | readonly JobIds[]) => Promise<void>;

export interface SignedIn {
  user: { id: string; email: string; name: string | null; isEmailVerified: boolean };
  restaurantId: string;
  /** Of the account in the restaurant: what the device may hold, and the most that anybody may do there. */
  role: Role;
  /** Who does this at a device in kitchen mode, by a PIN; null: the account, or nobody in particular. */
  person: Person | null;
  deviceName: string | null;
  /** A device whose cursor is older loads everything anew: the role, and with it the tables that the device holds, changed then. */
  viewVersion: number;
  /** SHA-256 of the bearer token, hex: the session's key. */
  tokenHash: string;
  /** Set in kitchen mode: what needs a PIN, and from which version on the last one has opened it. */
  kitchenMode: { pinFor: PinFor; unlockedVersion: number } | null;
}

/** `accountId`: null without an account. `until`: when the device locks; null: what it did is signed. */
export type Person = PersonAtDevice & { accountId: string | null; until: Date | null };

/** Whose name it gets. Of a person without an account, the id is that of the membership. */
export const whoOf = ({ person, user }: SignedIn): { id: string; name: string } =>
  person ? { id: person.accountId ?? person.id, name: person.name } : { id: user.id, name: user.name ?? user.email };

/** Whose permissions count. */
export const actingRole = ({ person, role }: SignedIn): Role => person?.role ?? role;

export interface BaseContext {
  /** When the request arrived. The clock is read once per request. */
  now: Date;
  requestId: string;
  /** The client's IP address, for rate limits. */
  address: string;
  visit: Visit;
  /** The tenant's transaction. Throws in a public call. */
  db: Tx;
  /** Outside any transaction: its writes stay whatever the handler returns, such as counted attempts. */
  accounts: AccountsDb;
  /** One transaction on the account tables. A throw rolls it back; a returned refusal does not. */
  inAccounts<T>(run: (inside: { db: AccountsDb; enqueue: Enqueue }) => Promise<T>): Promise<T>;
  /** Throws in a public call without a session (`tokenHash` is null). */
  user: SignedIn['user'];
  session: SignedIn;
  restaurantId: string;
  /** In a storefront call, a customer whose name is not known yet. */
  actor: Actor;
  tokenHash: string | null;
  /** When the person did it: `occurred_at` of the body, but not later than now; otherwise now. ISO. */
  occurredAt: string;
  /** The operation's id: Idempotency-Key, `op_id` of the body, or a new one. */
  opId: string;
  /** Returns the version for all rows that this transaction writes. Raises the space's counter once, at the first call. */
  bump(): Promise<number>;
  /** In the tenant's transaction; in a public call in its own (see inAccounts). */
  enqueue: Enqueue;
  /** Settings of this process: keys and the public address. */
  env: Env;
  /**
   * Writes one line to the structured log with this request's id, for an event such as `auth.login_failed`. No secrets, no plain address.
   */
  note(event: string, fields?: Record<string, string | number | boolean>): void;
}

/** What is known before the body is read. */
export type AdmitContext = Pick<BaseContext, 'now' | 'address' | 'env' | 'accounts' | 'note'>;

type BodyIn<O extends CallOptions> = O extends { body: infer B extends Schema } ? z.output<B> : undefined;
type QueryIn<O extends CallOptions> = O extends { query: infer Q extends Schema } ? z.output<Q> : Record<never, string>;

/** What a handler gets: the call's checked arguments and its environment. */
export type Context<C extends Call = Call> =
  C extends Call<string, infer P, infer O>
    ? BaseContext & { path: PathParams<P> & Record<never, string>; query: QueryIn<O>; body: BodyIn<O> }
    : never;

type BodyOf<C extends Call> = C extends Call<string, string, infer O> ? BodyIn<O> : never;

interface PrepareContext<C extends Call = Call> {
  now: Date;
  restaurantId: string;
  opId: string;
  body: BodyOf<C>;
}

export type Outcome<C extends Call = Call> = Promise<Reply<C> | Answer<Reply<C>> | Refusal>;

export interface Handler<C extends Call = Call> {
  call: C;
  /** The handler makes its own transactions (push makes several, a stream stays open): `db` and `bump` throw. */
  hasNoTransaction?: boolean;
  /** With `hasNoTransaction`: it checks the profile in a transaction of its own, so the pipeline does not open one for that. */
  checksProfile?: boolean;
  /** Rate limits. Runs before the body is read, so that an unreadable body counts, too. Null: allowed. */
  admit?(context: AdmitContext): Promise<Refusal | null>;
  /**
   * Does what must not happen inside of a transaction, such as storing a file, and answers the body that `run` gets. It may run again for a
   * repeated request, so its effect depends on `opId` alone. `opId`: the Idempotency-Key, or a new id.
   */
  prepare?(services: { pools: Pools; env: Env }, context: PrepareContext<C>): Promise<BodyOf<C> | Refusal>;
  /**
   * The reply is made of the restaurant's versioned rows, the query and the clock, nothing else: it is kept (kept-replies.ts). Answers when the
   * clock alone changes it next; null: never.
   */
  endsAt?(context: BaseContext): Promise<Date | null>;
  // Method syntax, so that handlers of different calls fit in one list.
  run(context: Context<C>): Outcome<C>;
}

/** Binds a call to its handler. */
export function defineHandler<C extends Call>(call: C, run: (context: Context<C>) => Outcome<C>): Handler<C> {
  return { call, run };
}

/** Like defineHandler, for a reply that is kept. */
export function defineKeptHandler<C extends Call>(
  call: C,
  endsAt: NonNullable<Handler['endsAt']>,
  run: (context: Context<C>) => Outcome<C>,
): Handler<C> {
  return { call, endsAt, run };
}

/** Like defineHandler, for a call that must not run inside one transaction. */
export function defineHandlerWithoutTransaction<C extends Call>(
  call: C,
  run: (context: Context<C>) => Outcome<C>,
  options: Pick<Handler<C>, 'checksProfile'> = {},
): Handler<C> {
  return { call, run, hasNoTransaction: true, ...options };
}

/** A regular refusal: it changes nothing, and the caller is told which rule it violated. */
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

/** A reply with more than `data`: paging, sums, a notice that the mutation was superseded, headers, or another status than 200. */
export class Answer<T = unknown> {
  readonly data: T;
  readonly meta: Meta | undefined;
  readonly stats: object | undefined;
  readonly notice: Notice | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly status: number;
  constructor(data: T, more: AnswerMore = {}) {
    this.data = data;
    this.meta = more.meta;
    this.stats = more.stats;
    this.notice = more.notice;
    this.headers = more.headers;
    this.status = more.status ?? 200;
  }
}

export interface AnswerMore {
  meta?: Meta;
  stats?: object;
  notice?: Notice;
  headers?: Record<string, string>;
  status?: number;
}

export function answer<T>(data: T, more: AnswerMore = {}): Answer<T> {
  return new Answer(data, more);
}

/** For a creation whose id is taken. `isSame`: what was wanted is there already; otherwise it is refused. */
export const answerTaken = <T>(current: T, isSame: boolean): Answer<T> | Refusal =>
  isSame ? answer(current, { notice: { code: 'already_done', current } }) : refuse('id_taken', { current });
