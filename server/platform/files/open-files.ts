import { join } from 'node:path';
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
