import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import type { PackedEntry } from '../backup/tar.ts';

/** A larger one would be refused when the archive is read. */
const BYTES_MAX = 32 * 1024 * 1024;

interface Written {
  path: string;
  size: number;
  hash: ReturnType<typeof createHash>;
}

export interface SpreadsheetFile {
  name: string;
  /** Adds the rows of a CSV, whose head is written once. */
  append(csv: string): Promise<void>;
  /** The file, or several where it is very large, each with its hash. */
  entries(): { entry: PackedEntry; hash: string }[];
  remove(): Promise<void>;
}

/** A spreadsheet that grows on the disk, however many rows it gets. `path`: of a file that is there only until `remove`. */
export function openSpreadsheet(name: string, path: string): SpreadsheetFile {
  const files: Written[] = [];
  return {
    name,
    async append(csv) {
      let file = files.at(-1);
      const isNew = !file || file.size + Buffer.byteLength(csv) > BYTES_MAX;
      if (isNew) files.push((file = { path: `${path}.${files.length + 1}`, size: 0, hash: createHash('sha256') }));
      // The heads of the columns are words of our own, without line breaks.
      const bytes = Buffer.from(isNew ? csv : csv.slice(csv.indexOf('\r\n') + 2));
      await appendFile(file!.path, bytes, { mode: 0o600 });
      file!.size += bytes.length;
      file!.hash.update(bytes);
    },
    entries: () =>
      files.map((file, at) => ({
        hash: file.hash.digest('hex'),
        entry: {
          name: `spreadsheets/${name}${at === 0 ? '' : `-${at + 1}`}.csv`,
          body: { size: file.size, read: () => createReadStream(file.path) as AsyncIterable<Buffer> },
        },
      })),
    remove: async () => {
      for (const file of files) await rm(file.path, { force: true });
    },
  };
}
