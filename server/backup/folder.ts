import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface KeptBackup {
  path: string;
  at: Date;
}

/** Such as galley-2026-11-23T080000Z.tar.gz. Sorting by name sorts by time. */
export const backupName = (at: Date): string =>
  `galley-${at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')}.tar.gz`;

/** The backups of a folder, oldest first. Ignores other files. */
export async function findBackups(folder: string): Promise<KeptBackup[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder)).toSorted().flatMap((name) => {
    const parts = /^galley-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\dZ)\.tar\.gz$/.exec(name);
    const at = parts && new Date(`${parts[1]}${parts[2]}:${parts[3]}:${parts[4]}`);
    return at && !Number.isNaN(at.getTime()) ? [{ path: join(folder, name), at }] : [];
  });
}

export const dailyFolder = (dataDir: string): string => join(dataDir, 'backups');

/** Time of the newest daily backup; null if there is none. */
export async function lastBackupAt(dataDir: string): Promise<Date | null> {
  return (await findBackups(dailyFolder(dataDir))).at(-1)?.at ?? null;
}

/** For the start's output. */
export async function describeLastBackup(
  { dataDir, isBackupDaily }: { dataDir: string; isBackupDaily: boolean },
  now: Date,
): Promise<string> {
  const last = await lastBackupAt(dataDir);
  const age = last === null ? 'none yet' : `${describeAge(now.getTime() - last.getTime())} old`;
  const what = `Last backup: ${age}, in ${dailyFolder(dataDir)}`;
  return isBackupDaily ? what : `${what}. Daily backups are off (BACKUP_DAILY=0)`;
}

function describeAge(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 1) return 'less than an hour';
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
