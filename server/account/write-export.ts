import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { IMAGE_WIDTHS } from '../../contract/files/images.ts';
import type { RestaurantClock } from '../../contract/restaurant/time-columns.ts';
import { writeArchive } from '../backup/archive.ts';
import type { PackedEntry } from '../backup/tar.ts';
import { fileKey } from '../chats/files/file-key.ts';
import { migrationTimes } from '../db/migrate.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { imageKey } from '../files/store.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { version } from '../platform/version.ts';
import {
  chatFile,
  dataFile,
  FORMAT_VERSION,
  HEADER_FILE,
  imageFile,
  MANIFEST_FILE,
  type Header,
  type Manifest,
} from './manifest.ts';
import { openSpreadsheet, type SpreadsheetFile } from './spreadsheet-file.ts';
import { spreadsheets } from './spreadsheets.ts';
import { exportedTables, type ExportedTable } from '../db/restaurant-tables.ts';

export interface ExportOptions {
  /** Of the API's role: row-level security shows one restaurant. */
  pool: pg.Pool;
  store: FileStore;
  restaurantId: string;
  userId: string;
  now: Date;
}

/** Rows of one file. */
const ROWS = 500;

/**
 * Writes everything of one restaurant to `path`, as of one moment. On the disk first, because a slow network would keep the transaction
 * open. Holds one part of a table or one file in memory.
 */
export async function writeExport(path: string, options: ExportOptions): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { writable, readable } = new TransformStream<PackedEntry, PackedEntry>();
  const written = writeArchive(path, readable, options.now);
  // Awaited below; until then a full disk must not end the process.
  written.catch(() => {});
  const writer = writable.getWriter();
  const manifest: Manifest = { files: {}, rows: {} };
  const add: Add = async (name, body) => {
    manifest.files[name] = createHash('sha256').update(body).digest('hex');
    await writer.write({ name, body });
  };
  const sheets = Object.keys(spreadsheets).map((name) => openSpreadsheet(name, `${path}.${name}`));
  try {
    await add(HEADER_FILE, json(headerOf(options)));
    const files = await withTransaction(options.pool, options.restaurantId, 'read', (client) =>
      addTables(client, add, { manifest, sheets, now: options.now }),
    );
    for (const { entry, hash } of sheets.flatMap((sheet) => sheet.entries())) {
      manifest.files[entry.name] = hash;
      await writer.write(entry);
    }
    // Not inside the transaction: the store may be across the network.
    await addFiles(options, files, add);
    await writer.write({ name: MANIFEST_FILE, body: json(manifest) });
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    await written.catch(() => {});
    throw error;
  } finally {
    // They are in the archive, or it is not made.
    await written.catch(() => {});
    for (const sheet of sheets) await sheet.remove();
  }
  await written;
}

type Add = (name: string, body: Buffer) => Promise<void>;

function headerOf({ restaurantId, userId, now }: ExportOptions): Header {
  return {
    format: 'galley-export',
    format_version: FORMAT_VERSION,
    schema: migrationTimes().length,
    app_version: version,
    created_at: now.toISOString(),
    restaurant_id: restaurantId,
    user_id: userId,
  };
}

interface Files {
  images: string[];
  chatFiles: string[];
}

interface Into {
  manifest: Manifest;
  sheets: readonly SpreadsheetFile[];
  now: Date;
}

async function addTables(client: pg.PoolClient, add: Add, { manifest, sheets, now }: Into): Promise<Files> {
  const files: Files = { images: [], chatFiles: [] };
  let currency = 'GBP';
  let clock: RestaurantClock = { timezone: 'UTC', business_day_cutoff_time: '00:00' };
  for (const [name, table] of exportedTables()) {
    let part = 0;
    let count = 0;
    for await (const rows of readTable(client, name, table)) {
      part += 1;
      count += rows.length;
      if (name === 'restaurants') {
        currency = String(rows[0]!.currency);
        clock = rows[0] as unknown as RestaurantClock; // the table's columns are the contract's fields
      }
      if (name === 'files') files.images.push(...rows.map((row) => String(row.id)));
      if (name === 'chat_files') files.chatFiles.push(...rows.map((row) => String(row.id)));
      await add(dataFile(name, part), json(rows));
      const write = spreadsheets[name];
      if (write) await sheets.find((sheet) => sheet.name === name)!.append(write(rows, { currency, clock, now }));
    }
    manifest.rows[name] = count;
  }
  return files;
}

type Row = Record<string, unknown>;

async function* readTable(client: pg.PoolClient, name: string, table: ExportedTable): AsyncGenerator<Row[]> {
  const { key, leftOut = [], where } = table;
  const hidden = ['restaurant_id', ...leftOut].map((column) => pg.escapeLiteral(column)).join(', ');
  const { rows: columns } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'deleted_at') AS found`,
    [name],
  );
  const conditions = [columns[0]!.found ? 'deleted_at IS NULL' : 'true', where ?? 'true'];
  await client.query(
    `DECLARE exported NO SCROLL CURSOR FOR SELECT to_jsonb(t) - ARRAY[${hidden}] AS row FROM ${pg.escapeIdentifier(name)} t
      WHERE (${conditions.join(') AND (')}) ORDER BY ${key}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: Row }>(`FETCH ${ROWS} FROM exported`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < ROWS) break;
  }
  await client.query('CLOSE exported');
}

async function addFiles({ store, restaurantId }: ExportOptions, { images, chatFiles }: Files, add: Add): Promise<void> {
  const addOne = async (key: string, name: string) => {
    const bytes = await store.get(key);
    // Deleted since the rows were read.
    if (bytes) await add(name, Buffer.from(bytes));
  };
  for (const id of images)
    for (const width of IMAGE_WIDTHS) await addOne(imageKey(restaurantId, id, width), imageFile(id, width));
  for (const id of chatFiles) await addOne(fileKey(restaurantId, id), chatFile(id));
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
