import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { BaseContext, Context, SignedIn, Tx } from './handler.ts';
import { noVisit, type Visit } from '../http/visit.ts';
import { newId } from '../platform/ids.ts';
import type { Input } from './validate.ts';
import type { Services } from './services.ts';
import { raiseVersion } from '../sync/space.ts';

export interface ContextParts {
  kernel: Services;
  now: Date;
  requestId: string;
  address: string;
  session: SignedIn | null;
  /** The restaurant that it is about; null where it is not known. */
  restaurantId: string | null;
  key: string | null;
  input: Input;
  /** The tenant's open transaction; null where there is none. */
  client: pg.PoolClient | null;
  mayWrite: boolean;
  visit?: Visit | undefined;
}

/** A handler's context, and the version that its transaction took, if it took one. */
export function makeContext(parts: ContextParts): {
  context: Context;
  takenVersion: () => Promise<number | null>;
} {
  const { kernel, now, requestId, session, restaurantId, client, input } = parts;
  let db: Tx | undefined;
  let version: Promise<number> | null = null;
  const accounts = drizzle(kernel.pools.accounts);

  const base: BaseContext = {
    now,
    clock: kernel.clock,
    env: kernel.env,
    requestId,
    address: parts.address,
    visit: parts.visit ?? noVisit,
    accounts,
    tokenHash: session?.tokenHash ?? null,
    occurredAt: occurredAt(input.body, now),
    opId: opIdOf(input.body) ?? parts.key ?? newId(now),
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
      const { user } = signedIn(session);
      return { kind: 'user' as const, id: user.id, name: user.name ?? user.email };
    },
    bump() {
      if (!parts.mayWrite) throw new Error('A call that reads may not take a version');
      return (version ??= raiseVersion(needed(client), known(restaurantId)));
    },
    enqueue: (job, data) => kernel.jobs.enqueue(client ? base.db : accounts, job, data),
    inAccounts: (run) => inAccounts(kernel, run),
    note: (event, fields) => kernel.log.info(event, { request_id: requestId, ...fields }),
  };
  // The input was checked against this very call's schemas, which is what gives it the types that the handler sees.
  const context = withInput(base, input) as Context;
  return { context, takenVersion: async () => version };
}

/** Defines the input on the context itself: a spread would run the getters. */
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

async function inAccounts<T>(kernel: Services, run: Parameters<BaseContext['inAccounts']>[0]): Promise<T> {
  const client = await kernel.pools.accounts.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const db = drizzle(client);
    const result = await run({ db, enqueue: (job, data) => kernel.jobs.enqueue(db, job, data) });
    await client.query('COMMIT');
    return result as T;
  } catch (fault) {
    await client.query('ROLLBACK').catch((reason: Error) => void (broken = reason));
    throw fault;
  } finally {
    client.release(broken);
  }
}

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
