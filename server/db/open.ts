import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Env } from '../env.ts';
import { StartError } from '../platform/start-error.ts';
import { checkDatabaseFolder, fullDisk } from './check-folder.ts';
import { folderMode, type Voices } from './cluster.ts';
import { startEmbedded } from './embedded.ts';
import { explainServerFault } from './explain-fault.ts';
import { explainFolderFault } from '../platform/explain-folder-fault.ts';
import { migrate } from './migrate.ts';
import { DIRECT, findRoute, limitRole, NamelessClient, refusePooledOwner, type Route } from './pooler.ts';
import { roleNames, type Login } from './roles.ts';

/** The API's connections, one pool per role; roles.ts says what each may do. */
export interface Pools {
  /** Migrations, jobs and the importer: sees all restaurants. */
  owner: pg.Pool;
  /** Serves one restaurant: sees only rows of `app.restaurant_id`. */
  app: pg.Pool;
  /** Accounts, sessions, codes and limits. */
  accounts: pg.Pool;
  close(): Promise<void>;
}

export type DatabaseEnv = Pick<Env, 'dataDir' | 'databaseUrl' | 'databaseAppUrl' | 'databaseAuthUrl'>;

export type OpenOptions = Partial<Voices>;

/** Opens the database (embedded, or DATABASE_URL), migrates it to this version's schema, and returns the pools. */
export async function openDatabase(env: DatabaseEnv, options: OpenOptions = {}): Promise<Pools> {
  const note = options.note ?? ((message: string) => console.warn(message));
  try {
    return await openAt(await findPlace(env, { note, announce: options.announce ?? note }), note);
  } catch (error) {
    throw env.databaseUrl ? explainServerFault(error, env.databaseUrl) : error;
  }
}

export interface PlaceOptions extends Voices {
  /** For a reader, a full disk is no reason to refuse: it may be what makes the backup urgent. */
  isReading?: boolean;
}

/** Finds the database of these settings. An embedded one then runs until `leave`. */
export const findPlace = async (env: DatabaseEnv, options: PlaceOptions): Promise<DatabaseAddress> =>
  env.databaseUrl
    ? atServer(env, env.databaseUrl, roleNames(await databaseName(env.databaseUrl)))
    : embedded(env.dataDir, options);

/** As the server calls it: an address may leave the name out, or name a connection pooler's alias. */
async function databaseName(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // the running statement reports it
  try {
    await client.connect();
    return (await client.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name;
  } finally {
    await client.end();
  }
}

/** Migrates the database to this version's schema and returns the pools. */
export async function openAt(place: DatabaseAddress, note: (message: string) => void): Promise<Pools> {
  const [owner, app, auth] = await Promise.all([place.owner, place.app, place.auth].map(findRoute));
  refusePooledOwner(owner!);
  const routes = { app: app!, auth: auth! };
  const pools = connectPools(place, note, routes);
  try {
    const isKnown = (await logsIn(pools.app)) && (await logsIn(pools.accounts));
    const login = (given: Login): Login => (isKnown ? { ...given, password: null } : given);
    await migrate(pools.owner, { app: login(place.appLogin), auth: login(place.authLogin) });
    if (routes.app.isPooled) await limitRole(pools.owner, place.appLogin.user, LIMITS);
    if (routes.auth.isPooled) await limitRole(pools.owner, place.authLogin.user, LIMITS);
    for (const pool of [pools.app, pools.accounts]) await pool.query('SELECT 1');
    return pools;
  } catch (error) {
    await pools.close();
    throw error;
  }
}

/** Roles that can already log in are not changed, so that later starts need no right to do so. */
const logsIn = (pool: pg.Pool) =>
  pool.query('SELECT 1').then(
    () => true,
    (error: { code?: string }) => {
      if (error.code?.startsWith('28')) return false;
      throw error;
    },
  );

/** Address of a database and the logins of each role. */
export interface DatabaseAddress {
  owner: pg.PoolConfig;
  app: pg.PoolConfig;
  auth: pg.PoolConfig;
  appLogin: Login;
  authLogin: Login;
  leave?(): Promise<void>;
}

/** Of a session of the API's roles, ms. */
const LIMITS = {
  statement_timeout: 15_000,
  // A row locked for longer means a busy service (503, retry); do not wait.
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 30_000,
};

export function connectPools(
  place: DatabaseAddress,
  note: (message: string) => void,
  routes: { app: Route; auth: Route } = { app: DIRECT, auth: DIRECT },
): Pools {
  const owner = pool('owner', { ...LIMITS, ...place.owner, max: 8, statement_timeout: 120_000 });
  // Pipelined: statements that are sent together leave at once, not each after the answer to the one before.
  const app = pool('app', { ...limitsOf(routes.app), ...place.app, max: 12, pipeline: true }, routes.app);
  const accounts = pool('accounts', { ...limitsOf(routes.auth), ...place.auth, max: 6 }, routes.auth);
  let closed: Promise<void> | undefined;
  return { owner, app, accounts, close: () => (closed ??= close()) };

  async function close() {
    await Promise.all([owner, app, accounts].map((p) => p.end()));
    await place.leave?.();
  }

  function pool(name: string, config: pg.PoolConfig, { keepsNames } = DIRECT): pg.Pool {
    const made = new pg.Pool({
      application_name: `galley ${name}`,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      ...(keepsNames ? {} : { Client: NamelessClient }),
      ...config,
    });
    // The server closes idle connections when it restarts. Without a listener that would end this process.
    made.on('error', (error) => {
      if (!closed) note(`an idle connection of the ${name} pool ended: ${error.message}`);
    });
    // The same between two statements of a transaction: the next statement fails.
    made.on('connect', (client) => void client.on('error', () => undefined));
    return made;
  }
}

const limitsOf = ({ isPooled }: Route) => (isPooled ? {} : LIMITS);

/** The embedded server has one installation. */
const APP = 'galley_app';
const AUTH = 'galley_auth';

async function embedded(dataDir: string, options: PlaceOptions): Promise<DatabaseAddress> {
  const { host, port, settings, close } = await startFolder(dataDir, options);
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

async function startFolder(dataDir: string, { note, announce, isReading = false }: PlaceOptions) {
  const full = fullDisk(dataDir);
  if (full && !isReading) throw full;
  try {
    checkDatabaseFolder(dataDir, note);
    return await startEmbedded(dataDir, { note, announce });
  } catch (error) {
    const explained = explainFolderFault(error, dataDir);
    // Plain errors of that function are already messages for the operator; other classes are errors of ours.
    throw explained === error && error instanceof Error && error.constructor === Error && !('code' in error)
      ? (full ?? new StartError(error.message, { cause: error }))
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
    // Another process created it at the same time.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

type ServerEnv = Pick<Env, 'dataDir' | 'databaseAppUrl' | 'databaseAuthUrl'>;

/** A PostgreSQL server. The roles' logins come from settings, or the owner creates them with passwords that every process derives alike. */
export function atServer(env: ServerEnv, url: string, names: { app: string; auth: string }): DatabaseAddress {
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
  const app = login(names.app, env.databaseAppUrl);
  const auth = login(names.auth, env.databaseAuthUrl);
  return {
    owner: { connectionString: url },
    app: app.config,
    auth: auth.config,
    appLogin: app.login,
    authLogin: auth.login,
  };
}

/**
 * API processes that share a database derive passwords from the owner's password, whatever name each has for the server. Without one, from
 * a stored file.
 */
function sharedSecret(env: ServerEnv, url: string): string {
  const { password } = new URL(url);
  if (password) return password;
  const file = join(env.dataDir, 'database-roles.key');
  mkdirSync(env.dataDir, { recursive: true, mode: folderMode() });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
