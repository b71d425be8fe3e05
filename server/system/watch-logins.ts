import pg from 'pg';
import type { Pools } from '../db/open.ts';
import type { Clock } from '../platform/clock.ts';

/** A login that worked is tried again after so long: health needs no sign-in, and each try is a new connection. */
const TRY_EVERY_MS = 10_000;

/** Throws a LoginFault if a request could not read the database. */
export type TryLogins = () => Promise<void>;

/** `role`: the database's role that failed. */
export class LoginFault extends Error {
  override name = 'LoginFault';
  readonly role: string;

  constructor(role: string, cause: unknown) {
    super(`The role ${role} cannot read the database`, { cause });
    this.role = role;
  }
}

/**
 * Tries the two roles of requests as requests use them: each reads a table of its own, and each logs in anew, since an open connection
 * outlives the password that it was opened with.
 */
export function watchLogins({ pools: { app, accounts }, clock }: { pools: Pools; clock: Clock }): TryLogins {
  let triedAt = -Infinity;
  let running: Promise<void> | null = null;
  const logins = async () => {
    await Promise.all([app, accounts].map(logIn));
    triedAt = clock.now().getTime();
  };
  return async () => {
    await read(app, 'spaces');
    await read(accounts, 'users');
    if (clock.now().getTime() - triedAt < TRY_EVERY_MS) return;
    running ??= logins().finally(() => (running = null));
    await running;
  };
}

async function read(pool: pg.Pool, table: string): Promise<void> {
  try {
    await pool.query(`SELECT 1 FROM ${table} LIMIT 1`);
  } catch (error) {
    throw new LoginFault(roleOf(pool), error);
  }
}

async function logIn(pool: pg.Pool): Promise<void> {
  const client = new pg.Client(pool.options);
  client.on('error', () => {}); // connect reports it
  try {
    await client.connect();
  } catch (error) {
    // Other faults, such as too many connections, stop no request that has one.
    if ((error as { code?: string }).code?.startsWith('28')) throw new LoginFault(roleOf(pool), error);
  } finally {
    await client.end();
  }
}

const roleOf = ({ options }: pg.Pool): string => new pg.Client(options).user ?? '';
