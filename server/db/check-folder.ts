import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes, NEEDED_BYTES } from '../platform/disk.ts';
import { StartError } from '../platform/start-error.ts';
import { isRoot } from './binaries.ts';
import { readClusterSettings, RESTORE } from './cluster-settings.ts';
import { readRecord } from './database-record.ts';

/**
 * Checks the files of the embedded database before the start: PostgreSQL would fail, too, but after a minute of retries and with its own
 * messages. A folder without a database is fine.
 */
export function checkDatabaseFolder(dataDir: string, note: (message: string) => void): void {
  const home = readRecord(dataDir, note)?.path ?? join(dataDir, 'postgres');
  if (!existsSync(home)) return;
  readClusterSettings(home);
  const data = join(home, 'data');
  if (!existsSync(join(data, 'PG_VERSION')))
    throw new StartError(
      `DATA_DIR: ${data} holds no database (PG_VERSION is missing); if its disk is not mounted, mount the disk and start again, else ${RESTORE}.`,
    );
  const { uid } = statSync(data);
  const wrong = wrongOwner({ owner: uid, process: isRoot() ? 'root' : (process.getuid?.() ?? uid) });
  if (wrong) throw new StartError(`DATA_DIR: ${data} belongs to ${wrong}.`);
}

/** A full disk as the reason why the database cannot be started; null if the disk is not full. */
export function fullDisk(dataDir: string): StartError | null {
  const free = freeBytes(dataDir);
  return free !== null && free < NEEDED_BYTES
    ? new StartError(
        `DATA_DIR: the disk of ${dataDir} is full (${Math.floor(free / 2 ** 20)} MB left); free at least ${NEEDED_BYTES / 2 ** 20} MB there.`,
      )
    : null;
}

/**
 * Null if right. As root, the database runs as the folder's owner, who must not be root; otherwise the folder must belong to the starting
 * user.
 */
export function wrongOwner({ owner, process }: { owner: number; process: number | 'root' }): string | null {
  if (process === 'root')
    return owner === 0
      ? "root, as whom PostgreSQL refuses to run; give it to the database's user with chown -R postgres"
      : null;
  return owner === process
    ? null
    : `the user ${owner}, and you are ${process}; start as its owner, or change the owner with chown -R ${process}`;
}
