import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Env } from '../env.ts';
import { StartError } from '../platform/start-error.ts';
import { checkDatabaseFolder } from './check-folder.ts';
import { folderMode } from './cluster.ts';
import { startEmbedded } from './embedded.ts';
import { explainFolderFault, explainServerFault } from './explain-fault.ts';
import { migrate } from './migrate.ts';
import type { Login } from './roles.ts';

/** The API's connections, one pool for each role; see roles.ts for what each may do. */
export interface Pools {
  /** Migrations, jobs, the importer: sees all restaurants. */
  owner: pg.Pool;
  /** Serves a restaurant; sees the rows of `app.restaurant_id` only. */
  app: pg.Pool;
  /** Accounts, sessions, codes, limits. */
  accounts: pg.Pool;
  close(): Promise<void>;
}

export type DatabaseEnv = Pick<Env, 'dataDir' | 'databaseUrl' | 'databaseAppUrl' | 'databaseAuthUrl'>;

export interface OpenOptions {
  note?(message: string): void;
}

/** Opens the database (embedded, or DATABASE_URL), brings it to this version's schema, and answers the pools. */
export async function openDatabase(env: DatabaseEnv, options: OpenOptions = {}): Promise<Pools> {
  const note = options.note ?? ((message) => console.warn(message));
  const place = await findPlace(env, note);
  try {
    return await openAt(place, note);
  } catch (error) {
    throw env.databaseUrl ? explainServerFault(error, env.databaseUrl) : error;
  }
}

/** Where the database of these settings is; the embedded one runs then, until `leave`. */
export const findPlace = async (env: DatabaseEnv, note: (message: string) => void): Promise<DatabaseAddress> =>
  env.databaseUrl ? atServer(env, env.databaseUrl) : embedded(env.dataDir, note);

/** Brings the database to this version's schema, and answers the pools. */
export async function openAt(place: DatabaseAddress, note: (message: string) => void): Promise<Pools> {
  const pools = connectPools(place, note);
  try {
    const isKnown = (await logsIn(pools.app)) && (await logsIn(pools.accounts));
    const login = (given: Login): Login => (isKnown ? { ...given, password: null } : given);
    await migrate(pools.owner, { app: login(place.appLogin), auth: login(place.authLogin) });
    for (const pool of [pools.app, pools.accounts]) await pool.query('SELECT 1');
    return pools;
  } catch (error) {
    await pools.close();
    throw error;
  }
}

/** Roles that can log in already are left as they are: later starts need no right to change them. */
const logsIn = (pool: pg.Pool) =>
  pool.query('SELECT 1').then(
    () => true,
    (error: { code?: string }) => {
      if (error.code?.startsWith('28')) return false;
      throw error;
    },
  );

/** Where a database is and how each role gets in. */
export interface DatabaseAddress {
  owner: pg.PoolConfig;
  app: pg.PoolConfig;
  auth: pg.PoolConfig;
  appLogin: Login;
  authLogin: Login;
  leave?(): Promise<void>;
}

export function connectPools(place: DatabaseAddress, note: (message: string) => void): Pools {
  const owner = pool('owner', { ...place.owner, max: 8, statement_timeout: 120_000 });
  const app = pool('app', { ...place.app, max: 12, statement_timeout: 15_000 });
  const accounts = pool('accounts', { ...place.auth, max: 6, statement_timeout: 15_000 });
  let closed: Promise<void> | undefined;
  return { owner, app, accounts, close: () => (closed ??= close()) };

  async function close() {
    await Promise.all([owner, app, accounts].map((p) => p.end()));
    await place.leave?.();
  }

  function pool(name: string, config: pg.PoolConfig): pg.Pool {
    const made = new pg.Pool({
      application_name: `galley ${name}`,
      // A row that is locked for longer is a busy service (503, try again), not a reason to wait.
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 30_000,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      ...config,
    });
    // The server ends idle connections when it restarts; without a listener that would end this process.
    made.on('error', (error) => {
      if (!closed) note(`an idle connection of the ${name} pool ended: ${error.message}`);
    });
    // Likewise one that ends between two statements of a transaction: the next statement fails, and says so.
    made.on('connect', (client) => void client.on('error', () => undefined));
    return made;
  }
}

const APP = 'galley_app';
const AUTH = 'galley_auth';

async function embedded(dataDir: string, note: (message: string) => void): Promise<DatabaseAddress> {
  const { host, port, settings, close } = await startFolder(dataDir, note);
  const at = { host, port, database: 'galley' };
  try {
    await ensureDatabase({ ...at, user: 'postgres', password: settings.password }, 'galley');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    owner: { ...at, user: 'postgres', password: settings.password },
    app: { ...at, user: APP, password: settings.appPassword },
    auth: { ...at, user: AUTH, password: settings.authPassword },
    appLogin: { user: APP, password: settings.appPassword },
    authLogin: { user: AUTH, password: settings.authPassword },
    leave: close,
  };
}

async function startFolder(dataDir: string, note: (message: string) => void) {
  try {
    checkDatabaseFolder(dataDir);
    return await startEmbedded(dataDir, { note });
  } catch (error) {
    const explained = explainFolderFault(error, dataDir);
    // Plain errors of that code are sentences for the operator already; other classes are faults of ours.
    throw explained === error && error instanceof Error && error.constructor === Error && !('code' in error)
      ? new StartError(error.message, { cause: error })
      : explained;
  }
}

async function ensureDatabase(config: pg.ClientConfig, name: string): Promise<void> {
  const client = new pg.Client({ ...config, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // Two processes began at once, and the other one made it.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

type ServerEnv = Pick<Env, 'dataDir' | 'databaseAppUrl' | 'databaseAuthUrl'>;

/** A PostgreSQL server: the roles' logins are given as settings, or made by the owner with passwords that every process derives alike. */
export function atServer(env: ServerEnv, url: string): DatabaseAddress {
  const login = (role: string, given: string | null): { config: pg.PoolConfig; login: Login } => {
    if (given)
      return {
        config: { connectionString: given },
        login: { user: decodeURIComponent(new URL(given).username), password: null },
      };
    const password = createHmac('sha256', sharedSecret(env, url)).update(role).digest('base64url');
    const address = new URL(url);
    address.username = role;
    address.password = password;
    return { config: { connectionString: address.href }, login: { user: role, password } };
  };
  const app = login(APP, env.databaseAppUrl);
  const auth = login(AUTH, env.databaseAuthUrl);
  return {
    owner: { connectionString: url },
    app: app.config,
    auth: auth.config,
    appLogin: app.login,
    authLogin: auth.login,
  };
}

/** Any number of API processes share one server, so the passwords come from what they share: the owner's. Without one, from a kept file. */
function sharedSecret(env: ServerEnv, url: string): string {
  const { password, hostname, port } = new URL(url);
  if (password) return `${password}@${hostname}:${port}`;
  const file = join(env.dataDir, 'database-roles.key');
  mkdirSync(env.dataDir, { recursive: true, mode: folderMode() });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
