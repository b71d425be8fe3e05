import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SecretsKeys } from './secrets.ts';

/** `fault`: why this installation must not start, with the remedy. */
export type KeptKeys = SecretsKeys | { fault: string };

export const LEAST_KEY = 32;

/**
 * The key of an installation without SECRETS_KEY: `secrets.key` of its data folder, created once and readable only by its owner, and the
 * one before it, `secrets.key.previous`, if that exists. Beside a database a missing key is never replaced, because its encrypted data
 * would be lost silently. `isLost`: the operator has said that it is gone.
 */
export function readKeptKeys(dataDir: string, { isLost }: { isLost: boolean }): KeptKeys {
  const file = join(dataDir, 'secrets.key');
  const previous = `${file}.previous`;
  if (!existsSync(file)) {
    if (hasDatabase(dataDir) && !existsSync(previous) && !isLost)
      return {
        fault:
          `${file} is missing, and ${dataDir} has a database with secrets that only this key opens. Put the file back from where you keep the key, or restore a backup made with BACKUP_PASSPHRASE into another DATA_DIR. ` +
          'If it is gone for good, set SECRETS_KEY_LOST=1 for one start: notifications and WhatsApp are then to be set up again.',
      };
    writeKey(dataDir, file, randomBytes(32).toString('hex'));
  }
  const keys = [file, previous].map((path) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : null));
  for (const [n, key] of keys.entries())
    if (key !== null && key.length < LEAST_KEY)
      return {
        fault: `${[file, previous][n]} holds ${key.length} characters, and a key has ${LEAST_KEY} or more. Put the whole file back from where you keep the key, or restore a backup made with BACKUP_PASSPHRASE into another DATA_DIR.`,
      };
  return { secretsKey: keys[0]!, previousSecretsKey: keys[1] ?? null };
}

/** A key left by a restore for the next start, or the one before a change; null if there is none. */
export function readPreviousKey(dataDir: string): string | null {
  const file = join(dataDir, 'secrets.key.previous');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

export const hasDatabase = (dataDir: string) =>
  existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'postgres.json'));

/** Writes the file atomically, and to the disk, before anything depends on it. An existing file stays. */
export function writeKey(dataDir: string, file: string, key: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const half = `${file}.${process.pid}.new`;
  writeDurably(half, key);
  try {
    // Unlike a rename, a link never replaces: a key written first by another process wins.
    linkSync(half, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(half);
  }
  syncFolder(dataDir);
}

function writeDurably(path: string, text: string): void {
  const handle = openSync(path, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncFolder(path: string): void {
  // Windows cannot open folders and persists names by itself.
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
