import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { StartError } from '../platform/start-error.ts';
import { run } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';

/** Paths of a data folder's former databases. Only a person deletes them. */
export async function findSetAside(home: string): Promise<string[]> {
  const parent = dirname(home);
  if (!existsSync(parent)) return [];
  return (await readdir(parent))
    .filter((name) => name === `${basename(home)}.left` || name.startsWith(`${basename(home)}${MARK}`))
    .toSorted()
    .map((name) => join(parent, name));
}

/**
 * Renames a database whose data folder is gone; the folder may be on a disk that is not mounted. Stops a server that still runs on it. If
 * another Galley process uses it, the start fails.
 */
export async function setAside(cluster: Cluster, now: Date): Promise<string> {
  await stopUnused(cluster);
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '');
  let aside = `${cluster.home}${MARK}${time}`;
  for (let n = 2; existsSync(aside); n += 1) aside = `${cluster.home}${MARK}${time}-${n}`;
  await rename(cluster.home, aside);
  return aside;
}

const MARK = '.set-aside-';

async function stopUnused(cluster: Cluster): Promise<void> {
  const running = findPostmaster(cluster.data);
  if (!running) return;
  const client = new pg.Client({
    host: '127.0.0.1',
    port: running.port,
    user: 'postgres',
    password: cluster.settings.password,
    database: 'postgres',
  });
  // The connection ends with the server below, or with one that was already stopping.
  client.on('error', () => {});
  let users = 0;
  try {
    await client.connect();
    const { rows } = await client.query<{ users: number }>(
      "SELECT count(*)::int AS users FROM pg_stat_activity WHERE application_name = 'galley keeper'",
    );
    users = rows[0]!.users;
  } finally {
    await client.end().catch(() => {});
  }
  if (users > 0)
    throw new StartError(
      `DATA_DIR: another Galley process still uses ${cluster.home}, whose data folder ${cluster.settings.dataDir} is gone; stop it, mount the disk of that folder if it is not mounted, and start again.`,
    );
  await run(cluster.binaries.pg_ctl, ['stop', '-D', cluster.data, '-m', 'fast', '-w', '-t', '60'], cluster.user);
}
