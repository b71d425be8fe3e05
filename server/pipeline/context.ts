import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { raiseVersion } from '../db/space.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { noVisit } from './visit.ts';
import { newId } from '../platform/ids.ts';
import { isWrite } from './guard.ts';
import { whoOf, type BaseContext, type Context, type Handler, type SignedIn } from './handler.ts';
import type { Tx } from '../db/tx.ts';
import type { CallRequest } from './result.ts';
import type { Services } from './services.ts';
import type { Input } from './validate.ts';

export interface ContextOptions {
  services: Services;
  request: Pick<CallRequest, 'caller' | 'now' | 'requestId' | 'address' | 'key' | 'visit'> & {
    handler?: Pick<Handler, 'call'>;
  };
  input: Input;
  /** The restaurant's open transaction; null if there is none. */
  client: pg.PoolClient | null;
}

/** A handler's context, and the version that its transaction raised, if any. */
export function makeContext({ services, request, input, client }: ContextOptions): {
  context: Context;
  raisedVersion: () => Promise<number | null>;
} {
  const { now, requestId, address, key, handler } = request;
  const { session, restaurantId } = request.caller;
  let db: Tx | undefined;
  let version: Promise<number> | null = null;
  const accounts = drizzle(services.pools.accounts);

  const base: BaseContext = {
    now,
    env: services.env,
    requestId,
    address,
    visit: request.visit ?? noVisit,
    accounts,
    tokenHash: session?.tokenHash ?? null,
    occurredAt: occurredAt(input.body, now),
    opId: opIdOf(input.body) ?? key ?? newId(now),
    get db() {
      return (db ??= drizzle(needed(client)));
    },
    get user() {
      return signedIn(session).user;
    },
    get session() {
      return signedIn(session);
    },
    get restaurantId() {
      return known(restaurantId);
    },
    get actor() {
      if (!session && restaurantId !== null) return { kind: 'customer' as const, id: null, name: 'Customer' };
      const { id, name } = whoOf(signedIn(session));
      return { kind: 'user' as const, id, name };
    },
    bump() {
      if (!handler || !isWrite(handler.call)) throw new Error('A call that reads may not take a version');
      return (version ??= raiseVersion(needed(client), known(restaurantId)));
    },
    enqueue: (job, ids) => services.jobs.enqueue(client ? base.db : accounts, job, ids),
    inAccounts: (run) => inAccounts(services, run),
    note: (event, fields) => services.log.info(event, { request_id: requestId, ...fields }),
  };
  // The input was checked against this call's schemas, which give it the handler's types.
  const context = withInput(base, input) as Context;
  return { context, raisedVersion: async () => version };
}

/** Defines the input on the context itself, because a spread would run the getters. */
const withInput = (base: BaseContext, input: Input) =>
  Object.defineProperties(base, Object.getOwnPropertyDescriptors({ ...input }));

function needed(client: pg.PoolClient | null): pg.PoolClient {
  if (!client) throw new Error('This call runs outside a tenant transaction');
  return client;
}

function known(restaurantId: string | null): string {
  if (restaurantId === null) throw new Error('A public call has no restaurant');
  return restaurantId;
}

function signedIn(session: SignedIn | null): SignedIn {
  if (!session) throw new Error('A public call has no user');
  return session;
}

const inAccounts = <T>({ pools, jobs }: Services, run: Parameters<BaseContext['inAccounts']>[0]): Promise<T> =>
  withTransaction(pools.accounts, null, 'write', (client) => {
    const db = drizzle(client);
    return run({ db, enqueue: (job, ids) => jobs.enqueue(db, job, ids) }) as Promise<T>;
  });

/** A device's clock may be wrong by a year; nothing was done in the future. */
function occurredAt(body: unknown, now: Date): string {
  const given = field(body, 'occurred_at');
  const present = now.toISOString();
  return given !== undefined && given < present ? given : present;
}

export const opIdOf = (body: unknown): string | undefined => field(body, 'op_id')?.toLowerCase();

function field(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}
