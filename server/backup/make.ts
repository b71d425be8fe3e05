import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type pg from 'pg';
import type { Env } from '../env.ts';
import { findOtherKeyIds } from '../platform/rotate-secrets.ts';
import { keyIdOf } from '../platform/secrets.ts';
import { version } from '../system/version.ts';
import { checkArchive, writeArchive, type CheckedArchive } from './archive.ts';
import { BackupError } from './manifest.ts';
import { sealKey } from './sealed-key.ts';
import { readSnapshot } from './snapshot.ts';
import type { Entry } from './tar.ts';

export interface MakeOptions {
  env: Pick<Env, 'dataDir' | 'secretsKey'>;
  now: Date;
  /** Null: the secrets key is left out. */
  passphrase: string | null;
  signal?: AbortSignal | undefined;
}

/**
 * Writes a backup of the database to `path`, which appears when all of it is written and was read back. The client is the owner's and of no
 * use afterwards; end it.
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

/** Throws when the database's secrets are not under the key of these settings: a backup would name, and hold, the wrong one. */
export async function refuseOtherKey(client: pg.ClientBase, env: Pick<Env, 'secretsKey'>): Promise<void> {
  const others = await findOtherKeyIds(client, env.secretsKey);
  if (others.length > 0)
    throw new BackupError(
      `The database's secrets are encrypted under the key with the id ${others.join(', ')}, and SECRETS_KEY is ${keyIdOf(env.secretsKey)}. ` +
        'Use the settings with which the server starts; after a change of the key start the server once.',
    );
}

/** What of the data folder is no copy of something else. Mails are sent, earlier builds' pages are built again, the key goes its own way. */
export const KEPT_FILES = ['demo-password'];

const keptFiles = (dataDir: string): Entry[] =>
  KEPT_FILES.map((name) => join(dataDir, name))
    .filter((path) => existsSync(path))
    .map((path) => ({ name: `files/${basename(path)}`, body: readFileSync(path) }));
