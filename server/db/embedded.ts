import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { run } from './binaries.ts';
import { findOrMakeCluster, freePort, type Cluster, type Voices } from './cluster.ts';
import { writeClusterSettings, type ClusterSettings } from './cluster-settings.ts';
import { disarmPidFile, findPostmaster, isSameFolder, systemIdentifier } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';
import { lastLines, logSettings, deleteOldLogs } from './server-log.ts';

export interface Embedded {
  host: string;
  port: number;
  settings: ClusterSettings;
  /** Leaves the database. The last process to leave stops it. */
  close(): Promise<void>;
}

export interface EmbeddedOptions extends Partial<Voices> {
  /** Extra server settings, such as `fsync=off` for tests. */
  flags?: string[];
}

const HOST = '127.0.0.1';
const START_WAIT_MS = 60_000;
const DELETE_EVERY_MS = 60 * 60_000;
// Each API process holds this lock shared while it runs; a process that gets it exclusively is the last one.
const PRESENCE_LOCK = 7_204_812;

/**
 * Runs the PostgreSQL of a data folder. Uses a running server if there is one, left by a killed API or serving another API process of the
 * same folder. PostgreSQL's own lock makes a second server impossible. Restarts the server when it dies.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const note = options.note ?? (() => {});
  const cluster = await findOrMakeCluster(dataDir, { note, announce: options.announce ?? note });
  deleteOldLogs(cluster);
  const deleting = setInterval(() => deleteOldLogs(cluster), DELETE_EVERY_MS).unref();
  let closing = false;
  let returning = Promise.resolve();
  let keeper = await enter(cluster, options.flags ?? []);
  watch(keeper.client);
  return { host: HOST, port: keeper.port, settings: cluster.settings, close };

  function watch(client: pg.Client) {
    client.on('error', (error) => {
      if (!closing) note(`the database went away: ${error.message}`);
    });
    client.on('end', () => {
      if (!closing) returning = comeBack();
    });
  }

  async function comeBack() {
    while (!closing) {
      try {
        keeper = await enter(cluster, options.flags ?? [], keeper.port);
        watch(keeper.client);
        note('the database is back');
        return;
      } catch (error) {
        note(`the database does not come back: ${String(error)}`);
        await wait(1000);
      }
    }
  }

  async function close() {
    if (closing) return;
    closing = true;
    clearInterval(deleting);
    // Leave a restarted server through its new connection.
    await returning;
    await leave(cluster, keeper.client);
  }
}

/** After a kill each file of the folder is flushed before recovery begins, which takes seconds; Linux flushes a whole file system at once. */
const recoverySettings = process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : [];

interface Keeper {
  client: pg.Client;
  port: number;
}

/** Starts the server if none runs, and takes the presence lock. */
async function enter(cluster: Cluster, flags: string[], samePort?: number): Promise<Keeper> {
  const until = Date.now() + START_WAIT_MS;
  let trouble = '';
  while (Date.now() < until) {
    const running = findPostmaster(cluster.data);
    if (!running) {
      disarmPidFile(cluster.data);
      trouble = await start(cluster, flags, samePort);
    } else {
      const client = await connect(cluster, running);
      if (client instanceof pg.Client) return { client, port: running.port };
      trouble = client.refused;
    }
    if (trouble) await wait(100);
  }
  throw new Error(`The embedded database does not start: ${trouble}\n${lastLines(cluster)}`);
}

async function leave(cluster: Cluster, client: pg.Client, isSecondTry = false): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
    const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
      PRESENCE_LOCK,
    ]);
    // A process that enters now waits for the lock until the server is down, then starts it again.
    if (rows[0]?.alone)
      await run(cluster.binaries.pg_ctl, ['stop', '-D', cluster.data, '-m', 'fast', '-w', '-t', '60'], cluster.user);
  } catch (error) {
    // Either the server is gone, as wanted, or only this connection is, and another process stops the server.
    const running = findPostmaster(cluster.data);
    if (running && isSecondTry) throw error;
    const again = running && (await connect(cluster, running));
    if (again instanceof pg.Client) {
      again.on('error', () => {}); // stopping the server ends this connection, too
      await leave(cluster, again, true);
    }
  }
  await client.end().catch(() => {});
}

/** Returns the error, or an empty text. If another process starts the server now, the next check finds it. */
async function start(cluster: Cluster, flags: string[], samePort?: number): Promise<string> {
  const port = samePort ?? (await freePort(cluster.settings.port));
  if (port !== cluster.settings.port) {
    cluster.settings.port = port;
    writeClusterSettings(cluster);
  }
  const settings = [
    `listen_addresses=${HOST}`,
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
    ...recoverySettings,
    ...logSettings,
    ...flags,
  ];
  const server = settings.map((setting) => `-c ${setting}`).join(' ');
  const started = await run(
    cluster.binaries.pg_ctl,
    ['start', '-D', cluster.data, '-l', cluster.log, '-w', '-t', '60', '-o', server],
    cluster.user,
  );
  return started.code === 0 ? '' : started.output;
}

async function connect(cluster: Cluster, running: Postmaster): Promise<pg.Client | { refused: string }> {
  const client = new pg.Client({
    host: HOST,
    port: running.port,
    user: 'postgres',
    password: cluster.settings.password,
    database: 'postgres',
    application_name: 'galley keeper',
    keepAlive: true,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseOther(client, cluster.data, running.pid);
    await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    client.removeAllListeners('error');
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    return { refused: (error as Error).message };
  }
}

/** A copied data folder has the original's password; its server must not be mistaken for our own. */
async function refuseOther(client: pg.Client, data: string, pid: number): Promise<void> {
  const { rows } = await client.query<{ folder: string; identifier: string }>(
    "SELECT current_setting('data_directory') AS folder, system_identifier::text AS identifier FROM pg_control_system()",
  );
  const { folder, identifier } = rows[0]!;
  if (!isSameFolder(folder, data, pid)) throw new Error(`the server at this port serves ${folder}, not ${data}`);
  if (identifier !== systemIdentifier(data))
    throw new Error(`the server of ${data} began with other files than lie there now: stop it (process ${pid})`);
}
