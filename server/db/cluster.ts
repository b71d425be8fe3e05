import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUser, isRoot, REACHABLE, reachableBinaries, run, runsAs } from './binaries.ts';
import type { Binaries, DatabaseUser } from './binaries.ts';

/** A PostgreSQL data folder with what is needed to run and reach it. */
export interface Cluster {
  /** Holds `data`, `settings.json` and the log. */
  home: string;
  data: string;
  log: string;
  settings: ClusterSettings;
  user: DatabaseUser;
  binaries: Binaries;
}

export interface ClusterSettings {
  id: string;
  /** Preferred; `postmaster.pid` says which one is in use. */
  port: number;
  password: string;
  appPassword: string;
  authPassword: string;
  /** The data folder that it serves. */
  dataDir: string;
}

/** Data folders hold secrets; as root they must let the database's user pass through, and no more. */
export const folderMode = () => (isRoot() ? 0o711 : 0o700);

/**
 * The cluster of a data folder, made if it is not there. It lies in `dataDir`/postgres, or, when the API runs as root and the
 * database's user cannot reach that, under /var/lib/galley, with its place and id noted in `dataDir`/postgres.json: a data folder that
 * was deleted has no note, so it gets a fresh database and the old one is set aside.
 */
export async function findOrMakeCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: folderMode() });
  const note = join(dataDir, 'postgres.json');
  const noted = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as { path: string; id: string }) : null;
  const home = noted?.path ?? placeFor(dataDir);
  const isElsewhere = !home.startsWith(dataDir);
  if (isElsewhere && existsSync(home) && readSettings(home).id !== noted?.id) await setAside(home);
  if (noted && !existsSync(home))
    throw new Error(
      `The database of ${dataDir} should be at ${noted.path} and is not. Put it back, or delete ${note} to begin with an empty one.`,
    );
  if (!existsSync(home)) await makeCluster(home, dataDir);
  const settings = readSettings(home);
  if (isElsewhere && !noted)
    writeFileSync(note, `${JSON.stringify({ path: home, id: settings.id })}\n`, { mode: 0o600 });
  const user = ownerOf(join(home, 'data'));
  return {
    home,
    data: join(home, 'data'),
    log: join(home, 'postgres.log'),
    settings,
    user,
    binaries: await reachableBinaries(user),
  };
}

/** A port of the loopback address that nobody uses: `preferred` if it is free. */
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

const readSettings = (home: string) => JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')) as ClusterSettings;

/** As root: in the data folder if the database's user can pass to it, else at a place that it can reach. */
function placeFor(dataDir: string): string {
  const user = databaseUser();
  const inside = join(dataDir, 'postgres');
  if (!user || existsSync(inside) || runsAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir])) return inside;
  return join(REACHABLE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

/** The folder appears whole or not at all: a crash in the middle leaves only a half-made neighbour, which the next start removes. */
async function makeCluster(home: string, dataDir: string): Promise<void> {
  const half = `${home}.${process.pid}.new`;
  await removeHalfMade(home);
  if (home.startsWith(REACHABLE)) await removeOrphans();
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
      // Without a LANG initdb would choose SQL_ASCII, in which text is bytes.
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
    // Another process made it at the same moment; its one counts.
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

/** A data folder in the machine's temporary one was a test's or a trial's; when it is gone, its database has no way back. */
async function removeOrphans(): Promise<void> {
  if (!existsSync(REACHABLE)) return;
  for (const name of await readdir(REACHABLE)) {
    const place = join(REACHABLE, name);
    if (!existsSync(join(place, 'settings.json'))) continue;
    const { dataDir } = readSettings(place);
    if (dataDir?.startsWith(tmpdir()) && !existsSync(dataDir) && !existsSync(join(place, 'data/postmaster.pid')))
      await rm(place, { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The newest deleted folder's database is kept beside: it may have been an unmounted disk and not a wish. */
async function setAside(home: string): Promise<void> {
  await rm(`${home}.left`, { recursive: true, force: true });
  await rename(home, `${home}.left`);
}

function ownerOf(folder: string): DatabaseUser {
  if (!isRoot()) return null;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

const secret = () => randomBytes(24).toString('base64url');
