import { join } from 'node:path';
import type { Env } from '../../env.ts';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';

type Settings = Pick<Env, 's3' | 'dataDir'>;

const opened = new WeakMap<Settings, FileStore>();

/** The file store of this process: a store that speaks S3 when one is set, else a folder below its data. One for each set of settings. */
export function openFiles(env: Settings): FileStore {
  const present = opened.get(env);
  if (present) return present;
  const store = env.s3 ? openS3Store(env.s3) : openFolderStore(join(env.dataDir, 'files'));
  opened.set(env, store);
  return store;
}
