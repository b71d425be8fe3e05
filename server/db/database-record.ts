import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../platform/start-error.ts';
import { REACHABLE } from './binaries.ts';
import { RESTORE, tryClusterSettings } from './cluster-settings.ts';
import { DamagedFile, readSettingsFile } from './settings-file.ts';

/** `postgres.json` of a data folder: where its database is, if not inside. */
export interface DatabaseRecord {
  path: string;
  id: string;
}

const recordFile = (dataDir: string) => join(dataDir, 'postgres.json');

/** Null if there is none. A damaged one is made again from the database, whose settings name its data folder. */
export function readRecord(dataDir: string, note: (message: string) => void): DatabaseRecord | null {
  const file = recordFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    return readSettingsFile(file, ['path', 'id']);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    const record = findRecord(dataDir, error.message);
    writeRecord(dataDir, record);
    note(`${file} was damaged (${error.message}) and was made again: the database of ${dataDir} is ${record.path}`);
    return record;
  }
}

/** The id in another data folder's record; null if it has none, or a damaged one. */
export function readRecordId(dataDir: string): string | null {
  const file = recordFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    return readSettingsFile(file, ['id']).id;
  } catch (error) {
    if (error instanceof DamagedFile) return null;
    throw error;
  }
}

/** Atomic: a crash leaves the old record, or none. */
export function writeRecord(dataDir: string, { path, id }: DatabaseRecord): void {
  const half = `${recordFile(dataDir)}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify({ path, id })}\n`, { mode: 0o600 });
  renameSync(half, recordFile(dataDir));
}

function findRecord(dataDir: string, why: string): DatabaseRecord {
  const found = [join(dataDir, 'postgres'), ...placesElsewhere()].flatMap((path) => {
    const settings = existsSync(path) ? tryClusterSettings(path) : null;
    return settings && isSameFolder(settings.dataDir, dataDir) ? [{ path, id: settings.id }] : [];
  });
  const file = recordFile(dataDir);
  if (found.length === 0)
    throw new StartError(
      `DATA_DIR: ${file} is damaged (${why}), and no database in ${REACHABLE} belongs to ${dataDir}; if the disk of ${REACHABLE} is not mounted, ` +
        `mount the disk and start again, else ${RESTORE}.`,
    );
  if (found.length > 1)
    throw new StartError(
      `DATA_DIR: ${file} is damaged (${why}), and several databases belong to ${dataDir}; write the path and id of the right one into it, as ` +
        `${found.map((record) => JSON.stringify(record)).join(' or ')}.`,
    );
  // One that was set aside is found by its id and put back.
  return { ...found[0]!, path: found[0]!.path.replace(/\.(left|set-aside-.*)$/, '') };
}

/** A folder that is being made ends with .new. */
const placesElsewhere = (): string[] =>
  existsSync(REACHABLE)
    ? readdirSync(REACHABLE)
        .filter((name) => !name.endsWith('.new'))
        .map((name) => join(REACHABLE, name))
    : [];

/** By name, or as the system sees it: a folder may have several names. */
export function isSameFolder(a: string, b: string): boolean {
  if (a === b) return true;
  if (!existsSync(a) || !existsSync(b)) return false;
  const [x, y] = [statSync(a), statSync(b)];
  return x.dev === y.dev && x.ino === y.ino;
}
