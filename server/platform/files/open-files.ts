import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeKey } from '../kept-key.ts';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store, type S3Settings } from './s3-store.ts';

export interface FileSettings {
  /** Absolute. */
  dataDir: string;
  /** Null: files lie in a folder below `dataDir`. */
  s3: S3Settings | null;
}

const opened = new WeakMap<FileSettings, FileStore>();

/** The file store of this process: a store that speaks S3 when one is set, else a folder below its data. One for each set of settings. */
export function openFiles(env: FileSettings): FileStore {
  const present = opened.get(env);
  if (present) return present;
  const store = env.s3 ? openS3Store(env.s3) : openFolderStore(join(env.dataDir, 'files'));
  opened.set(env, store);
  return store;
}

/** Names the place of the files: the same for all processes that share it. A folder has a name of its own, as its path means another on another machine. */
export function storeName({ dataDir, s3 }: FileSettings): string {
  if (s3) return `${s3.url ?? s3.region} ${s3.bucket}`;
  const file = join(dataDir, 'files.id');
  if (!existsSync(file)) writeKey(dataDir, file, randomUUID());
  return readFileSync(file, 'utf8');
}
