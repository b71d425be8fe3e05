import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import { isAlive } from '../db/postmaster.ts';
import type { Env } from '../env.ts';
import { describeFault, type Log } from '../platform/log.ts';
import { backupName, dailyFolder, findBackups } from './folder.ts';
import { makeBackup } from './make.ts';
import { BackupError } from './manifest.ts';

export interface DailyOptions {
  owner: pg.Pool;
  env: Pick<Env, 'dataDir' | 'secretsKey' | 'isBackupDaily' | 'backupCopyDir' | 'backupPassphrase'>;
  clock: Clock;
  log: Log;
  signal?: AbortSignal;
}

const HOUR_MS = 60 * 60_000;
export const EVERY_MS = 24 * HOUR_MS;
export const KEPT_MS = 14 * 24 * HOUR_MS;
const LOOK_EVERY_MS = HOUR_MS;
/** After a start, so that it does not slow the first minute down. */
const FIRST_LOOK_MS = 60_000;
// One process at a time makes one, of any number that share a database.
const BACKUP_LOCK = 7_204_814;

/** Looks once an hour whether a backup is due. `close` ends the one in hand. */
export function startDailyBackups(options: DailyOptions): { close(): Promise<void> } {
  if (!options.env.isBackupDaily) return { close: async () => {} };
  let looking: Promise<void> = Promise.resolve();
  const stop = new AbortController();
  const look = () => {
    looking = looking.then(async () => {
      if (stop.signal.aborted) return;
      await backUpWhenDue({ ...options, signal: stop.signal }).catch((fault: unknown) => {
        if (!stop.signal.aborted) options.log.error('backup.failed', describeFault(fault));
      });
    });
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const every = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    async close() {
      stop.abort(new Error('The server stops'));
      clearTimeout(first);
      clearInterval(every);
      await looking;
    },
  };
}

/** Makes a backup when the newest is a day old, has the newest in the second folder, and deletes those that are older than 14 days. */
export async function backUpWhenDue({ owner, env, clock, log, signal }: DailyOptions): Promise<void> {
  const folder = dailyFolder(env.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await owner.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [BACKUP_LOCK]);
    if (!rows[0]!.mine) return;
    await removeParts(folder);
    const now = clock.now();
    const newest = (await findBackups(folder)).at(-1);
    // One that lies ahead was made while the clock was wrong.
    if (!newest || newest.at > now || now.getTime() - newest.at.getTime() >= EVERY_MS) {
      const path = join(folder, backupName(now));
      const { manifest } = await makeBackup(client, path, { env, now, passphrase: env.backupPassphrase, signal });
      log.info('backup.made', {
        path,
        orders: manifest.tables['orders']?.rows ?? 0,
        has_key: env.backupPassphrase !== null,
      });
    }
    if (env.backupCopyDir !== null) await copyNewest(folder, env.backupCopyDir);
    for (const each of [folder, ...(env.backupCopyDir === null ? [] : [env.backupCopyDir])]) await removeOld(each, now);
    await client.query('SELECT pg_advisory_unlock($1)', [BACKUP_LOCK]);
  } finally {
    // The session ends with its settings, and after a fault with its lock.
    client.release(true);
  }
}

async function copyNewest(folder: string, second: string): Promise<void> {
  // A folder of ours on a disk that is not mounted would fill the disk below.
  if (!existsSync(second))
    throw new BackupError(`BACKUP_COPY_DIR: there is no folder ${second}. Make it, or mount its disk.`);
  await removeParts(second);
  const newest = (await findBackups(folder)).at(-1);
  if (!newest) return;
  const target = join(second, basename(newest.path));
  if (existsSync(target)) return;
  const part = join(second, `.${basename(target)}.${process.pid}.part`);
  try {
    await copyFile(newest.path, part);
    const file = await open(part, 'r+');
    await file.sync();
    await file.close();
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** The newest stays whatever its age: without it there would be none. */
async function removeOld(folder: string, now: Date): Promise<void> {
  for (const { path, at } of (await findBackups(folder)).slice(0, -1))
    if (now.getTime() - at.getTime() > KEPT_MS) await rm(path);
}

/** What a process that was killed left unfinished. */
async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.galley-.*\.(\d+)\.part$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name));
  }
}
