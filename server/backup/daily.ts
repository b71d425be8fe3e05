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

/** Makes a backup when one is due, unless the settings turn that off. A fault is an error: it goes unnoticed until a backup is needed. */
export async function backUpDaily(options: DailyOptions): Promise<void> {
  if (!options.env.isBackupDaily) return;
  await backUpWhenDue(options).catch((fault: unknown) => {
    if (!options.signal?.aborted) options.log.error('backup.failed', describeFault(fault));
  });
}

/** Makes a backup if the newest is a day old, copies the newest to the second folder, and deletes those older than 14 days. */
export async function backUpWhenDue({ owner, env, clock, log, signal }: DailyOptions): Promise<void> {
  const folder = dailyFolder(env.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await owner.connect();
  try {
    await removeParts(folder);
    const now = clock.now();
    const newest = (await findBackups(folder)).at(-1);
    // One in the future was made while the clock was wrong.
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
  } finally {
    // Closing the session drops its settings.
    client.release(true);
  }
}

async function copyNewest(folder: string, second: string): Promise<void> {
  // Do not create the folder: on an unmounted disk that would fill the disk below.
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

/** Keeps the newest whatever its age, as there would be none left. */
async function removeOld(folder: string, now: Date): Promise<void> {
  for (const { path, at } of (await findBackups(folder)).slice(0, -1))
    if (now.getTime() - at.getTime() > KEPT_MS) await rm(path);
}

/** Removes what a killed process left unfinished. */
async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.galley-.*\.(\d+)\.part$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name));
  }
}
