import { createHash, randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { isAbsolute, join, relative, sep } from 'node:path';
import { databaseUser, isRoot, REACHABLE, reachableBinaries, run, runsAs } from './binaries.ts';
import type { Binaries, DatabaseUser } from './binaries.ts';
import { StartError } from '../platform/start-error.ts';
import {
  readClusterSettings,
  RESTORE,
  tryClusterSettings,
  writeClusterSettings,
  type ClusterSettings,
} from './cluster-settings.ts';
import { isSameFolder, readRecord, readRecordId, writeRecord, type DatabaseRecord } from './database-record.ts';
import { isAlive } from './postmaster.ts';
import { findSetAside, setAside } from './set-aside.ts';

/** A PostgreSQL data folder and what is needed to run and reach it. */
export interface Cluster {
  /** Contains `data`, `settings.json` and the log. */
  home: string;
  data: string;
  log: string;
  settings: ClusterSettings;
  user: DatabaseUser;
  binaries: Binaries;
}

/** Data folders contain secrets. As root, the database's user must be able to pass through, but no more. */
export const folderMode = () => (isRoot() ? 0o711 : 0o700);

/**
 * The cluster of a data folder, created if missing. It is in `dataDir`/postgres or, if the API runs as root and the database's user cannot
 * access that, under /var/lib/galley, with its path and id recorded in `dataDir`/postgres.json. A data folder without that record gets a
 * new database; the former one is set aside and returns with the folder and its record.
 */
export async function findOrMakeCluster(dataDir: string, { note, announce }: Voices): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: folderMode() });
  const record = readRecord(dataDir, note);
  const home = record?.path ?? placeFor(dataDir);
  const isElsewhere = !isBelow(dataDir, home);
  if (isElsewhere) await putRecordedInPlace(home, { dataDir, record, note, announce });
  if (record && !existsSync(home))
    throw new StartError(
      `DATA_DIR: the database of ${dataDir} should be at ${home} and is not; if its disk is not mounted, mount the disk and start again, else put it back, or ${RESTORE}.`,
    );
  if (!existsSync(home)) await makeCluster(home, dataDir);
  const cluster = await readCluster(home);
  adopt(cluster, dataDir);
  if (isElsewhere && !record) writeRecord(dataDir, { path: home, id: cluster.settings.id });
  if (isElsewhere)
    for (const former of await findSetAside(home))
      announce(
        `DATA_DIR: ${former} holds a database that ${dataDir} had before, and nothing uses it. If the disk of ${dataDir} is not mounted, mount the disk and start again: that database comes back.`,
      );
  return cluster;
}

/** Where messages go. */
export interface Voices {
  note(message: string): void;
  /** What the operator must see at every log level. */
  announce(message: string): void;
}

interface Placing extends Voices {
  dataDir: string;
  record: DatabaseRecord | null;
}

/** For a location outside the data folder: puts the recorded database in place, or none. */
async function putRecordedInPlace(home: string, { dataDir, record, note, announce }: Placing): Promise<void> {
  if (existsSync(home) && readClusterSettings(home).id === record?.id) return;
  if (existsSync(home)) {
    const aside = await setAside(await readCluster(home), new Date());
    announce(`DATA_DIR: ${home} held a database of which ${dataDir} has no record; it is now ${aside}.`);
  }
  for (const former of record ? await findSetAside(home) : [])
    if (tryClusterSettings(former)?.id === record?.id) {
      await rename(former, home);
      note(`${former} is the database of this data folder; it is now ${home} again`);
      return;
    }
}

async function readCluster(home: string): Promise<Cluster> {
  const user = ownerOf(join(home, 'data'));
  return {
    home,
    data: join(home, 'data'),
    log: join(home, 'postgres.log'),
    settings: readClusterSettings(home),
    user,
    binaries: await reachableBinaries(user),
  };
}

/**
 * A moved data folder keeps its database. A copied one has its own only if it lies inside; a recorded database elsewhere belongs to the
 * original.
 */
function adopt(cluster: Cluster, dataDir: string): void {
  const { settings, home } = cluster;
  if (isSameFolder(settings.dataDir, dataDir)) return;
  if (!isBelow(dataDir, home) && readRecordId(settings.dataDir) === settings.id)
    throw new StartError(
      `DATA_DIR: ${dataDir} is a copy of ${settings.dataDir}, and ${home} is the database of the original; to have a copy of the data, ` +
        'make a backup of the original and restore it into another DATA_DIR.',
    );
  settings.dataDir = dataDir;
  writeClusterSettings(cluster);
}

/** Compares path segments: /var/lib/galley-2 is not below /var/lib/galley. */
function isBelow(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath !== '' && !isAbsolute(relativePath) && relativePath.split(sep)[0] !== '..';
}

/** A free port of the loopback address: `preferred` if possible. */
export async function freePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', (error: NodeJS.ErrnoException) =>
      preferred !== 0 && (error.code === 'EADDRINUSE' || error.code === 'EACCES') ? resolve(freePort()) : reject(error),
    );
    probe.listen({ port: preferred, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** As root: in the data folder if the database's user can access it, else in a location that it can. */
function placeFor(dataDir: string): string {
  const user = databaseUser();
  const inside = join(dataDir, 'postgres');
  if (!user || existsSync(inside) || runsAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir])) return inside;
  return join(REACHABLE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

/** Atomic: a crash leaves only a temporary folder, which the next start removes. */
async function makeCluster(home: string, dataDir: string): Promise<void> {
  const half = `${home}.${process.pid}.new`;
  await removeHalfMade(home);
  const user = databaseUser();
  const binaries = await reachableBinaries(user);
  const settings: ClusterSettings = {
    id: secret(),
    port: await freePort(),
    password: secret(),
    appPassword: secret(),
    authPassword: secret(),
    dataDir,
  };
  const passwordFile = join(half, 'password');
  await mkdir(join(home, '..'), { recursive: true, mode: 0o755 });
  await mkdir(half, { recursive: true, mode: 0o700 });
  await writeFile(join(half, 'settings.json'), JSON.stringify(settings, null, 2), { mode: 0o600 });
  await writeFile(passwordFile, settings.password, { mode: 0o600 });
  if (user) for (const path of [half, passwordFile]) await chown(path, user.uid, user.gid);
  const made = await run(
    binaries.initdb,
    [
      `--pgdata=${join(half, 'data')}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      // Without LANG, initdb would choose SQL_ASCII, in which text is bytes.
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    user,
  );
  await rm(passwordFile);
  if (made.code !== 0) throw new Error(`The embedded database could not be made:\n${made.output}`);
  try {
    await rename(half, home);
  } catch (error) {
    if (!existsSync(join(home, 'settings.json'))) throw error;
    // Another process created it first; use that one.
    await rm(half, { recursive: true });
  }
}

async function removeHalfMade(home: string): Promise<void> {
  const parent = join(home, '..');
  if (!existsSync(parent)) return;
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${home.slice(parent.length + 1)}\\.(\\d+)\\.new$`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true });
  }
}

function ownerOf(folder: string): DatabaseUser {
  if (!isRoot()) return null;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

const secret = () => randomBytes(24).toString('base64url');
