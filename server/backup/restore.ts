import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { folderMode } from '../db/cluster.ts';
import { findPlace, openAt } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { LEAST_KEY, writeKey } from '../platform/kept-key.ts';
import { keyIdOf } from '../platform/secrets.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { checkArchive, readArchive, type CheckedArchive } from './archive.ts';
import { loadArchive, refuseUnknownSchema } from './load.ts';
import { KEPT_FILES } from './make.ts';
import { BackupError, STORED, type Header } from './manifest.ts';
import { openKey } from './sealed-key.ts';

export interface RestoreOptions {
  /** Settings of the place to restore to. */
  source: Record<string, string | undefined>;
  /** Called if this place does not have the backup's key but the backup contains it. Null: unknown. */
  passphrase(): Promise<string | null>;
  /** Continues without the key; what it encrypted is lost. */
  isWithoutKey: boolean;
  note(message: string): void;
}

/**
 * Restores a backup to an empty place: checks it completely, loads it in one transaction, and migrates it to this version's schema. The key
 * is stored first, so that there is never a database without it.
 */
export async function restoreBackup(
  path: string,
  { source, passphrase, isWithoutKey, note }: RestoreOptions,
): Promise<CheckedArchive & { place: string }> {
  const archive = await checkArchive(path);
  refuseUnknownSchema(archive.header);
  const given = source['SECRETS_KEY']?.trim() ? source['SECRETS_KEY'].trim() : null;
  const dataDir = readEnv({ ...source, SECRETS_KEY: given ?? 'x'.repeat(LEAST_KEY) }).dataDir;
  const key = await findKey(archive.header, { dataDir, given, passphrase, isWithoutKey });
  const env = readEnv({ ...source, SECRETS_KEY: key ?? given ?? 'x'.repeat(LEAST_KEY) });
  const place = await findPlace(env, { note, announce: note });
  let isHandedOn = false;
  try {
    const client = new pg.Client({ ...place.owner, application_name: 'galley restore' });
    client.on('error', () => {}); // the running statement reports it
    await client.connect();
    try {
      await loadArchive(client, path, archive, () => {
        if (key !== null) keepKey(key, { dataDir, given }, note);
      });
    } finally {
      await client.end();
    }
    isHandedOn = true;
    await (await openAt(place, note)).close();
  } finally {
    if (!isHandedOn) await place.leave?.();
  }
  keepFiles(dataDir, archive);
  await putStoredFiles(path, openFiles(env));
  return { ...archive, place: env.databaseUrl ? 'The database of DATABASE_URL' : dataDir };
}

interface Keys {
  dataDir: string;
  /** SECRETS_KEY. */
  given: string | null;
}

const keyFile = ({ dataDir }: Keys) => join(dataDir, 'secrets.key');

const readKey = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);

/** The backup's key; null if it is lost and the operator has agreed. */
async function findKey(
  { secrets_key: { id, sealed } }: Header,
  { passphrase, isWithoutKey, ...keys }: Keys & Pick<RestoreOptions, 'passphrase' | 'isWithoutKey'>,
): Promise<string | null> {
  const file = keyFile(keys);
  for (const key of [keys.given, readKey(file), readKey(`${file}.previous`)])
    if (key !== null && keyIdOf(key) === id) return key;
  if (isWithoutKey) return null;
  const other =
    `Give the key with the id ${id} as SECRETS_KEY or put it into ${file}. Without it, notifications and WhatsApp are to be set up again: ` +
    'add --without-key, and set SECRETS_KEY_LOST=1 at the first start.';
  if (sealed === null)
    throw new BackupError(`The backup was made without a passphrase, so it does not hold the secrets key. ${other}`);
  const phrase = await passphrase();
  if (phrase === null)
    throw new BackupError(`The backup holds the secrets key under a passphrase: set BACKUP_PASSPHRASE. ${other}`);
  const opened = openKey(sealed, phrase);
  if (opened === null || keyIdOf(opened) !== id) throw new BackupError('The passphrase is not the one of this backup.');
  return opened;
}

/** If this place has another key, stores the backup's as the previous one: the next start re-encrypts everything with this place's key. */
function keepKey(key: string, keys: Keys, note: (message: string) => void): void {
  const file = keyFile(keys);
  const present = keys.given ?? readKey(file);
  if (present === key) return;
  const target = present === null ? file : `${file}.previous`;
  const there = readKey(target);
  if (there === key) return;
  if (there !== null) throw new BackupError(`${target} holds another key already. Move it away, then restore.`);
  writeKey(keys.dataDir, target, key);
  note(`The secrets key of the backup was written to ${target}.`);
}

/** Read a second time, one by one: they may be larger than the memory. */
async function putStoredFiles(path: string, store: FileStore): Promise<void> {
  for await (const { name, body } of readArchive(path))
    if (name.startsWith(STORED)) await store.put(name.slice(STORED.length), body);
}

function keepFiles(dataDir: string, { files }: CheckedArchive): void {
  mkdirSync(dataDir, { recursive: true, mode: folderMode() });
  for (const name of KEPT_FILES) {
    const body = files.get(`files/${name}`);
    if (body && !existsSync(join(dataDir, name))) writeFileSync(join(dataDir, name), body, { mode: 0o600 });
  }
}
