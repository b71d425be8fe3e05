import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type pg from 'pg';
import type { Env } from '../env.ts';
import { findOtherKeyIds } from '../db/rotate-secrets.ts';
import { keyIdOf } from '../platform/secrets.ts';
import { version } from '../platform/version.ts';
import { checkArchive, writeArchive, type CheckedArchive } from './archive.ts';
import { BackupError, STORED } from './manifest.ts';
import { sealKey } from './sealed-key.ts';
import { readSnapshot } from './snapshot.ts';
import type { Entry } from './tar.ts';

export interface MakeOptions {
  env: Pick<Env, 'dataDir' | 'secretsKey'>;
  now: Date;
  /** Null: without the secrets key. */
  passphrase: string | null;
  signal?: AbortSignal | undefined;
}

/**
 * Writes a backup of the database to `path`, which appears only when it is complete and verified. The client is the owner's and cannot be
 * used afterwards; end it.
 */
export async function makeBackup(
  client: pg.ClientBase,
  path: string,
  { env, now, passphrase, signal }: MakeOptions,
): Promise<CheckedArchive> {
  if (existsSync(path)) throw new BackupError(`${path} exists, and a backup never replaces a file.`);
  const secretsKey = {
    id: keyIdOf(env.secretsKey),
    sealed: passphrase === null ? null : sealKey(env.secretsKey, passphrase),
  };
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  await writeArchive(
    part,
    readSnapshot(client, { now, appVersion: version, secretsKey, files: keptFiles(env.dataDir), signal }),
    now,
  );
  try {
    const checked = await checkArchive(part);
    await rename(part, path);
    return checked;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Throws if the database's secrets are encrypted with another key than that of these settings: a backup would contain the wrong one. */
export async function refuseOtherKey(client: pg.ClientBase, env: Pick<Env, 'secretsKey'>): Promise<void> {
  const others = await findOtherKeyIds(client, env.secretsKey);
  if (others.length > 0)
    throw new BackupError(
      `The database's secrets are encrypted under the key with the id ${others.join(', ')}, and SECRETS_KEY is ${keyIdOf(env.secretsKey)}. ` +
        'Use the settings with which the server starts; after a change of the key start the server once.',
    );
}

/** Files of the data folder that exist nowhere else. Mails have been sent, old builds can be rebuilt, and the key is handled separately. */
export const KEPT_FILES = ['demo-password'];

/** With photographs and images, by their keys in the store. A bucket is not read: it keeps its files itself. */
async function* keptFiles(dataDir: string): AsyncGenerator<Entry> {
  for (const path of KEPT_FILES.map((name) => join(dataDir, name)))
    if (existsSync(path)) yield { name: `files/${basename(path)}`, body: readFileSync(path) };
  const folder = join(dataDir, 'files');
  const found = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  for (const { name, parentPath } of found.filter((one) => one.isFile() && !HALF.test(one.name))) {
    const path = join(parentPath, name);
    const body = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      // Deleted since: no row of this backup needs it, because files are deleted after a week.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (body) yield { name: STORED + relative(folder, path).split(sep).join('/'), body };
  }
}

/** The store writes under such a name until a file is whole. */
const HALF = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
