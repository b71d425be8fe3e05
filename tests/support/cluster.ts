import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { atServer, connectPools } from '../../server/db/open.ts';
import type { DatabaseAddress, Pools } from '../../server/db/open.ts';
import { roleNames } from '../../server/db/roles.ts';
import { placeForDatabases } from './memory-folder.ts';

/** What a test process needs to get databases of its own. Plain data, so that it passes to worker processes. */
export interface TestCluster {
  ownerUrl: string;
  appUrl: string;
  authUrl: string;
  /** A migrated, empty database. */
  template: string;
}

export interface TestDatabase extends Pools {
  /** For a process that opens it: DATABASE_URL, DATABASE_APP_URL and DATABASE_AUTH_URL. Without the last two it would get roles of its own. */
  url: string;
  appUrl: string;
  authUrl: string;
}

/** All test databases of a server share two roles, as each has the rights that the template grants. */
const ROLES_OF = 'galley_template';

/** One PostgreSQL for a whole test run: embedded in a temporary folder, or TEST_DATABASE_URL, whose role needs CREATEDB and CREATEROLE. */
export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'];
  const { ownerUrl, stop } = server ? { ownerUrl: server, stop: async () => {} } : await startTemporary();
  const template = `galley_template_${randomBytes(4).toString('hex')}`;
  await onServer(
    ownerUrl,
    `CREATE DATABASE ${template} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  );
  const place = atServer(
    { dataDir: tmpdir(), databaseAppUrl: null, databaseAuthUrl: null },
    databaseUrl(ownerUrl, template),
    roleNames(ROLES_OF),
  );
  const pools = connectPools(place, warn);
  await migrate(pools.owner, { app: place.appLogin, auth: place.authLogin });
  // A template must have no connections.
  await pools.close();
  const cluster = {
    ownerUrl,
    appUrl: String(place.app.connectionString),
    authUrl: String(place.auth.connectionString),
    template,
  };
  return {
    ...cluster,
    async stop() {
      await onServer(ownerUrl, `DROP DATABASE ${template} WITH (FORCE)`);
      await stop();
    },
  };
}

/** An empty database with the current schema; `close` drops it. Copying the files takes a tenth of copying through the log, the default. */
export async function cloneDatabase(cluster: TestCluster): Promise<TestDatabase> {
  const name = `galley_${randomBytes(6).toString('hex')}`;
  await createFrom(cluster, name);
  const at = (url: string): pg.PoolConfig => ({ connectionString: databaseUrl(url, name) });
  const login = { user: '', password: null };
  const place: DatabaseAddress = {
    owner: at(cluster.ownerUrl),
    app: at(cluster.appUrl),
    auth: at(cluster.authUrl),
    appLogin: login,
    authLogin: login,
  };
  const pools = connectPools(place, warn);
  return {
    ...pools,
    url: databaseUrl(cluster.ownerUrl, name),
    appUrl: databaseUrl(cluster.appUrl, name),
    authUrl: databaseUrl(cluster.authUrl, name),
    async close() {
      await pools.close();
      await drop(cluster.ownerUrl, name);
    },
  };
}

/** An owner who is not a superuser cannot end other roles' connections, so connections that are closing get a moment. */
async function drop(ownerUrl: string, name: string, tries = 50): Promise<void> {
  try {
    await onServer(ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } catch (error) {
    if (tries === 0 || (error as { code?: string }).code !== '42501') throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await drop(ownerUrl, name, tries - 1);
  }
}

async function createFrom(cluster: TestCluster, name: string, tries = 40): Promise<void> {
  try {
    await onServer(cluster.ownerUrl, `CREATE DATABASE ${name} TEMPLATE ${cluster.template} STRATEGY FILE_COPY`);
  } catch (error) {
    // When two clones of one template start at the same moment, PostgreSQL tells the later one to retry.
    if (tries === 0 || (error as { code?: string }).code !== '55006') throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
    await createFrom(cluster, name, tries - 1);
  }
}

async function startTemporary() {
  const folder = await mkdtemp(join(await placeForDatabases(), `galley-test-${process.pid}-`));
  // When started as root, the database's own user needs to traverse the folder.
  await chmod(folder, 0o711);
  const embedded = await startEmbedded(folder, {
    flags: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'],
    note: warn,
  });
  return {
    ownerUrl: `postgres://postgres:${embedded.settings.password}@${embedded.host}:${embedded.port}/postgres`,
    async stop() {
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

const warn = (message: string) => console.warn(message);
