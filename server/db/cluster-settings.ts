import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../platform/start-error.ts';
import { DamagedFile, readSettingsFile } from './settings-file.ts';

/** `settings.json` beside a cluster's data. */
export interface ClusterSettings {
  id: string;
  /** Preferred; `postmaster.pid` has the actual one. */
  port: number;
  password: string;
  appPassword: string;
  authPassword: string;
  /** The Galley data folder that it belongs to. */
  dataDir: string;
}

/** For whatever of an embedded database cannot be repaired: backups hold rows and files, not PostgreSQL's own files. */
export const RESTORE = 'restore the newest backup into another DATA_DIR with npm run restore';

const file = (home: string) => join(home, 'settings.json');

export function readClusterSettings(home: string): ClusterSettings {
  try {
    const texts = readSettingsFile(file(home), ['id', 'password', 'appPassword', 'authPassword']);
    return texts as unknown as ClusterSettings;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    const mount = existsSync(file(home)) ? '' : 'if its disk is not mounted, mount the disk and start again, else ';
    throw new StartError(
      `DATA_DIR: the settings in ${file(home)} are damaged (${error.message}), and no backup holds that file; ${mount}${RESTORE}.`,
      { cause: error },
    );
  }
}

/** Null if they are damaged: of a database that this start does not need. */
export function tryClusterSettings(home: string): ClusterSettings | null {
  try {
    return readClusterSettings(home);
  } catch (error) {
    if (error instanceof StartError) return null;
    throw error;
  }
}

/** Atomic: a crash leaves the old settings. */
export function writeClusterSettings({ home, settings }: { home: string; settings: ClusterSettings }): void {
  const half = join(home, `settings.json.${process.pid}`);
  writeFileSync(half, JSON.stringify(settings, null, 2), { mode: 0o600 });
  renameSync(half, file(home));
}
