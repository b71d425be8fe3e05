import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { readArchive } from '../backup/archive.ts';
import { BackupError } from '../backup/manifest.ts';
import type { Entry } from '../backup/tar.ts';
import { migrationTimes } from '../db/migrate.ts';
import { ImportFault } from './import-fault.ts';
import { FORMAT_VERSION, Header, HEADER_FILE, Manifest, MANIFEST_FILE } from './manifest.ts';

/** Bytes of a whole file, unpacked; of one part of a table. A small file may unpack to a very large one. */
const TOTAL_MAX = 4 * 1024 * 1024 * 1024;
const TABLE_PART_MAX = 32 * 1024 * 1024;

/** Reads an exported file completely and checks every checksum. Throws an ImportFault. */
export async function checkFile(path: string): Promise<{ header: Header; manifest: Manifest }> {
  let header: Header | null = null;
  let manifest: Manifest | null = null;
  const hashes = new Map<string, string>();
  let total = 0;
  for await (const { name, body } of readEntries(path)) {
    total += body.length;
    if (total > TOTAL_MAX) throw new ImportFault('The file is too large: unpacked, it has more than 4 GB.');
    if (name.startsWith('data/') && body.length > TABLE_PART_MAX)
      throw new ImportFault('The file is too large: one of its tables has a part of more than 32 MB.');
    if (manifest || hashes.has(name)) throw damaged();
    if (!header) header = readHeader(name, body);
    if (name === MANIFEST_FILE) manifest = read(Manifest, body);
    else hashes.set(name, await hashOf(body));
  }
  if (!header) throw notOurs();
  if (!manifest) throw damaged();
  const listed = Object.entries(manifest.files);
  if (listed.length !== hashes.size || listed.some(([name, hash]) => hashes.get(name) !== hash)) throw damaged();
  return { header, manifest };
}

const SLICE = 1024 * 1024;

/** Other requests are answered in between. */
async function hashOf(body: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < body.length; from += SLICE) {
    hash.update(body.subarray(from, from + SLICE));
    if (body.length > SLICE) await pause();
  }
  return hash.digest('hex');
}

/** The entries of an archive. Throws an ImportFault if it cannot be read. */
export async function* readEntries(path: string): AsyncGenerator<Entry> {
  let isBegun = false;
  try {
    for await (const entry of readArchive(path)) {
      isBegun = true;
      yield entry;
    }
  } catch (error) {
    if (error instanceof BackupError) throw isBegun ? damaged() : notOurs();
    throw error;
  }
}

function readHeader(name: string, body: Buffer): Header {
  if (name !== HEADER_FILE) throw notOurs();
  const { format_version: version } = read(
    z.object({ format: z.literal('galley-export'), format_version: z.int() }),
    body,
    notOurs,
  );
  if (version > FORMAT_VERSION) throw tooNew();
  const header = read(Header, body);
  if (header.schema > migrationTimes().length) throw tooNew();
  return header;
}

function read<T extends z.ZodMiniType>(schema: T, body: Buffer, fault = damaged): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    // The engine's words quote the file.
    throw fault();
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw fault();
  return parsed.data;
}

const damaged = () => new ImportFault('The file is damaged or not complete. Export it again and choose the new file.');
const notOurs = () =>
  new ImportFault('This is not a file that Galley exported. Choose one whose name begins with galley-export.');
const tooNew = () => new ImportFault('The file is from a later version of Galley than this one.');
