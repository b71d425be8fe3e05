import * as z from 'zod/mini';
import { StartError } from '../platform/start-error.ts';

// 1: the first.
export const FORMAT_VERSION = 1;

/** The secrets key in a backup: encrypted with a passphrase (scrypt, AES-256-GCM), base64url. */
const SealedKey = z.object({
  kdf: z.literal('scrypt'),
  n: z.int(),
  r: z.int(),
  p: z.int(),
  salt: z.string(),
  iv: z.string(),
  sealed: z.string(),
});
export type SealedKey = z.infer<typeof SealedKey>;

/** The first file of an archive, `backup.json`: what follows, and what is needed to read it. */
export const Header = z.object({
  format: z.literal('galley-backup'),
  format_version: z.int(),
  created_at: z.string(),
  app_version: z.string(),
  /** The applied migrations, each named by its time. */
  migrations: z.array(z.object({ hash: z.string(), created_at: z.int() })),
  /** Ordered so that rows come after those that they refer to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  secrets_key: z.object({ id: z.string(), sealed: z.nullable(SealedKey) }),
});
export type Header = z.infer<typeof Header>;

/** The last file, `manifest.json`. An archive without it is incomplete. */
export const Manifest = z.object({
  /** SHA-256 of `backup.json`, hex. */
  header_sha256: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() })),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Waiting jobs, `jobs.json`: what was requested, because the queue's own format changes with its versions. */
export const PendingJobs = z.array(
  z.object({ queue: z.string(), data: z.unknown(), priority: z.int(), start_after: z.string() }),
);
export type PendingJobs = z.infer<typeof PendingJobs>;

export const HEADER_FILE = 'backup.json';
/** Before the keys of files of the file store. */
export const STORED = 'kept/';
export const MANIFEST_FILE = 'manifest.json';
export const JOBS_FILE = 'jobs.json';

/** An error that the operator can understand and fix: only its message is shown. */
export class BackupError extends StartError {
  override name = 'BackupError';
}
