import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a start leaves beside its database. */
const TRACES = ['files', 'backups', 'assets', 'mail', 'database-roles.key'];

/**
 * What a start says that begins a database. Read it before the database is opened. A folder with traces of an earlier use may lack the disk
 * of its database. `startedAt`: of this process, epoch ms.
 */
export function newDatabaseMessage(dataDir: string, startedAt = performance.timeOrigin): string {
  return wasUsed(dataDir, startedAt)
    ? `DATA_DIR: ${dataDir} was used before and had no database, so a new, empty one was begun. If it should have one, its disk is not mounted: stop, mount the disk and start again.`
    : `A new, empty database was begun in ${dataDir} (DATA_DIR).`;
}

/** The key may be of this start, which has read its settings. */
const wasUsed = (dataDir: string, startedAt: number): boolean =>
  TRACES.some((name) => existsSync(join(dataDir, name))) ||
  (statSync(join(dataDir, 'secrets.key'), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < startedAt;
