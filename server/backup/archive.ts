import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import { BackupError, FORMAT_VERSION, HEADER_FILE, Header, Manifest, MANIFEST_FILE, STORED } from './manifest.ts';
import { sha256 } from './snapshot.ts';
import { packTar, unpackTar, type Entry, type PackedEntry } from './tar.ts';

/** Writes an archive and flushes it to disk. Removes a partial one. */
export async function writeArchive(path: string, entries: AsyncIterable<PackedEntry>, now: Date): Promise<void> {
  try {
    await pipeline(
      packTar(entries, now),
      createGzip(),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true });
    throw error;
  }
}

/** The files of an archive in order. Throws a BackupError if it is damaged or incomplete. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  await (await open(path)).close();
  const file = createReadStream(path);
  const bytes = file.pipe(createGunzip());
  file.on('error', (error) => bytes.destroy(error));
  try {
    yield* unpackTar(bytes as AsyncIterable<Buffer>);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${path} is damaged or not whole: ${(error as Error).message}`, { cause: error });
  } finally {
    file.destroy();
    bytes.destroy();
  }
}

export interface CheckedArchive {
  header: Header;
  manifest: Manifest;
  /** Small files that are not tables, by name. Stored files are read again when they are restored. */
  files: Map<string, Buffer>;
}

/** Reads an archive completely and checks every count and checksum. */
export async function checkArchive(path: string): Promise<CheckedArchive> {
  let header: Header | null = null;
  let manifest: Manifest | null = null;
  let headerHash = '';
  const tables = new Map<string, { rows: number; bytes: number; hash: ReturnType<typeof createHash> }>();
  const files = new Map<string, Buffer>();
  const hashes = new Map<string, string>();
  const damaged = (what: string) => new BackupError(`${path} is damaged: ${what}`);
  for await (const { name, body } of readArchive(path)) {
    if (manifest) throw damaged('it goes on after its manifest');
    const table = tableOf(name);
    if (name === HEADER_FILE) {
      header = readHeader(path, body);
      headerHash = sha256(body);
      for (const { name: listed } of header.tables)
        tables.set(listed, { rows: 0, bytes: 0, hash: createHash('sha256') });
    } else if (!header) throw new BackupError(`${path} is not a backup of Galley`);
    else if (name === MANIFEST_FILE) manifest = parse(Manifest, body, path);
    else if (table === null) {
      hashes.set(name, sha256(body));
      if (!name.startsWith(STORED)) files.set(name, body);
    } else {
      const counted = tables.get(table);
      if (!counted) throw damaged(`the table ${table} is not listed`);
      counted.hash.update(body);
      counted.bytes += body.length;
      for (const byte of body) if (byte === 10) counted.rows += 1;
    }
  }
  if (!header || !manifest) throw new BackupError(`${path} is not whole: its manifest is missing`);
  if (manifest.header_sha256 !== headerHash) throw damaged(`${HEADER_FILE} has another checksum`);
  for (const [name, { rows, bytes, hash }] of tables) {
    const listed = manifest.tables[name];
    if (listed?.rows !== rows || listed.bytes !== bytes || listed.sha256 !== hash.digest('hex'))
      throw damaged(`the table ${name} has another checksum (${rows} rows of ${listed?.rows ?? 'none'})`);
  }
  for (const [name, listed] of Object.entries(manifest.files)) {
    if (hashes.get(name) !== listed.sha256) throw damaged(`${name} has another checksum`);
  }
  return { header, manifest, files };
}

/** Null if it is not part of a table. */
export const tableOf = (name: string): string | null => /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1] ?? null;

function readHeader(path: string, body: Buffer): Header {
  // Every later format still states its version here.
  const { format_version: version } = parse(
    z.object({ format: z.literal('galley-backup'), format_version: z.int() }),
    body,
    path,
  );
  if (version > FORMAT_VERSION)
    throw new BackupError(
      `${path} has the format ${version} of a later version of Galley; this one reads ${FORMAT_VERSION}. Use that version.`,
    );
  return parse(Header, body, path);
}

function parse<T extends z.ZodMiniType>(schema: T, body: Buffer, path: string): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new BackupError(`${path} is damaged: a part of it cannot be read`, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new BackupError(`${path} is not a backup that this version can read`);
  return parsed.data;
}
